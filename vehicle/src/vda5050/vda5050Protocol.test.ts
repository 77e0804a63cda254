/** The request for the factsheet of a mower, over a connection that is not ready yet. */
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing.ts'
import { createVda5050 } from './index.ts'

const IDENTITY = { interfaceName: 'uagv', version: '2.1.0', manufacturer: 'Meadow', serialNumber: 'M-17' }

test('a factsheet that could not be asked for is asked for with the next report, and then not again', () => {
  const clock = createFakeClock()
  const sent: string[] = []
  let isReady = false
  const machine = createVda5050(
    { ...IDENTITY, id: 'm', systemId: 256, link: '', mapId: 'course', origin: [8.55, 47.37], xAxisDeg: 90 },
    {
      clock,
      send: (topic, payload) => {
        if (isReady) sent.push(`${topic} ${payload}`)
        return isReady
      },
      onEvent: () => undefined,
    },
  )
  let headerId = 0
  const report = (): void => {
    headerId += 1
    const fields = { headerId, timestamp: new Date(clock.nowMs() + headerId).toISOString(), driving: false }
    machine.receive('uagv/v2/Meadow/M-17/state', JSON.stringify(fields), false)
  }
  for (let time = 0; time < 5; time += 1) report()
  expect(sent).toEqual([])
  isReady = true
  report()
  expect(sent).toEqual([expect.stringMatching(/instantActions .*factsheetRequest/)])
  report()
  expect(sent).toHaveLength(1)
  machine.close()
})

test.each([
  ['2.1.0', ['actions']],
  // By the text of the standard, and by the library that machines of 2.0 are built with.
  ['2.0.0', ['actions', 'instantActions']],
] as const)('SAFE-16b a stop of a mower of %s names its actions as that version does', (version, names) => {
  const clock = createFakeClock()
  const sent: Record<string, unknown>[] = []
  const machine = createVda5050(
    { ...IDENTITY, version, id: 'm', systemId: 256, link: '', mapId: 'course', origin: [8.55, 47.37], xAxisDeg: 90 },
    {
      clock,
      send: (_, payload) => {
        sent.push(JSON.parse(payload))
        return true
      },
      onEvent: () => undefined,
    },
  )
  void machine.stop()
  for (const name of ['actions', 'instantActions'])
    expect(sent.map(message => message[name] !== undefined)).toEqual(sent.map(() => names.includes(name as 'actions')))
  const types = sent.flatMap(message =>
    names.map(name => (message[name] as { actionType: string }[]).map(({ actionType }) => actionType)),
  )
  expect(new Set(types.flat())).toEqual(new Set(['startPause', 'cancelOrder']))
  machine.close()
})

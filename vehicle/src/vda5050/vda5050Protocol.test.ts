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

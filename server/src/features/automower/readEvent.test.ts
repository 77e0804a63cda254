/** Events of the maker's service: what each changes, and what changes nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AutomowerMachine } from '@greensward/contract'
import { describe, expect, test } from 'vitest'
import { mowerOf } from '../../testing/automowerService.ts'
import { changedBy, readEvent } from './readEvent.ts'
import { readMachines } from './readMachines.ts'

const AT = new Date('2026-05-01T06:00:00Z')
const [machine] = readMachines(JSON.stringify({ data: [mowerOf()] }), 'UTC') ?? []
if (machine === undefined) throw new Error('The mower cannot be read')

const event = (type: string, attributes: unknown) => JSON.stringify({ id: '0b1c', type, attributes })
const after = (text: string, before: AutomowerMachine = machine): AutomowerMachine => {
  const read = readEvent(text, AT)
  return read === undefined ? expect.fail('It was not read') : changedBy(before, read)
}

test('battery, state, position and message change what they are about and nothing else', () => {
  expect(after(event('battery-event-v2', { battery: { batteryPercent: 12 } }))).toEqual({ ...machine, battery: 0.12 })
  const mows = { mode: 'MAIN_AREA', activity: 'MOWING', state: 'IN_OPERATION', errorCode: 0, workAreaId: '7' }
  expect(after(event('mower-event-v2', { mower: mows }))).toEqual({ ...machine, areaId: '7' })
  const lifted = { activity: 'STOPPED_IN_GARDEN', state: 'ERROR', errorCode: 15, workAreaId: 7 }
  expect(after(event('mower-event-v2', { mower: lifted }))).toEqual({
    ...{ ...machine, activity: 'failed', faultCode: 15, areaId: null },
  })
  expect(after(event('position-event-v2', { position: { latitude: 51.4, longitude: -0.6 } })).position).toEqual([
    -0.6, 51.4,
  ])
  expect(after(event('message-event-v2', { message: { time: 1, code: 3, severity: 'WARNING' } })).message).toEqual({
    ...{ code: 3, severity: 'warning', at: AT.toISOString() },
  })
})

test('a mower that sends an event is connected, and one without positions gets none', () => {
  const without = { ...machine, isConnected: false, position: null, can: { ...machine.can, positionRateHz: 0 } }
  const text = event('position-event-v2', { position: { latitude: 51.4, longitude: -0.6 } })
  expect(after(text, without)).toEqual({ ...without, isConnected: true })
})

test('ignores texts that are not events, unknown kinds and values that cannot be', () => {
  const ignored = [
    ...['', 'pong', 'null', '[]', '{"ready":true,"connectionId":"1"}', `{"id":"0b1c","type":"${'x'.repeat(101)}"}`],
    event('planner-event-v2', { planner: { nextStartTimestamp: 0 } }),
    event('something-event-v9', { anything: true }),
    event('battery-event-v2', { battery: { batteryPercent: 640 } }),
    event('position-event-v2', { position: { latitude: 91, longitude: 0 } }),
    event('mower-event-v2', null),
    event('__proto__', {}),
  ]
  for (const text of ignored) expect(readEvent(text, AT)).toBeUndefined()
})

const RECORDED = join(import.meta.dirname, '../../../../../shared/data/automower/events')
describe.skipIf(!existsSync(RECORDED))('recorded events (skipped where ../shared/data/automower is absent)', () => {
  const changeOf = (name: string) => readEvent(readFileSync(join(RECORDED, `${name}.json`), 'utf8'), AT)?.change

  test('are read', () => {
    expect(changeOf('battery_event')).toEqual({ battery: 0.77 })
    expect(changeOf('mower_event')).toEqual({
      ...{ activity: 'mowing', faultCode: null, isConfirmable: false, areaId: '78555' },
    })
    expect(changeOf('position_event')).toEqual({ position: [14.4787133, 57.70074] })
    expect(changeOf('message_event')).toEqual({ message: { code: 3, severity: 'warning' } })
    for (const other of ['calendar_event', 'cutting_height_event', 'headlights_event', 'planner_event'])
      expect(changeOf(other)).toBeUndefined()
  })
})

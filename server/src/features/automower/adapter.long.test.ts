/** The safety rules of all adapters, for Automowers behind the maker's service, and what only they do. */
import { describeAdapters } from '@greensward/simulator/describeAdapters'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AutomowerRig, openAutomowerRig } from '../../testing/automowerRig.ts'

describeAdapters([['Automower', openAutomowerRig]])

let rig: AutomowerRig
beforeEach(async () => {
  rig = await openAutomowerRig()
})
afterEach(() => rig.close())

const [id] = ['0b1c'] as const
const mode = () => rig.adapter.telemetryOf(id)?.mode
const areas = () => rig.adapter.areas ?? expect.fail('It mows no areas')

test('mows a work area when it is asked to, and drives home when it is asked to', async () => {
  expect(areas().areasOf(id)).toMatchObject([{ id: '7', name: 'Range', isEnabled: true }, { id: '8' }, { id: '9' }])
  expect(await rig.finish(areas().mow(id, '7', 60, 0))).toEqual({ outcome: 'accepted' })
  expect(rig.movingCommands()).toEqual(['StartInWorkArea'])
  expect(await rig.until(() => mode() === 'auto', 60)).toBe(true)
  expect(rig.cuts()).toBe(true)
  expect(await rig.finish(areas().returnToBase(id, 'untilSchedule'))).toEqual({ outcome: 'accepted' })
  expect(await rig.until(() => mode() === 'rtl', 60)).toBe(true)
})

test('SAFE-4b a start whose press is older than five seconds, or that the checks refuse, is not sent', async () => {
  expect(await rig.finish(areas().mow(id, '7', 60, 5_001))).toMatchObject({ reason: 'commandExpired' })
  expect(await rig.finish(areas().mow(id, '8', 60, 0))).toMatchObject({ reason: 'workAreaNoZone' })
  expect(await rig.finish(areas().mow(id, '9', 60, 0))).toMatchObject({ reason: 'workAreaOff' })
  expect(await rig.finish(areas().mow('none', '7', 60, 0))).toMatchObject({ reason: 'notFound' })
  expect(rig.movingCommands()).toEqual([])
})

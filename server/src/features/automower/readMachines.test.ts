/** Answers of the maker's service as others have recorded them; they are not part of the project. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mowerOf } from '../../testing/automowerService.ts'
import { readMachines } from './readMachines.ts'

const RECORDED = join(import.meta.dirname, '../../../../../shared/data/automower')

test('the last time that an area was completed is by the clock of the course; 0 and nothing are never', () => {
  const areas = [1_790_000_000, 0, undefined].map((lastTimeCompleted, workAreaId) => ({
    ...{ workAreaId, name: 'Range', enabled: true, lastTimeCompleted },
  }))
  const text = JSON.stringify({ data: [mowerOf({ workAreas: areas })] })
  const read = (zone: string) => readMachines(text, zone)?.[0]?.areas.map(({ completedAt }) => completedAt)
  expect(read('UTC')).toEqual(['2026-09-21T14:13:00.000Z', null, null])
  // Summer time in Berlin: two hours ahead.
  expect(read('Europe/Berlin')).toEqual(['2026-09-21T12:13:00.000Z', null, null])
})

test('the next start of its schedule is by the clock of the course, and stay-out zones are named', () => {
  const planner = { nextStartTimestamp: 1_790_000_000_000 }
  const zones = [
    { id: 'A', name: 'Spring flowers', enabled: true },
    { id: 'B', name: '', enabled: false },
  ]
  const read = (attributes: object) =>
    readMachines(JSON.stringify({ data: [mowerOf(attributes)] }), 'Europe/Berlin')?.[0]
  expect(read({ planner, stayOutZones: { dirty: false, zones } })).toMatchObject({
    nextStartAt: '2026-09-21T12:13:00.000Z',
    stayOutZones: [
      { name: 'Spring flowers', isEnabled: true },
      { name: '', isEnabled: false },
    ],
  })
  const wrong = [{ planner: { nextStartTimestamp: 'soon' } }, { stayOutZones: { zones: [{ id: 'A' }] } }]
  for (const unknown of [{ planner: { nextStartTimestamp: 0 } }, { planner: {} }, { planner: null }, ...wrong])
    expect(read(unknown)).toMatchObject({ nextStartAt: null, stayOutZones: [] })
})

describe.skipIf(!existsSync(RECORDED))('recorded answers (skipped where ../shared/data/automower is absent)', () => {
  const read = (name: string) => readMachines(readFileSync(join(RECORDED, name), 'utf8'), 'America/New_York')?.[0]

  test('a mower with work areas and positions', () => {
    expect(read('high_feature_mower.json')).toMatchObject({
      model: '450XH-TEST',
      can: { followsPath: false, mowsWorkArea: true, stopLatency: { via: 'makersCloud' } },
      activity: 'parked',
      faultCode: null,
      battery: 1,
      position: [-82.5527055, 35.5402913],
      isConnected: true,
      reportedAt: '2023-10-18T22:58:52.683Z',
      // Monday at 19:00, as its own schedule has it.
      nextStartAt: '2023-06-05T23:00:00.000Z',
      stayOutZones: [
        { name: 'Springflowers', isEnabled: true },
        { name: 'Danger Zone', isEnabled: false },
      ],
      areas: [
        { id: '123456', name: 'Front lawn', isEnabled: true, progress: 0.4, completedAt: '2024-08-12T11:54:00.000Z' },
        { id: '654321', name: 'Back lawn', isEnabled: true, progress: null, completedAt: null },
        { id: '0', name: '', isEnabled: false, progress: 0.2, completedAt: '2024-08-12T09:07:00.000Z' },
      ],
    })
  })

  test('a mower that has neither', () => {
    expect(read('low_feature_mower.json')).toMatchObject({
      can: { mowsWorkArea: false, positionRateHz: 0 },
      faultCode: 1,
      battery: 0.5,
      position: null,
      areas: [],
    })
  })

  test('an answer that is an error is not one of mowers', () => {
    expect(readMachines(readFileSync(join(RECORDED, 'error.json'), 'utf8'), 'UTC')).toBeUndefined()
  })
})

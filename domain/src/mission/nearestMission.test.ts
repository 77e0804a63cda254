import { expect, test } from 'vitest'
import type { MissionStatus } from './mission.ts'
import { nearestMissionFor } from './nearestMission.ts'

const mission = (id: string, status: MissionStatus, startsAt: string | null = null, featureId = 'zone') => ({
  id,
  status,
  startsAt,
  target: { kind: 'zone' as const, featureId },
})

const LATE = '2026-05-02T05:00:00.000Z'
const SOON = '2026-05-01T05:00:00.000Z'

const table: readonly (readonly [string, readonly ReturnType<typeof mission>[], string | undefined])[] = [
  ['nothing', [], undefined],
  ['only missions of another zone', [mission('a', 'working', null, 'other')], undefined],
  ['only missions that are over', [mission('a', 'done'), mission('b', 'missed'), mission('c', 'failed')], undefined],
  ['a planned and a working one', [mission('a', 'planned', SOON), mission('b', 'working')], 'b'],
  ['a stopped and a planned one', [mission('a', 'planned', SOON), mission('b', 'stopped')], 'b'],
  ['a stopped and a working one', [mission('a', 'stopped'), mission('b', 'working')], 'b'],
  ['an interrupted and a planned one', [mission('a', 'planned', SOON), mission('b', 'interrupted')], 'b'],
  ['an interrupted and a working one', [mission('a', 'interrupted', SOON), mission('b', 'working', LATE)], 'b'],
  ['two planned ones', [mission('a', 'planned', LATE), mission('b', 'planned', SOON)], 'b'],
  ['planned ones with and without a time', [mission('a', 'planned'), mission('b', 'planned', LATE)], 'b'],
  ['one planned without a time', [mission('a', 'cancelled'), mission('b', 'planned')], 'b'],
]

test.each(table)('of %s it is the right one', (_, missions, id) => {
  expect(nearestMissionFor('zone', missions)?.id).toBe(id)
})

import { describe, expect, test } from 'vitest'
import {
  ACTIVE_STATUSES,
  isActive,
  MISSION_EVENTS,
  type MissionEvent,
  type MissionStatus,
  missionAccepts,
  missionStatus,
  missionTransition,
} from './mission.ts'

/** Written out by hand: a row for each status, a column for each event, `-` where the event is refused. */
const TABLE = `
            start      uploaded resume     resumed stop    interrupt   held    finished cancel     clear      refused  fail    miss
planned     uploading  -        -          -       -       -           -       -        cancelled  -          -        -       missed
uploading   -          working  -          working stopped -           stopped -        -          cancelled  planned  failed  -
working     -          -        -          -       stopped interrupted stopped done     cancelled  cancelled  -        failed  -
stopped     -          -        uploading  -       stopped interrupted -       -        cancelled  cancelled  -        failed  -
interrupted -          -        uploading  -       -       -           -       -        cancelled  -          -        -       -
done        -          -        -          -       -       -           -       -        -          -          -        -       -
cancelled   -          -        -          -       -       -           -       -        -          -          -        -       -
missed      -          -        -          -       -       -           -       -        -          -          -        -       -
failed      -          -        -          -       -       -           -       -        -          cancelled  -        -       -
`

const [head = [], ...rows] = TABLE.trim()
  .split('\n')
  .map(row => row.trim().split(/\s+/))

const cells = rows.flatMap(([status, ...targets]) =>
  targets.map((to, i) => [status as MissionStatus, head[i] as MissionEvent, to] as const),
)

describe('the life of a mission', () => {
  test('the table below has every status and every event', () => {
    expect(head.toSorted()).toEqual([...MISSION_EVENTS].toSorted())
    expect(rows.map(([status]) => status)).toEqual(missionStatus.options)
  })

  test.each(cells)('%s + %s -> %s', (status, event, to) => {
    expect(missionTransition(status, event)?.to ?? '-').toBe(to)
    expect(missionAccepts(status, event)).toBe(to !== '-')
  })

  test('holds a machine that may be moving on every event that ends or interrupts its mission', () => {
    for (const [status, event, to] of cells) {
      if (!isActive(status) || ['uploading', 'working', '-'].includes(to)) continue
      expect(missionTransition(status, event)?.effects).toContain('hold')
    }
  })

  test('erases a cancelled mission on its machine, if that has it', () => {
    for (const [status, event, to] of cells)
      if (to === 'cancelled' && status !== 'planned' && status !== 'interrupted')
        expect(missionTransition(status, event)?.effects).toEqual(['hold', 'erase'])
  })

  test('only start uploads and only resume continues: nothing resumes by itself', () => {
    for (const [status, event] of cells) {
      const effects = missionTransition(status, event)?.effects ?? []
      expect(effects.includes('upload')).toBe(status === 'planned' && event === 'start')
      expect(effects.includes('continue')).toBe(
        (status === 'stopped' || status === 'interrupted') && event === 'resume',
      )
    }
  })

  test('notifies people of every unexpected end, and of the start', () => {
    for (const [status, event, to] of cells) {
      if (!['finished', 'fail', 'miss', 'held', 'uploaded', 'resumed', 'refused'].includes(event) || to === '-')
        continue
      expect(missionTransition(status, event)?.effects).toContain('notify')
    }
  })

  test('a stop is accepted wherever a machine may move, and so is stop and clear', () => {
    for (const status of ACTIVE_STATUSES) {
      expect(missionAccepts(status, 'stop')).toBe(true)
      expect(missionAccepts(status, 'clear')).toBe(true)
    }
  })
})

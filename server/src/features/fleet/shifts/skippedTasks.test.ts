import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import { beforeEach, expect, test } from 'vitest'
import type { Notice } from '../../../platform/events.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { createTestClock, type TestClock } from '../../../testing/testServer.ts'
import { SkippedTasks } from './skippedTasks.ts'

let clock: TestClock
let notices: Notice[]
let skipped: SkippedTasks

beforeEach(() => {
  clock = createTestClock()
  notices = []
  skipped = new SkippedTasks({ clock, events: { emit: (_, notice) => void notices.push(notice as Notice) } })
})

const skip = (title: string, shift = 'Morning'): void =>
  skipped.note({
    shift: { id: shift, name: shift },
    until: '09:00',
    mission: { id: title, title },
    reason: why('skippedNoTime', { minutes: 30, until: '09:00' }),
  })
const textOf = ({ values }: Notice): string => englishText(values.missions as Said)

test('what one shift skips within a minute is one notification, to those who may release alone', () => {
  skip('Green 1')
  clock.advance(40_000)
  skip('Green 2')
  skip('Green 3', 'Evening')
  clock.advance(19_000)
  skipped.look()
  expect(notices).toEqual([])
  clock.advance(1_000)
  skipped.look()
  expect(notices.map(({ values }) => values.shift)).toEqual(['Morning'])
  skip('Green 4')
  clock.advance(60_000)
  skipped.look()
  skipped.look()
  expect(notices.map(notice => [notice.values.shift, notice.subjectId])).toEqual([
    ['Morning', 'Green 1'],
    ['Evening', 'Green 3'],
    ['Morning', 'Green 4'],
  ])
  expect(notices.map(textOf)[0]).toBe(
    'skipped “Green 1”: It takes 30 min, and the shift ends at 09:00; “Green 2”: It takes 30 min, and the shift ends at 09:00',
  )
  for (const { roles } of notices) expect(roles?.toSorted()).toEqual(['ROLE_ADMIN', 'ROLE_GREENKEEPER', 'ROLE_MANAGER'])
})

test('many are counted, and the end of the server waits for no minute', () => {
  for (let number = 1; number <= 13; number += 1) skip(`Green ${number}`)
  skipped.close()
  skipped.close()
  expect(notices.map(({ kind, values }) => [kind, values.more])).toEqual([['missionsSkippedMore', 3]])
  expect(notices.map(textOf)[0]).toContain('“Green 10”')
  expect(notices.map(textOf)[0]).not.toContain('“Green 11”')
})

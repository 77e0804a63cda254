import { expect, test } from 'vitest'
import { isSent, mayBeNotified, notificationSubject, sentAt } from './notification.ts'

test('a level is sent to everyone who chose that level or a lower one', () => {
  const wanted = (['info', 'warning', 'alarm'] as const).map(level =>
    (['off', 'alarm', 'warning', 'info'] as const).filter(sentFrom =>
      isSent({ level, subject: 'mower' }, { sentFrom, silentSubjects: [] }),
    ),
  )
  expect(wanted).toEqual([['info'], ['warning', 'info'], ['alarm', 'warning', 'info']])
})

test('nothing is sent about a subject that a person left out, but alarms', () => {
  const one = { sentFrom: 'info', silentSubjects: ['mission', 'order'] } as const
  const sentAbout = (level: 'info' | 'warning' | 'alarm', from: 'info' | 'off' = 'info') =>
    notificationSubject.options.filter(subject => isSent({ level, subject }, { ...one, sentFrom: from }))
  expect(sentAbout('info')).toEqual(['mower', 'cart', 'zone', 'system'])
  expect(sentAbout('warning')).toEqual(['mower', 'cart', 'zone', 'system'])
  expect(sentAbout('alarm')).toEqual(notificationSubject.options)
  expect(sentAbout('alarm', 'off')).toEqual([])
})

test('a role is notified of what it may see', () => {
  const subjectsOf = (role: Parameters<typeof mayBeNotified>[0]) =>
    notificationSubject.options.filter(subject => mayBeNotified(role, subject))
  expect(subjectsOf('ROLE_ADMIN')).toEqual(notificationSubject.options)
  expect(subjectsOf('ROLE_BUGGY_BAR')).toEqual(['cart', 'order', 'system'])
  expect(subjectsOf('ROLE_APPLICANT')).toEqual([])
})

const NIGHT = { quietFrom: '22:00', quietTo: '06:00' }
const sent = (
  at: string,
  level: 'info' | 'alarm' = 'info',
  quiet: { quietFrom: string | null; quietTo: string | null } = NIGHT,
) => sentAt(new Date(at), level, quiet, 'Europe/Berlin').toISOString()

test('nothing but alarms goes out in quiet hours, by the clock of the course', () => {
  expect(sent('2026-07-04T19:59:00.000Z')).toBe('2026-07-04T19:59:00.000Z')
  expect(sent('2026-07-04T20:00:00.000Z')).toBe('2026-07-05T04:00:00.000Z')
  expect(sent('2026-07-05T03:59:00.000Z')).toBe('2026-07-05T04:00:00.000Z')
  expect(sent('2026-07-05T04:00:00.000Z')).toBe('2026-07-05T04:00:00.000Z')
  expect(sent('2026-07-04T21:00:00.000Z', 'alarm')).toBe('2026-07-04T21:00:00.000Z')
})

test('quiet hours within a day end on that day', () => {
  const noon = { quietFrom: '12:00', quietTo: '13:30' }
  expect(sent('2026-07-04T10:15:00.000Z', 'info', noon)).toBe('2026-07-04T11:30:00.000Z')
})

test('quiet hours end at their time also in the night in which the clocks go back', () => {
  expect(sent('2026-10-24T21:00:00.000Z')).toBe('2026-10-25T05:00:00.000Z')
})

test('has no quiet hours if one of the times is missing, or both are the same', () => {
  const at = '2026-07-04T22:00:00.000Z'
  for (const quiet of [
    { quietFrom: null, quietTo: '06:00' },
    { quietFrom: '22:00', quietTo: null },
    { quietFrom: '22:00', quietTo: '22:00' },
  ])
    expect(sent(at, 'info', quiet)).toBe(at)
})

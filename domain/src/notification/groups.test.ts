import { describe, expect, test } from 'vitest'
import { groupedIds, groupedWith, groupKind } from './groups.ts'
import type { Notification } from './notification.ts'

type Said = Pick<Notification, 'level' | 'kind' | 'values'> & Partial<Pick<Notification, 'subjectId'>>

const paused = (mower: string, code = 'wet'): Said => ({
  level: 'warning',
  kind: 'routePaused',
  values: { mower, reason: { code, params: {} } },
})
const about = (one: Said) => ({ subjectId: null, ...one })
const together = ([first, ...rest]: readonly Said[]): Pick<Said, 'kind' | 'values'> | undefined =>
  rest.reduce<Said | undefined>((before, next) => {
    const grouped = before && groupedWith(about(before), about(next))
    return grouped && { level: next.level, ...grouped }
  }, first)

describe('notifications of one kind within minutes', () => {
  test('are one, with their number and their names', () => {
    expect(together(['Rook 1', 'Rook 2', 'Wren 3'].map(name => paused(name)))).toMatchObject({
      kind: 'routePausedMany',
      values: { count: 3, names: 'Rook 1, Rook 2, Wren 3', reason: { code: 'wet', params: {} } },
    })
  })

  test('have the same reason in any order of its parts', () => {
    const reason = (params: Record<string, string>): Said => ({
      ...paused('Rook 1'),
      values: { mower: Object.keys(params)[0] ?? '', reason: { code: 'routePause', params } },
    })
    const [one, other] = [reason({ who: 'system', reason: 'wet' }), reason({ reason: 'wet', who: 'system' })]
    expect(together([one, other])?.values.count).toBe(2)
    expect(together([one, reason({ reason: 'dry', who: 'system' })])).toBeUndefined()
  })

  test('name eight and count the rest', () => {
    const values = together(Array.from({ length: 11 }, (_, i) => paused(`Rook ${i + 1}`)))?.values
    expect(values?.count).toBe(11)
    expect(values?.names).toBe('Rook 1, Rook 2, Rook 3, Rook 4, Rook 5, Rook 6, Rook 7, Rook 8, …')
  })

  test('keep what each of them is about, up to fifty', () => {
    const done = (index: number): Said => ({
      level: 'info',
      kind: 'missionDone',
      values: { mission: `Green ${index}` },
      subjectId: `id ${index}`,
    })
    const idsOf = (count: number) =>
      groupedIds(together(Array.from({ length: count }, (_, index) => done(index + 1)))?.values ?? {})
    expect(idsOf(3)).toEqual(['id 1', 'id 2', 'id 3'])
    expect(idsOf(60)).toHaveLength(50)
    expect(groupedIds(done(1).values)).toEqual([])
    // A group of before they were kept.
    const before: Said = { ...done(1), kind: 'missionDoneMany', values: { count: 2, names: 'A, B' }, subjectId: null }
    expect(groupedIds(together([before, done(3)])?.values ?? {})).toEqual(['id 3'])
  })

  test('of the same thing are one of it', () => {
    expect(together([paused('Rook 1'), paused('Rook 1')])).toMatchObject({ kind: 'routePaused' })
    expect(together([paused('Rook 1'), paused('Rook 2'), paused('Rook 1')])?.values.count).toBe(2)
  })

  test('stay two for two reasons, two kinds, two levels, and where somebody has to acknowledge each', () => {
    expect(together([paused('Rook 1'), paused('Rook 2', 'frost')])).toBeUndefined()
    expect(together([paused('Rook 1'), { ...paused('Rook 2'), kind: 'linkBack' }])).toBeUndefined()
    expect(together([{ ...paused('Rook 1'), level: 'info' }, paused('Rook 2')])).toBeUndefined()
    const lost: Said = { level: 'alarm', kind: 'linkLost', values: { mower: 'Rook 1' } }
    const alone = about(lost)
    expect([groupKind(lost), groupedWith(alone, alone)]).toEqual([undefined, undefined])
    expect(groupKind({ level: 'warning', kind: 'batteryLow' })).toBeUndefined()
  })
})

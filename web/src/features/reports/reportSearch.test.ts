import { expect, test } from 'vitest'
import { missionsBehind, readReportSearch } from './reportSearch.ts'

test('an address without days is the last week, by mower', () => {
  expect(readReportSearch({ by: 'nothing', from: 'x' }, '2026-11-26')).toEqual({
    from: '2026-11-20',
    to: '2026-11-26',
    by: 'mower',
  })
})

test('each row opens its own missions, the total all of them', () => {
  const search = readReportSearch({ from: '2026-01-01', to: '2026-12-31', by: 'hole' }, '2026-11-26')
  expect(missionsBehind(search, 'none')).toEqual({ startedFrom: '2026-01-01', startedTo: '2026-12-31', holeId: 'none' })
  expect(missionsBehind(search)).toEqual({ startedFrom: '2026-01-01', startedTo: '2026-12-31' })
})

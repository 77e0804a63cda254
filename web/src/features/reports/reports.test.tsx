/** A report on the screen: its rows open their missions, and rates bring the cost. */
import type { Report, ReportFigures } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { NO_RATES } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }
const MOWER = '00000000-0000-4000-8000-000000000001'

const figures: ReportFigures = {
  missions: 4,
  done: 3,
  areaM2: 25_000,
  drivenM: 12_000,
  mownM: 10_000,
  workS: 7_200,
  peopleS: null,
  kWh: 3.25,
  litres: null,
  cost: null,
  cuts: 2.5,
  targetCuts: 4,
  growthCuts: 1.5,
  directions: [
    { direction: '2-8', areaM2: 15_000 },
    { direction: '12-6', areaM2: 9_000 },
    { direction: '10-4', areaM2: 0 },
  ],
  plannedS: 6_000,
  actualS: 6_600,
  interruptions: 1,
  aheadOfPlay: 2,
  behindPlay: 1,
}
const report: Report = {
  rows: [
    { kind: 'item', key: MOWER, name: 'Rook 1', figures },
    { kind: 'jobs', key: 'jobs', name: null, figures: { ...figures, missions: 0, areaM2: 0, directions: [] } },
  ],
  total: figures,
  days: [{ day: '2026-11-25', areaM2: 25_000, drivenM: 12_000, mownM: 10_000, workS: 7_200 }],
  causes: [{ why: null, text: 'The link was lost', count: 3 }],
  rates: NO_RATES,
}
const PATH = '/reports?from=2026-11-20&to=2026-11-26'

test('shows what was done in the words of a report, and opens the missions of a row', async () => {
  await open({ path: PATH, prepare: wire => wire.answer(lateCalls.reports.get, report) })
  const table = within(await screen.findByRole('table', { name: 'Mower' }, SLOW))
  const row = within(table.getByText('Rook 1').closest('tr') as HTMLElement)
  for (const text of ['3 / 4', '2.5 ha', '2 h', '12 km', '10 km', '3.3 kWh', '2.5 of 4', '110 %', '2 / 3'])
    expect([text, row.queryByText(text) !== null]).toEqual([text, true])
  expect(row.getByRole('img', { name: '2-8 63 %, 12-6 38 %, 10-4 0 %' })).toBeDefined()
  expect(screen.getByText('Directions of cut')).toBeDefined()
  const address = new URL(table.getByText('Rook 1').getAttribute('href') ?? '', 'http://course')
  expect(address.pathname).toBe('/missions')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startedFrom: '2026-11-20',
    startedTo: '2026-11-26',
    mowerId: MOWER,
  })
  expect(table.getByText("People's jobs").closest('a')).toBeNull()
  expect(table.queryByText('Cost')).toBeNull()
  expect(screen.getByText('The link was lost')).toBeDefined()
}, 120_000)

test.each([
  [0, /^Target cuts count by the fixed intervals/],
  [4, /^Target cuts count by growth/],
  [1.5, /^Of the target cuts, 1\.5 count by growth .* and 2\.5 by the fixed interval/],
])(
  'says by what the target counts where %s of 4 cuts are by growth',
  async (growthCuts, words) => {
    const answer = { ...report, total: { ...figures, growthCuts } }
    await open({ path: PATH, prepare: wire => wire.answer(lateCalls.reports.get, answer) })
    expect(await screen.findByText(words, undefined, SLOW)).toBeDefined()
  },
  120_000,
)

test('asks for the rows and days that a person chooses', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: w => w.answer(lateCalls.reports.get, report) })
  await user.click(await screen.findByText('Hole', undefined, SLOW))
  await waitFor(
    () =>
      expect(wire.asked.some(({ call, query }) => call === lateCalls.reports.get && query.by === 'hole')).toBe(true),
    SLOW,
  )
}, 120_000)

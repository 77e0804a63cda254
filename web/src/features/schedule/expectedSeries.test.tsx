/** The days of series that have no mission yet, beside the jobs of standing plans. */
import { calls, type PlannedJob } from '@greensward/contract'
import type { Mower, SeriesDay } from '@greensward/domain'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { loadAllTexts } from '../../i18n/index.ts'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'
import { ExpectedCount, ExpectedJobs } from './ExpectedJobs.tsx'
import { useExpectedJobs } from './expectedJobs.ts'

const SLOW = { timeout: 30_000 }
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const DAY = '2099-06-01'
const mower: Mower = sampleItem(calls.mowers.list, { id: idOf(3), name: 'Rook 1' } as never)

beforeAll(async () => {
  window.scrollTo = () => undefined
  await loadAllTexts()
})
afterEach(cleanup)

function Shown() {
  const { expectedJobs } = useExpectedJobs([DAY], DAY, true)
  const expected = expectedJobs.get(DAY)
  return (
    <>
      <ExpectedJobs day={DAY} expected={expected} mowers={[mower]} />
      <ExpectedCount day={DAY} expected={expected} />
    </>
  )
}

const show = (jobs: readonly PlannedJob[], series: readonly SeriesDay[]): void => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const query = { from: DAY, to: DAY }
  client.setQueryData(keyOf(calls.settings.get, {}), sampleAnswer(calls.settings.get, { timeZone: 'UTC' }))
  client.setQueryData(keyOf(calls.standingPlans.days, { query }), { items: [{ day: DAY, jobs, left: [] }] })
  client.setQueryData(keyOf(calls.standingPlans.list, { query: { perPage: 500 } }), { items: [], total: 0 })
  client.setQueryData(keyOf(calls.missions.seriesDays, { query }), { items: series })
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const occurrence = (n: number, title: string): SeriesDay => ({
  seriesId: idOf(n),
  day: DAY,
  title,
  startsAt: '2099-06-01T05:30:00.000Z',
  mowerId: idOf(3),
})

test('shows the missions that a series is going to have, with nothing to press, and counts them', async () => {
  show([], [occurrence(20, 'Fairway 4')])
  const expected = within(await screen.findByRole('region', { name: 'Expected from series' }, SLOW))
  expect(expected.getByRole('listitem').textContent).toBe('05:30 Fairway 4 · Rook 1')
  expect(expected.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Expected from standing plans' })).toBeNull()
  expect(screen.getByRole('link').textContent).toBe('1 zone expected')
})

test('counts jobs of standing plans and days of series together, without jobs that have their mission', async () => {
  const job = (missionId: string | null): PlannedJob => ({
    planId: idOf(1),
    featureId: idOf(11),
    title: 'Green 1',
    zoneTypeId: idOf(2),
    areaM2: 500,
    startsAt: '2099-06-01T04:00:00.000Z',
    endsAt: '2099-06-01T08:00:00.000Z',
    mowers: [],
    priority: 'normal',
    aheadOfPlay: false,
    direction: 'auto',
    pattern: 'auto',
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    cleanUpPass: 'everyDay',
    startsByItself: false,
    missionId,
    firstGroupAt: null,
  })
  show([job(null), job(idOf(90))], [occurrence(20, 'Fairway 4'), occurrence(21, 'Fairway 5')])
  await screen.findByRole('region', { name: 'Expected from series' }, SLOW)
  expect(screen.getByRole('region', { name: 'Expected from standing plans' }).textContent).toContain('1 zone')
  expect(screen.getByText('3 zones expected')).not.toBeNull()
})

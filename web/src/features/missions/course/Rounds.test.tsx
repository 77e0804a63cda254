/** The tours of a planned course: zones, times, and the charges in between. */
import { calls } from '@greensward/contract'
import type { CoursePlan } from '@greensward/domain'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../../api/queries.ts'
import { changeLanguage, loadAllTexts } from '../../../i18n/index.ts'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'
import type { Ground } from '../useGround.ts'
import { Rounds } from './Rounds.tsx'

const ID = '00000000-0000-4000-8000-000000000001'

beforeAll(() => {
  window.matchMedia ??= query => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
})
afterEach(cleanup)

const plan = (charges: CoursePlan['rounds'][number]['charges']): CoursePlan => ({
  rounds: [
    {
      mowerId: ID,
      bladeId: ID,
      stops: [
        {
          featureId: ID,
          leavesAt: '2030-06-03T05:00:00.000Z',
          startsAt: '2030-06-03T05:02:00.000Z',
          endsAt: '2030-06-03T06:00:00.000Z',
          way: [],
          wayM: 80,
          direction: '12-6',
          headingDeg: 0,
          areaM2: 900,
        },
      ],
      endsAt: '2030-06-03T06:00:00.000Z',
      lengthM: 2_400,
      battery: 1.34,
      charges,
    },
  ],
  left: [{ featureId: ID, reason: 'battery' }],
  endsAt: '2030-06-03T06:00:00.000Z',
  mapRevision: 1,
})

const titled = (id: string, title: string) => ({ id, kind: 'zone', properties: { title } })

const openRounds = async (
  language: 'en' | 'de' | 'es',
  shown: CoursePlan,
  features: readonly ReturnType<typeof titled>[] = [],
): Promise<void> => {
  await changeLanguage(language)
  await loadAllTexts()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(keyOf(calls.settings.get, {}), sampleAnswer(calls.settings.get, { timeZone: 'UTC' }))
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <Rounds plan={shown} ground={{ features, mowers: [] } as unknown as Ground} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const CHARGES = [
  { from: '2030-06-03T06:10:00.000Z', until: '2030-06-03T07:15:00.000Z', share: 0.8 },
  { from: '2030-06-03T09:00:00.000Z', until: '2030-06-03T09:40:00.000Z', share: 0.6 },
]

test.each([
  ['en', /^Charges in between at 06:10–07:15, 09:00–09:40\. Make a shift of these missions/],
  ['de', /^Lädt zwischendurch um 06:10–07:15, 09:00–09:40\. Legen Sie aus diesen Missionen eine Schicht an/],
  ['es', /^Carga entre medias a las 06:10–07:15, 09:00–09:40\. Cree un turno/],
] as const)('in %s it says when a mower charges and what brings it to its charger', async (language, text) => {
  await openRounds(language, plan(CHARGES))
  expect(screen.getByText(text)).not.toBeNull()
})

test('on one charge it says nothing of charging', async () => {
  await openRounds('en', plan([]))
  expect(screen.getByText(/^1 zones · .* · battery 134/)).not.toBeNull()
  expect(screen.queryByText(/Charges in between/)).toBeNull()
})

test('a plan that leaves zones out says so first, with their names by reason', async () => {
  const id = (index: number): string => `00000000-0000-4000-8000-00000000001${index}`
  await openRounds(
    'en',
    {
      ...plan([]),
      left: [
        { featureId: id(1), reason: 'battery' },
        { featureId: id(2), reason: 'noTime' },
        { featureId: id(3), reason: 'battery' },
      ],
    },
    [titled(id(1), 'Fairway 10'), titled(id(2), 'Rough 1'), titled(id(3), 'Fairway 2')],
  )
  const heading = screen.getByRole('heading', { name: '1 of 4 zones, done at 06:00' })
  const left = screen.getByRole('region', { name: 'Left out' })
  expect(left.querySelector('h3')?.textContent).toBe('3 zones are left out')
  expect([...left.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'the charge is not enough for it: Fairway 2, Fairway 10',
    'not enough time: Rough 1',
  ])
  const tour = document.querySelector('table')
  if (tour === null) throw new Error('no tour is shown')
  for (const before of [heading, left])
    expect(before.compareDocumentPosition(tour) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a plan in which no zone fits says so', async () => {
  await openRounds('en', { ...plan([]), rounds: [], endsAt: null })
  expect(screen.getByText('No zone fits into this time')).not.toBeNull()
})

// @vitest-environment jsdom
/** The tours of a planned course: zones, times, and the charges in between. */
import { calls } from '@greensward/contract'
import type { CoursePlan } from '@greensward/domain'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../../api/index.ts'
import { stage } from '../../../testing/openApp.tsx'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'
import type { Ground } from '../useGround.ts'
import { Rounds } from './Rounds.tsx'

const open = stage()
const ID = '00000000-0000-4000-8000-000000000001'
const SLOW = { timeout: 20_000 }

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

const openRounds = async (language: 'en' | 'de' | 'es', charges: Parameters<typeof plan>[0]): Promise<void> => {
  await open({
    path: '/account',
    language,
    prepare: wire => wire.answer(calls.settings.get, sampleAnswer(calls.settings.get, { timeZone: 'UTC' })),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <Rounds plan={plan(charges)} ground={{ features: [], mowers: [] } as unknown as Ground} />
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
  ['de', /^Lädt zwischendurch um 06:10–07:15, 09:00–09:40\. Machen Sie aus diesen Missionen eine Schicht/],
  ['es', /^Carga entre medias a las 06:10–07:15, 09:00–09:40\. Cree un turno/],
] as const)(
  'in %s it says when a mower charges and what brings it to its charger',
  async (language, text) => {
    await openRounds(language, CHARGES)
    expect(await screen.findByText(text, {}, SLOW)).not.toBeNull()
  },
  60_000,
)

test('on one charge it says nothing of charging', async () => {
  await openRounds('en', [])
  expect(await screen.findByText(/^1 zones · .* · battery 134/, {}, SLOW)).not.toBeNull()
  expect(screen.queryByText(/Charges in between/)).toBeNull()
}, 60_000)

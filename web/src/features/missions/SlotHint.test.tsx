/** The hint below the chosen time: whether it is free, and how long before the next group the mission ends. */
import { calls, type ResultOf } from '@greensward/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../api/index.ts'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'
import { SlotHint } from './SlotHint.tsx'

const open = stage()
const ID = '00000000-0000-4000-8000-000000000001'
const SLOW = { timeout: 20_000 }

type Margin = ResultOf<typeof calls.missions.slots>['margin']
const margin = (minutes: number, isFirst: boolean): Margin => ({
  fieldTitle: 'Green 7',
  doneAt: '2030-06-03T06:12:00.000Z',
  groupAt: '2030-06-03T07:03:00.000Z',
  isFirst,
  minutes,
  wantedMinutes: 20,
})

const openHint = async (language: 'en' | 'de', found: Margin): Promise<void> => {
  await open({
    path: '/account',
    language,
    prepare: wire => {
      wire.answer(calls.settings.get, sampleAnswer(calls.settings.get, { timeZone: 'UTC' }))
      wire.answer(calls.missions.slots, { conflicts: [], free: [], play: [], margin: found })
    },
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <SlotHint
          missionId={null}
          mowerId={ID}
          target={{ kind: 'zone', featureId: ID }}
          startsAt={new Date('2030-06-03T05:50:00Z')}
          durationS={1_320}
          onTake={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test.each([
  ['en', margin(51, true), 'Green 7 done 06:12, first group 07:03: 51 min'],
  ['en', margin(12, false), 'Green 7 done 06:12, next group 07:03: 12 min instead of 20'],
  ['de', margin(51, true), 'Green 7 fertig um 06:12, erste Gruppe 07:03: 51 min'],
] as const)(
  'in %s it says the margin',
  async (language, found, text) => {
    await openHint(language, found)
    expect(await screen.findByText(text, {}, SLOW)).not.toBeNull()
  },
  60_000,
)

test('without a group soon it says only that the time is free', async () => {
  await openHint('en', null)
  expect(await screen.findByText('Free in the schedule', {}, SLOW)).not.toBeNull()
  expect(screen.queryByText(/group/)).toBeNull()
}, 60_000)

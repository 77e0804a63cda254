/** The page of a mission that has ended shows what was, not what was forecast. */
import { calls } from '@greensward/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'

const open = stage()
const ID = '00000000-0000-4000-8000-000000000001'

test('an ended mission has its real duration and end', async () => {
  await open({
    path: `/missions/${ID}`,
    prepare: wire => {
      wire.answer(
        calls.missions.get,
        sampleAnswer(calls.missions.get, {
          id: ID,
          status: 'done',
          startedAt: '2026-11-25T05:00:00.000Z',
          endedAt: '2026-11-25T05:13:00.000Z',
        } as never),
      )
      // Without the course the page shows no map, which this document cannot draw.
      wire.hold(calls.map.get)
    },
  })
  expect(await screen.findByText('13 min', undefined, { timeout: 20_000 })).toBeDefined()
  expect(screen.getByText(/^ended at \d\d:13, planned /)).toBeDefined()
  expect(screen.queryByText(/done at/)).toBeNull()
})

test('a drive that has ended says what was driven, and nothing of mowing', async () => {
  await open({
    path: `/missions/${ID}`,
    prepare: wire => {
      wire.answer(
        calls.missions.get,
        sampleAnswer(calls.missions.get, {
          id: ID,
          status: 'done',
          progress: 1,
          target: { kind: 'drive', featureId: ID },
          startedAt: '2026-11-25T05:00:00.000Z',
          endedAt: '2026-11-25T05:13:00.000Z',
        } as never),
      )
      wire.hold(calls.map.get)
    },
  })
  expect(await screen.findByText('13 min', undefined, { timeout: 20_000 })).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'driven' })).toBeDefined()
  expect(screen.queryByText(/mown|Coverage|Mission area/)).toBeNull()
})

/** The figures of a mower on its page, by what it reports. */
import { calls } from '@greensward/contract'
import { SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'

const shown = async (telemetry: Partial<Telemetry>) => {
  await open({
    path: `/garage/vehicle/${MOWER}`,
    role: 'ROLE_GREENKEEPER',
    prepare: wire => {
      const row = sampleItem(calls.garage.list, { id: MOWER, title: 'Rook 1', vehicleType: 'mower' })
      wire.answer(calls.garage.list, { items: [row], total: 1 } as never)
      const now = { ...SILENT_TELEMETRY, ageMs: 100, link: 'live', ...telemetry }
      const vehicle = sampleItem(calls.live.vehicles, { id: MOWER, kind: 'mower', telemetry: now })
      wire.answer(calls.live.vehicles, { items: [vehicle] } as never)
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Now' }, { timeout: 60_000 }))
  await panel.findByText('Live')
  return panel.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent])
}

test('a mower with a GPS fix shows it', async () => {
  expect(await shown({ fixType: 'rtkFixed', accuracyM: 0.02 })).toContainEqual(['RTK', 'Fixed'])
})

test('a machine that reports no fix shows how exact its position is', async () => {
  const facts = await shown({ fixType: null, accuracyM: 0.04 })
  expect(facts).toContainEqual(['Position accuracy', '± 0.1 m'])
  expect(facts.map(([title]) => title)).not.toContain('RTK')
})

test('one that reports neither is said to be unknown', async () => {
  expect(await shown({ fixType: null, accuracyM: null })).toContainEqual(['RTK', 'Unknown'])
})

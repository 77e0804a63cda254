import { calls } from '@greensward/contract'
import { said } from '@greensward/messages'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { queryClient } from '../../../api/index.ts'
import { loadAllTexts } from '../../../i18n/index.ts'
import { stage } from '../../../testing/openApp.tsx'
import type { Wire } from '../../../testing/wire.ts'
import { Changes } from './Changes.tsx'
import type { Past } from './usePast.ts'

const open = stage()
const PAST: Past = {
  revision: null,
  features: null,
  isReading: false,
  error: null,
  comparison: null,
  look: () => undefined,
  compare: () => undefined,
}
const counts = { who: 'Mara Holt', at: '2026-11-20T05:42:00.000Z', added: 0, updated: 1, removed: 0 }
const WRITTEN = { revision: 7, label: 'Rename Zone 1', said: null, ...counts }
const UNDONE = {
  revision: 8,
  label: 'Undo: Changed by another program: Green 3',
  said: said('changeUndone', { change: said('changedByProgram', { feature: 'Green 3' }) }),
  ...counts,
}

const openChanges = async (prepare: (wire: Wire) => void): Promise<Wire> => {
  const { wire } = await open({ path: '/account', language: 'de', prepare })
  await loadAllTexts()
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <Changes past={PAST} mayEdit zoneTypes={[]} holes={[]} onShow={() => undefined} onName={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return wire
}

test('a label that no person wrote is in the language of the reader, wherever it is named', async () => {
  const user = userEvent.setup()
  const inGerman = 'Rückgängig: Von einem anderen Programm geändert: Green 3'
  const wire = await openChanges(wire => {
    wire.answer(calls.map.changes, { items: [UNDONE, WRITTEN], total: 2 })
    wire.answer(calls.mapHistory.change, { ...UNDONE, added: [], removed: [], updated: [] })
  })
  expect(await screen.findByText('Rename Zone 1')).toBeDefined()
  await user.click(screen.getByRole('button', { name: new RegExp(inGerman) }))
  wire.refuse(calls.map.revert, { kind: 'conflict', ...said('notFound'), message: 'In English' })
  await user.click(await screen.findByRole('button', { name: new RegExp(`^.+${inGerman}$`) }))
  const failed = await screen.findByText(new RegExp(`${inGerman}.*`), { selector: '[role=alert] *' })
  expect(within(document.body).queryByText(/Undo:|In English/)).toBeNull()
  expect(failed).toBeDefined()
})

test('a history that cannot be read says why, and is read again', async () => {
  const user = userEvent.setup()
  const wire = await openChanges(wire =>
    wire.refuse(calls.map.changes, { kind: 'internal', ...said('internal'), message: 'In English' }),
  )
  const retry = await screen.findByRole('button', { name: 'Erneut versuchen' })
  wire.answer(calls.map.changes, { items: [], total: 0 })
  await user.click(retry)
  expect(await screen.findByText('Noch keine Änderungen')).toBeDefined()
})

test('a change that no person made has the system for its author, in the language of the reader', async () => {
  await openChanges(wire => {
    wire.answer(calls.map.changes, { items: [{ ...WRITTEN, who: 'system' }], total: 1 })
  })
  expect(await screen.findByRole('button', { name: /Rename Zone 1.*System · / })).toBeDefined()
})

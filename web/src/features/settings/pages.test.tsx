/** What administrators read of the audit log and of backups. */
import { lateCalls } from '@greensward/contract/late'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 20_000 }

test('the audit log names things and fields in the words of the reader', async () => {
  const user = userEvent.setup()
  await open({
    path: '/settings/audit',
    language: 'de',
    prepare: wire =>
      wire.answer(lateCalls.audit.list, {
        items: [
          sampleItem(lateCalls.audit.list, {
            action: 'mower.update',
            subject: 'mower',
            subjectId: '00000000-0000-4000-8000-000000000001',
            subjectName: 'Rook 1',
            details: { before: { name: 'Rook', inService: false }, after: { name: 'Rook 1', inService: true } },
          } as never),
        ],
        total: 1,
      } as never),
  })
  await screen.findByRole('cell', { name: 'Rook 1' }, SLOW)
  expect(screen.queryByText('00000000-0000-4000-8000-000000000001')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Mäher: geändert/ }))
  const sheet = within(await screen.findByRole('dialog'))
  const row = sheet.getByText('In Wartung').closest('tr')
  expect([...(row?.cells ?? [])].map(cell => cell.textContent)).toEqual(['In Wartung', 'Nein', 'Ja'])
})

test('a course without backups is not well, and one is made by a press', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/operation',
    prepare: wire =>
      wire.answer(
        lateCalls.operation.status,
        sampleAnswer(lateCalls.operation.status, { degraded: [], backups: { everyHours: null, items: [] } } as never),
      ),
  })
  await screen.findByText('Works, but is not backed up', undefined, SLOW)
  await user.click(screen.getByRole('button', { name: 'Back up now' }))
  await waitFor(() => expect(wire.asked.some(({ call }) => call.path === lateCalls.operation.backUp.path)).toBe(true))
})

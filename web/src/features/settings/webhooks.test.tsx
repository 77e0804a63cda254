/** The page of webhooks: adding one, trying it, and sending again what failed. */
import { lateCalls } from '@greensward/contract/late'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 20_000 }
const ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-11-20T06:15:00.000Z'
const webhook = {
  id: ID,
  name: 'Club',
  host: 'hooks.example.org',
  kinds: ['stop' as const],
  enabled: true,
  updatedAt: AT,
  triedAt: AT,
  problem: 'httpStatus' as const,
  detail: 'It answered 500',
  waiting: 0,
  dead: 1,
}

test('a new webhook shows its secret once', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/webhooks',
    prepare: wire => {
      wire.answer(lateCalls.webhooks.list, { items: [webhook], total: 1 })
      wire.answer(lateCalls.webhooks.create, { ...webhook, name: 'Chat', secret: 'whsec_abc' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }, SLOW))
  const sheet = within(await screen.findByRole('dialog'))
  await user.type(sheet.getByLabelText('Title'), 'Chat')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sheet.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true'))
  await user.type(sheet.getByLabelText('Address'), 'https://chat.example.org/hook')
  await user.click(sheet.getByLabelText('Order'))
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Secret of Chat')).value).toBe('whsec_abc')
  expect(wire.bodiesOf(lateCalls.webhooks.create)).toEqual([
    {
      name: 'Chat',
      address: 'https://chat.example.org/hook',
      kinds: ['missionDone', 'missionMissed', 'missionFailed', 'stop', 'noGo', 'cartAlarm'],
      enabled: true,
    },
  ])
})

test('what failed for good is sent again by a press', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/webhooks',
    prepare: wire => {
      wire.answer(lateCalls.webhooks.list, { items: [webhook], total: 1 })
      wire.answer(lateCalls.webhooks.deliveries, {
        items: [
          {
            ...{ id: ID, kind: 'stop', createdAt: AT, tries: 8, problem: 'httpStatus', detail: '', body: '{}' },
            dueAt: null,
          } as const,
        ],
        total: 1,
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Calls: Club' }, SLOW))
  expect(await screen.findByText('Failed after 8 tries. The receiver refused.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(wire.asked.some(({ call }) => call === lateCalls.webhooks.sendAgain)).toBe(true))
})

test('a secret is replaced only after a question', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/webhooks',
    prepare: wire => {
      wire.answer(lateCalls.webhooks.list, { items: [webhook], total: 1 })
      wire.answer(lateCalls.webhooks.newSecret, { secret: 'whsec_next' })
    },
  })
  const isReplaced = (): boolean => wire.asked.some(({ call }) => call === lateCalls.webhooks.newSecret)
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'New secret: Club' }, SLOW))
    return within(await screen.findByRole('dialog', { name: 'Replace the secret of Club?' }))
  }
  await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isReplaced()).toBe(false)
  await user.click((await ask()).getByRole('button', { name: 'Replace secret' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Secret of Club')).value).toBe('whsec_next')
  expect(isReplaced()).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

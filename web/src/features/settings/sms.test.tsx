/** The page of text messages: a message that is tried before anything is saved, and keys that stay where they are. */
import type { SmsSettings } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 20_000 }
const settings: SmsSettings = {
  ...{ enabled: false, body: '', bodyType: 'json', expects: '', host: 'sms.example.org', hasHeaders: true },
  ...{ triedAt: '2026-11-20T06:15:00.000Z', problem: 'rateLimited', detail: 'It answered 429', waiting: 2 },
}
const BODY = '{"to": "{to}", "text": "{text}"}'

test('a message is tried by what is in the fields, and what is stored is not typed again', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/sms',
    prepare: wire => {
      wire.answer(calls.sms.settings, settings)
      wire.answer(calls.sms.test, { problem: 'unexpectedAnswer', detail: 'no credit' })
      wire.answer(calls.sms.update, { ...settings, enabled: true, body: BODY })
    },
  })
  const body = await screen.findByLabelText('Body', undefined, SLOW)
  expect(screen.getByText(/^The gateway accepts no more messages for now\./)).toBeDefined()
  expect(screen.getByText('Stored for sms.example.org; type a new one to replace it')).toBeDefined()
  fireEvent.change(body, { target: { value: BODY } })
  await user.type(screen.getByLabelText('Phone number'), '+353 1 234')
  await user.click(screen.getByRole('button', { name: 'Send test message' }))
  expect(await screen.findByText(/not with the expected text/)).toBeDefined()
  expect(wire.bodiesOf(calls.sms.test)).toEqual([{ body: BODY, bodyType: 'json', expects: '', to: '+353 1 234' }])
  expect(wire.asked.some(({ call }) => call === calls.sms.update)).toBe(false)
  await user.type(screen.getByLabelText('Phone number'), '5')
  expect(screen.queryByText(/not with the expected text/)).toBeNull()
  await user.click(screen.getByRole('switch', { name: /Send text messages/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.sms.update)).toEqual([{ enabled: true, body: BODY }]))
})

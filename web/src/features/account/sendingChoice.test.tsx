/** What a person is sent, chosen in the account. */
import { calls } from '@greensward/contract'
import type { RoleSlug } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 20_000 }
const CHOICE = { email: 'info', push: 'alarm', quietFrom: null, quietTo: null, language: 'en' } as const

const openChoice = async (role: RoleSlug, change: object = {}) => {
  const { wire } = await open({
    path: '/account',
    role,
    prepare: wire => {
      wire.answer(calls.notifications.choice, { ...CHOICE, ...change })
      wire.answer(calls.notifications.choose, { ...CHOICE, ...change })
    },
  })
  const group = within(await screen.findByRole('group', { name: 'Subjects of the messages' }, SLOW))
  const boxes = () => group.getAllByRole<HTMLInputElement>('checkbox')
  const save = (): HTMLButtonElement | null =>
    boxes()[0]?.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]') ?? null
  return { wire, group, boxes, save }
}

test('a subject is left out and taken back, and what was chosen is sent', async () => {
  const user = userEvent.setup()
  const { wire, group, boxes, save } = await openChoice('ROLE_ADMIN', { silentSubjects: ['cart'] })
  expect(boxes().map(box => box.checked)).toEqual([true, false, true, true, true, true])
  await user.click(group.getByRole('checkbox', { name: 'Mission' }))
  await user.click(group.getByRole('checkbox', { name: 'Mission' }))
  expect(save()?.disabled).toBe(true)
  await user.click(group.getByRole('checkbox', { name: 'Order' }))
  await user.click(group.getByRole('checkbox', { name: 'Golf cart' }))
  await user.click(save() as HTMLButtonElement)
  await waitFor(() => expect(wire.bodiesOf(calls.notifications.choose)).toMatchObject([{ silentSubjects: ['order'] }]))
})

test('staff of the bar are offered what they are notified of, and keep what they chose in another role', async () => {
  const user = userEvent.setup()
  const { wire, group, boxes, save } = await openChoice('ROLE_BUGGY_BAR', { silentSubjects: ['mower'] })
  expect(boxes().map(box => box.value)).toEqual(['cart', 'order', 'system'])
  await user.click(group.getByRole('checkbox', { name: 'Golf cart' }))
  await user.click(save() as HTMLButtonElement)
  await waitFor(() =>
    expect(wire.bodiesOf(calls.notifications.choose)).toMatchObject([{ silentSubjects: ['mower', 'cart'] }]),
  )
})

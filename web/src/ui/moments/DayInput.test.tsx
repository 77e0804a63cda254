/** Days and times are typed and shown as the reader's language has them, also in a browser of another language. */
import { lateCalls } from '@greensward/contract/late'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()

const SLOW = { timeout: 20_000 }
const asked = (wire: Awaited<ReturnType<typeof open>>['wire']) =>
  wire.asked.filter(one => one.call.path === lateCalls.audit.list.path).map(one => one.query.from)

test('a day is typed as German has it, and put back where it stays half typed', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/settings/audit', language: 'de' })
  const [from] = await screen.findAllByPlaceholderText<HTMLInputElement>('TT.MM.JJJJ', undefined, SLOW)
  if (from === undefined) throw new Error('no field')
  await user.type(from, '5.11.2026')
  await waitFor(() => expect(asked(wire).at(-1)).toMatch(/^2026-11-0[45]T/))
  await user.tab()
  expect(from.value).toBe('05.11.2026')
  await user.clear(from)
  await user.type(from, 'bald')
  await user.tab()
  expect(from.value).toBe('')
})

test('a day is chosen from the calendar by keys', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/settings/audit?from=2026-11-05' })
  const [button] = await screen.findAllByRole('button', { name: 'Open calendar' }, SLOW)
  await user.click(button as HTMLElement)
  await screen.findByText('November 2026', undefined, SLOW)
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-05'), SLOW)
  await user.keyboard('{PageUp}{ArrowRight}')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-10-06'), SLOW)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked(wire).at(-1)).toMatch(/^2026-10-0[56]T/), SLOW)
  await waitFor(() => expect(screen.queryByText('October 2026')).toBeNull(), SLOW)
})

test('a time has twenty-four hours, and 530 is half past five', async () => {
  const user = userEvent.setup()
  await open({ path: '/account', role: 'ROLE_GREENKEEPER' })
  const [from] = await screen.findAllByPlaceholderText<HTMLInputElement>('HH:MM', undefined, SLOW)
  if (from === undefined) throw new Error('no field')
  await user.clear(from)
  await user.type(from, '530')
  await user.tab()
  expect(from.value).toBe('05:30')
  await user.clear(from)
  await user.type(from, '17.45')
  await user.tab()
  expect(from.value).toBe('17:45')
})

test.each(['/day?day=2026-11-05', '/jobs?view=board&day=2026-11-05', '/morning?day=2026-11-05'])(
  'the day of %s is written in German, and its calendar belongs to its button',
  async path => {
    await open({ path, language: 'de' })
    const day = await screen.findByDisplayValue<HTMLInputElement>('05.11.2026', undefined, SLOW)
    // A field for text cannot be unfolded: screen readers ignore that there, and axe refuses it.
    expect(day.hasAttribute('aria-expanded')).toBe(false)
    expect(screen.getByRole('button', { name: 'Kalender öffnen' }).getAttribute('aria-expanded')).toBe('false')
  },
)

/** The menu leads to reports and to the own account, on a desk and on a phone. */
import { may, ROLE_SLUGS } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { placesFor } from './places.tsx'

const open = stage()

describe('reports in the menu', () => {
  test.each(ROLE_SLUGS)('of %s, as far as the server answers this role', role => {
    expect(placesFor(role).some(({ name }) => name === 'reports')).toBe(may(role, 'reports.read'))
  })

  test('are named in the navigation, and below More on phones', async () => {
    const user = userEvent.setup()
    await open({ path: '/account', role: 'ROLE_GREENKEEPER' })
    const [rail, bar] = await screen.findAllByRole('navigation', { name: 'Main navigation' }, { timeout: 60_000 })
    const link = within(rail as HTMLElement).getByRole('link', { name: 'Reports' })
    expect(link.getAttribute('href')).toBe('/reports')
    await user.click(within(bar as HTMLElement).getByRole('button', { name: /^More/ }))
    const sheet = await screen.findByRole('dialog', { name: 'More' }, { timeout: 60_000 })
    expect(within(sheet).getByRole('link', { name: 'Reports' }).getAttribute('href')).toBe('/reports')
  }, 120_000)
})

test.each([
  ['ROLE_GREENKEEPER', ['Map', 'Today', 'Schedule', 'Missions', 'Garage']],
  ['ROLE_BUGGY_BAR', ['Map', 'Jobs', 'Restaurant']],
] as const)(
  'the bar of phones has what %s opens most',
  async (role, names) => {
    await open({ path: '/account', role })
    const bars = await screen.findAllByRole('navigation', { name: 'Main navigation' }, { timeout: 60_000 })
    const links = within(bars[1] as HTMLElement).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(names)
  },
  120_000,
)

test('the own account is below More on phones', async () => {
  const user = userEvent.setup()
  await open({ path: '/garage', role: 'ROLE_MANAGER' })
  const bars = await screen.findAllByRole('navigation', { name: 'Main navigation' }, { timeout: 60_000 })
  await user.click(within(bars[1] as HTMLElement).getByRole('button', { name: /^More/ }))
  const sheet = await screen.findByRole('dialog', { name: 'More' }, { timeout: 60_000 })
  await user.click(within(sheet).getByRole('link', { name: 'My account' }))
  expect(await screen.findByRole('heading', { name: 'My account' }, { timeout: 60_000 })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull())
}, 120_000)

// @vitest-environment jsdom
/** The page of the grass links to the pages beside it, as far as its reader may open them. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }

test('who may read reports opens them from the grass', async () => {
  await open({ path: '/missions/grass', role: 'ROLE_GREENKEEPER' })
  const link = await screen.findByRole('link', { name: 'Reports' }, SLOW)
  expect(link.getAttribute('href')).toBe('/reports')
  expect(screen.getByRole('button', { name: 'Record' })).toBeDefined()
}, 120_000)

test('who may only look sees neither reports nor entry of records', async () => {
  await open({ path: '/missions/grass', role: 'ROLE_TEST_USER' })
  expect(await screen.findByText('No zones to mow yet', undefined, SLOW)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
}, 120_000)

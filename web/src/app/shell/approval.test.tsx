import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ADA, stage } from '../../testing/openApp.tsx'

const open = stage()

test('an applicant reaches the own profile and comes back, and no other page', async () => {
  const user = userEvent.setup()
  await open({ path: '/missions', role: 'ROLE_APPLICANT' })
  expect(await screen.findByRole('heading', { name: 'Access waits for approval' })).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'My account' }))
  expect(await screen.findByDisplayValue(ADA.fullname)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Stop all' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Access waits for approval' }))
  expect(await screen.findByRole('button', { name: 'Check again' })).toBeDefined()
})

import { calls } from '@greensward/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../../testing/openApp.tsx'
import { sampleItem } from '../../../testing/sampleAnswer.ts'

const open = stage()
const CARTS = ['Cart 10', 'Cart 1', 'Cart 2']
const idOf = (index: number): string => `00000000-0000-4000-8000-00000000001${index}`

/** The control panel of a narrow screen, with the field of the search. */
const openSearch = async () => {
  const user = userEvent.setup()
  await open({
    path: '/map',
    prepare: wire => {
      // The map draws on a real canvas, which only a browser has.
      wire.hold(calls.map.get)
      const items = CARTS.map((name, index) => sampleItem(calls.carts.list, { id: idOf(index), name } as never))
      wire.answer(calls.carts.list, { items, total: items.length } as never)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Layers' }))
  return { user, field: await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search on the map' }) }
}

test('a name and Enter select the thing that bears it, whole numbers first', async () => {
  const { user, field } = await openSearch()
  await user.type(field, 'cart 1')
  await waitFor(() =>
    expect(screen.getAllByRole('option', { hidden: true }).map(option => option.textContent)).toEqual([
      'Cart 1',
      'Cart 10',
    ]),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(new URLSearchParams(window.location.search).get('sel')).toBe(`cart:${idOf(1)}`))
})

test('a slash leads to the field, and is a slash there', async () => {
  const { user, field } = await openSearch()
  await user.click(document.body)
  await user.keyboard('/')
  expect(document.activeElement).toBe(field)
  await user.keyboard('a/b')
  expect(field.value).toBe('a/b')
})

test('a name that is not there says so and selects nothing', async () => {
  const { user, field } = await openSearch()
  await user.type(field, 'pond')
  expect(await screen.findByText('Nothing on the map has this name')).toBeDefined()
  await user.keyboard('{Enter}')
  expect(window.location.search).not.toContain('sel=')
})

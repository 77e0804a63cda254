import { calls } from '@greensward/contract'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'
const BASE = '00000000-0000-4000-8000-000000000002'

const garage = (wire: Wire): void => {
  // The map draws on a real canvas, which only a browser has.
  wire.hold(calls.map.get)
  const mower = sampleItem(calls.mowers.list, { id: MOWER, name: 'Rook 1' })
  wire.answer(calls.mowers.list, { items: [mower], total: 1 } as never)
  const base = sampleItem(calls.bases.list, {
    id: BASE,
    name: 'Bay 1',
    position: [-2.8, 52.7],
    approach: [[-2.8, 52.6999]],
    headingDeg: 90,
    mowerId: MOWER,
  })
  wire.answer(calls.bases.list, { items: [base], total: 1 } as never)
}

const dialog = () => within(screen.getByRole('dialog'))
const paste = async (user: UserEvent, name: string, text: string): Promise<void> => {
  await user.tripleClick(dialog().getByLabelText(name))
  await user.paste(text)
}
const save = (user: UserEvent): Promise<void> => user.click(dialog().getByRole('button', { name: 'Save' }))

test('a base without a position is refused, and saved with the numbers of one', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/garage/bases', prepare: garage })
  await user.click((await screen.findAllByRole('button', { name: 'Add base' }))[0] as HTMLElement)
  await screen.findByRole('dialog')
  await user.type(dialog().getByLabelText('Name'), 'Bay 2')
  await save(user)
  expect((await dialog().findAllByText('Must be given')).length).toBe(2)
  await paste(user, 'Longitude', '-2.8001')
  await paste(user, 'Latitude', '52.7001')
  await user.click(dialog().getByRole('button', { name: 'Add point' }))
  await paste(user, 'Latitude of point 1', '52.7')
  await save(user)
  await waitFor(() => expect(wire.bodiesOf(calls.bases.create)).toHaveLength(1))
  expect(wire.bodiesOf(calls.bases.create)[0]).toEqual({
    name: 'Bay 2',
    position: [-2.8001, 52.7001],
    headingDeg: 0,
    approach: [[-2.8001, 52.7]],
    hasCharger: false,
    mowerId: null,
  })
})

test('a base opens with its values, and the refusal of its mower is shown beside the mower', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/garage/bases',
    prepare: w => {
      garage(w)
      w.refuse(calls.bases.update, {
        kind: 'conflict',
        ...said('mowerHasBase', { base: 'Bay 7' }),
        message: 'In English',
        fields: { 'body.mowerId': said('parksAt', { base: 'Bay 7' }) },
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await screen.findByRole('dialog')
  await user.click(dialog().getByRole('button', { name: 'Remove point 1' }))
  await save(user)
  expect(await dialog().findByText('Parks at Bay 7')).toBeDefined()
  expect(wire.bodiesOf(calls.bases.update)[0]).toMatchObject({ mowerId: MOWER, approach: [], position: [-2.8, 52.7] })
})

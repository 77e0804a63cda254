import { calls } from '@greensward/contract'
import { said } from '@greensward/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'

const open = stage()
const idOf = (index: number): string => `00000000-0000-4000-8000-00000000000${index}`
const moved = ['Fairway 4', 'Green 7'].map((title, index) => ({
  id: idOf(index),
  title,
  from: '2026-11-27T06:00:00.000Z',
  to: '2026-11-28T06:00:00.000Z',
}))

/** A person ends rain mode on a page without a map. */
const endRain = async (items: typeof moved) => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/account',
    prepare: w => {
      w.answer(calls.settings.get, sampleAnswer(calls.settings.get, { rainMode: 'true' }))
      w.answer(calls.settings.update, sampleAnswer(calls.settings.update, { rainMode: 'false' }))
      w.answer(calls.missions.movedForRain, { items, total: items.length })
      w.answer(calls.missions.moveBack, {
        moved: 1,
        stayed: [{ id: idOf(1), title: 'Green 7', why: said('changedSinceRain') }],
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Rain mode/ }))
  await user.click(await screen.findByRole('button', { name: 'Turn rain mode off' }))
  await waitFor(() => expect(wire.asked.some(({ call }) => call === calls.missions.movedForRain)).toBe(true))
  return { user, wire }
}

test('the end of rain mode offers to move back what it moved, and says what stays and why', async () => {
  const { user, wire } = await endRain(moved)
  expect(await screen.findByText(/^Rain mode had moved: Fairway 4 \(.*\), Green 7 \(.*\)\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Move back' }))
  await waitFor(() => expect(wire.bodiesOf(calls.missions.moveBack)).toEqual([{ ids: [idOf(0), idOf(1)] }]))
  expect(await screen.findByText('1 mission moved back')).toBeDefined()
  expect(await screen.findByText('Green 7 stays where it is')).toBeDefined()
})

test('it offers nothing where rain has moved nothing', async () => {
  await endRain([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Move back' })).toBeNull()
})

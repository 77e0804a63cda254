/** A marshal keeps the club's own ready texts where messages to carts are written. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { ReadyTexts } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Opened, type Opening, stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 30_000 }
const { readyTexts, changeReadyTexts } = lateCalls.cartMessages
const cartId = '00000000-0000-4000-8000-000000000001'
const BUILT_IN = 'Please let the group behind you play through.'

interface Club extends Opened {
  /** What somebody else changes. */
  readonly store: (texts: string[]) => void
}

/** The sheet of messages to the cart of a running round, of a club with these texts. */
const openSheet = async (texts: string[], opening: Partial<Opening> = {}): Promise<Club> => {
  let changes = 0
  let stored: ReadyTexts & { updatedAt: string | null } = { texts, hidesBuiltIn: false, updatedAt: null }
  const store = (value: ReadyTexts) => {
    changes += 1
    stored = { ...value, updatedAt: `2030-01-01T06:00:0${changes}.000Z` }
    return stored
  }
  const opened = await open({
    path: '/garage/rounds',
    role: 'ROLE_BUGGY_ADMIN',
    prepare: wire => {
      const round = sampleItem(calls.rounds.list, { cartId, cartName: 'Cart 1', finishedAt: null } as never)
      wire.answer(calls.rounds.list, { items: [round], total: 1 })
      wire.answer(readyTexts, () => stored)
      wire.answer(changeReadyTexts, ({ body }) => store(body as ReadyTexts))
    },
    ...opening,
  })
  await userEvent.click(await screen.findByRole('button', { name: /Cart 1$/ }, SLOW))
  await screen.findByRole('dialog', undefined, SLOW)
  return { ...opened, store: texts => void store({ ...stored, texts }) }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name }, SLOW)
const missing = (name: string) => waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull(), SLOW)
const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })

test('offers the texts of the club after the built-in ones, and keeps one that was just written', async () => {
  const user = userEvent.setup()
  const { wire } = await openSheet(['The kiosk is open.'])
  await user.click(await button('The kiosk is open.'))
  expect(message().value).toBe('The kiosk is open.')
  const offered = within(screen.getByRole('group', { name: 'Ready texts' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(offered.slice(-3)).toEqual([expect.stringMatching(/^A storm/), 'The kiosk is open.', 'Change ready texts'])
  // It is one already.
  expect(screen.queryByRole('button', { name: 'Keep as a ready text' })).toBeNull()
  await user.clear(message())
  await user.type(message(), ' Keep left of the pond. ')
  await user.click(await button('Keep as a ready text'))
  await button('Keep left of the pond.')
  await missing('Keep as a ready text')
  expect(wire.bodiesOf(changeReadyTexts)).toEqual([
    { texts: ['The kiosk is open.', 'Keep left of the pond.'], hidesBuiltIn: false, updatedAt: null },
  ])
})

test('changes a text, removes one and takes that back, and hides the built-in ones', async () => {
  const user = userEvent.setup()
  const { wire } = await openSheet(['Fog at nine', 'Frost at ten'])
  await user.click(await button('Change ready texts'))
  await user.click(await button('Edit: Fog at nine'))
  const field = screen.getByRole('textbox', { name: 'Edit: Fog at nine' })
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Fog at eight')
  await user.click(await button('Save'))
  await user.click(await button('Delete: Fog at eight'))
  await missing('Delete: Fog at eight')
  await user.click(await button('Undo'))
  await button('Delete: Fog at eight')
  await user.click(screen.getByRole('checkbox', { name: 'Offer the built-in texts' }))
  await user.click(await button('Done'))
  await button('Fog at eight')
  await missing(BUILT_IN)
  expect(wire.bodiesOf(changeReadyTexts).map(({ texts, hidesBuiltIn }) => [...texts, hidesBuiltIn])).toEqual([
    ['Fog at eight', 'Frost at ten', false],
    ['Frost at ten', false],
    ['Fog at eight', 'Frost at ten', false],
    ['Fog at eight', 'Frost at ten', true],
  ])
})

test('says why a text is not kept, and leaves the message as it is', async () => {
  const user = userEvent.setup()
  const { wire } = await openSheet(['Fog at nine'])
  wire.refuse(changeReadyTexts, {
    ...{ kind: 'invalid', ...said('invalid'), message: 'In English' },
    fields: { 'body.texts.1': said('readyTextTwice', { number: 1 }) },
  })
  await button('Fog at nine')
  await user.type(message(), 'fog at nine')
  await user.click(await button('Keep as a ready text'))
  const note = await screen.findByRole('alert', undefined, SLOW)
  expect(note.textContent).toContain('The ready texts were not changed')
  expect(note.textContent).toContain('Is the same as text 1. Change it, or remove one of the two')
  expect(message().value).toBe('fog at nine')
})

test('shows what another person keeps without a reload', async () => {
  const { announce, store } = await openSheet([])
  await button(BUILT_IN)
  store(['Please rake the bunkers.'])
  announce({ subject: 'readyTexts' })
  await button('Please rake the bunkers.')
})

test('offers the built-in texts where those of the club cannot be read', async () => {
  await openSheet(['Fog at nine'], {
    prepare: wire => {
      const round = sampleItem(calls.rounds.list, { cartId, cartName: 'Cart 1', finishedAt: null } as never)
      wire.answer(calls.rounds.list, { items: [round], total: 1 })
      wire.refuse(readyTexts, { kind: 'forbidden', ...said('forbidden'), message: 'In English' })
    },
  })
  await button(BUILT_IN)
  await missing('Change ready texts')
})

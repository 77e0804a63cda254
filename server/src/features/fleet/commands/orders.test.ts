/** Who asks another server for an order: what is sent, and what servers of this and of earlier versions read from it. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { actorOf, asking, askingOf } from './orders.ts'

/** As servers read it before programs sent orders. */
const earlier = z.object({ user: z.object({ id: z.number(), fullname: z.string() }).optional() })
const PERSON = { user: { id: 7, fullname: 'Greta Green' } }
const PROGRAM = { user: { id: null, fullname: 'Home Assistant' } }

const sent = (actor: Parameters<typeof askingOf>[0]): unknown => JSON.parse(JSON.stringify(askingOf(actor)))

test('a server of an earlier version takes the order of a program, as one of the server itself', () => {
  expect(earlier.parse(sent(PROGRAM))).toEqual({})
  expect(earlier.parse(sent(PERSON))).toEqual(PERSON)
})

test('a server of this version knows the person, the program and the server itself', () => {
  for (const actor of [PERSON, PROGRAM, {}]) expect(actorOf(z.object(asking).parse(sent(actor)))).toEqual(actor)
})

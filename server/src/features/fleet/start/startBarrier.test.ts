import { expect, test } from 'vitest'
import { type BarrierTurn, createStartBarrier } from './startBarrier.ts'

const LONG_MS = 600_000

/** The names of the starts that have passed, in order. */
const watched = (goes: Readonly<Record<string, Promise<void>>>): string[] => {
  const gone: string[] = []
  for (const [name, go] of Object.entries(goes)) void go.then(() => gone.push(name))
  return gone
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
const never = new AbortController().signal

test('a single start passes at once', async () => {
  await createStartBarrier(LONG_MS).join('fairway').ready(never)
})

test('the first start waits for the others of its zone, and all pass at the same moment', async () => {
  const barrier = createStartBarrier(LONG_MS)
  const [one, two, elsewhere] = ['fairway', 'fairway', 'green'].map(zone => barrier.join(zone)) as [
    BarrierTurn,
    BarrierTurn,
    BarrierTurn,
  ]
  const gone = watched({ one: one.ready(never), elsewhere: elsewhere.ready(never) })
  await settled()
  expect(gone).toEqual(['elsewhere'])
  await two.ready(never)
  await settled()
  expect(gone).toEqual(['elsewhere', 'one'])
})

test('no start waits for one that has ended', async () => {
  const barrier = createStartBarrier(LONG_MS)
  const [one, two] = [barrier.join('fairway'), barrier.join('fairway')]
  const gone = watched({ one: one.ready(never) })
  two.leave()
  two.leave()
  await settled()
  expect(gone).toEqual(['one'])
})

test('a stop ends the wait, and a stopped start delays no other', async () => {
  const barrier = createStartBarrier(LONG_MS)
  const [one, two] = [barrier.join('fairway'), barrier.join('fairway')]
  const stop = new AbortController()
  const gone = watched({ one: one.ready(stop.signal) })
  stop.abort()
  await settled()
  expect(gone).toEqual(['one'])
  one.leave()
  await two.ready(never)
})

test('a start waits no longer than the patience', async () => {
  const barrier = createStartBarrier(10)
  const one = barrier.join('fairway')
  barrier.join('fairway')
  await one.ready(never)
})

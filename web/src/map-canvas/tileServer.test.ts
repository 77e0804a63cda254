import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TileServer } from './tileServer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stage = () => {
  const states: string[] = []
  let readied = 0
  const server = new TileServer({ onState: state => states.push(state), onReady: () => (readied += 1) })
  const asked: { give: (answer: string) => void; fail: () => void; signal: AbortSignal }[] = []
  const ask = (outer = new AbortController().signal, ground?: number[]) => {
    const done = server.ask(
      outer,
      signal =>
        new Promise<string>((give, reject) => asked.push({ give, fail: () => reject(new Error('404')), signal })),
      ground,
    )
    return done.catch((error: Error) => error.message)
  }
  return { server, states, asked, ask, readied: () => readied }
}
const UNASKED = 'The server is not asked now'

test('a server that never answers holds four places for eight seconds, and is asked again after thirty', async () => {
  const { asked, ask, states, readied } = stage()
  const answers = Array.from({ length: 16 }, () => ask())
  expect(asked).toHaveLength(4)
  expect(await Promise.all(answers.slice(4))).toEqual(Array.from({ length: 12 }, () => UNASKED))
  await vi.advanceTimersByTimeAsync(7_999)
  expect(states).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(answers.slice(0, 4))).toEqual([UNASKED, UNASKED, UNASKED, UNASKED])
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
  expect(states).toEqual(['failed'])
  expect(await ask()).toBe(UNASKED)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readied()).toBe(1)
  void ask()
  expect(asked).toHaveLength(5)
})

test('with the first answer all tiles are asked for, and a missing tile is an answer', async () => {
  const { asked, ask, states, readied } = stage()
  const answers = Array.from({ length: 6 }, () => ask())
  asked[0]?.fail()
  expect(await answers[0]).toBe('404')
  expect(readied()).toBe(1)
  const more = Array.from({ length: 30 }, () => ask())
  expect(asked).toHaveLength(34)
  for (const { give } of asked) give('tile')
  expect(await Promise.all(more)).toEqual(Array.from({ length: 30 }, () => 'tile'))
  expect([states[0], states.at(-1)]).toEqual(['failed', 'shown'])
  expect(readied()).toBe(1)
})

test('tiles beyond the end of a set do not count as a fault, and twenty-four in a row within it do', async () => {
  const { asked, ask, states } = stage()
  const signal = new AbortController().signal
  const coming = [ask(signal, [0, 0, 100, 100]), ask(signal, [200, 0, 300, 100])]
  for (const { give } of asked) give('tile')
  await Promise.all(coming)
  const missing = async (count: number, ground: number[]) => {
    const from = asked.length
    const answers = Array.from({ length: count }, () => ask(signal, ground))
    for (const { fail } of asked.slice(from)) fail()
    await Promise.all(answers)
  }
  // Beside it, and a wide view whose middle is far from it.
  await missing(100, [300, 0, 400, 100])
  await missing(100, [-10_000, -90_000, 90_000, 10_000])
  await missing(23, [100, 0, 200, 100])
  expect(new Set(states)).toEqual(new Set(['shown']))
  await missing(1, [50, 0, 150, 100])
  expect(states.at(-1)).toBe('failed')
})

test('a tile that is needed no more frees its place and is not a fault of the server', async () => {
  const { asked, ask, states } = stage()
  const outer = new AbortController()
  const answer = ask(outer.signal)
  outer.abort()
  expect(await answer).toBe(UNASKED)
  expect(asked[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual([])
})

test('after its end nothing is asked and no timer is left', async () => {
  const { asked, ask, server, readied } = stage()
  void ask()
  server.stop()
  expect(await ask()).toBe(UNASKED)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.length, readied(), vi.getTimerCount()]).toEqual([1, 0, 0])
})

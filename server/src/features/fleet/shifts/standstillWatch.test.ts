import { expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import { createTestClock } from '../../../testing/testServer.ts'
import { STANDS_MS, StandstillWatch } from './standstillWatch.ts'

const watchOf = () => {
  const clock = createTestClock()
  const watch = new StandstillWatch(clock)
  const look = (place: ReturnType<typeof at> | null, afterMs: number, taskId: string | undefined = 'task') => {
    clock.advance(afterMs)
    return watch.isTooLong('mower', taskId, place)
  }
  return { look, rest: () => watch.isTooLong('mower', undefined, at(0, 0)) }
}

test('a mower that should drive and is in the same place for five minutes has stood too long', () => {
  const { look } = watchOf()
  expect([look(at(0, 0), 0), look(at(0.3, 0.3), STANDS_MS - 1), look(at(0, 0.3), 1)]).toEqual([false, false, true])
  expect([look(at(3, 0), 1_000), look(at(3, 0), STANDS_MS)]).toEqual([false, true])
})

test('a mower that crawls has not', () => {
  const { look } = watchOf()
  const looks = Array.from({ length: 20 }, (_, minute) => look(at(minute * 0.7, 0), 60_000))
  expect(looks).toEqual(looks.map(() => false))
})

test('an unknown position does not count as movement; another task and a rest begin again', () => {
  const { look, rest } = watchOf()
  expect([look(null, 0), look(at(0, 0), 1_000), look(null, STANDS_MS)]).toEqual([false, false, true])
  expect([look(at(0, 0), 0, 'next'), look(at(0, 0), STANDS_MS - 1, 'next')]).toEqual([false, false])
  expect([rest(), look(at(0, 0), 1, 'next'), look(at(0, 0), STANDS_MS, 'next')]).toEqual([false, false, true])
})

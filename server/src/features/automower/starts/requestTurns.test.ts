/** The order in which the maker's service is asked. */
import { expect, test } from 'vitest'
import { RequestTurns } from './requestTurns.ts'

test('SAFE-17d a stop goes before starts that wait, and stops keep their order', async () => {
  const turns = new RequestTurns(5)
  const sent: string[] = []
  const ask = (name: string, isStop: boolean) => turns.take(isStop).then(() => sent.push(name))
  await Promise.all([
    ask('first start', false),
    ask('second start', false),
    ask('third start', false),
    ask('first stop', true),
    ask('second stop', true),
  ])
  expect(sent).toEqual(['first start', 'first stop', 'second stop', 'second start', 'third start'])
})

test('a start that is given up takes no turn', async () => {
  const turns = new RequestTurns(5)
  const giveUp = new AbortController()
  await turns.take(false)
  const given = turns.take(false, giveUp.signal)
  const after = turns.take(false)
  giveUp.abort()
  await given
  await after
  const late = new AbortController()
  late.abort()
  await turns.take(false, late.signal)
})

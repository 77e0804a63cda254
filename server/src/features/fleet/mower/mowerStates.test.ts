import { expect, test } from 'vitest'
import { MOWER_STATES, type MowerState, MowerStateMachine, mayFollow, restingState } from './mowerStates.ts'

/** Each row is a state, each column the next state, in the order of `MOWER_STATES`: x is allowed, a dot refused. */
const MATRIX = {
  //             id st dr sg sp uc uf fd re
  idle: '        .  x  .  x  .  x  x  x  x',
  starting: '    x  .  x  x  x  .  .  .  x',
  driving: '     x  .  .  x  x  x  .  .  x',
  stopping: '    x  .  x  .  x  x  x  .  x',
  stopped: '     x  x  .  x  .  x  x  x  x',
  unconfirmed: ' x  x  x  x  x  .  .  x  x',
  unfencing: '   x  x  .  x  .  x  .  x  x',
  foreignDrive: 'x  x  x  x  x  x  x  .  x',
  released: '    .  .  .  .  .  .  .  .  .',
} satisfies Record<MowerState, string>

const pairs = MOWER_STATES.flatMap(from => {
  const row = MATRIX[from].trim().split(/\s+/)
  return MOWER_STATES.map((to, index) => [from, to, row[index] === 'x'] as const)
})

test.each(pairs.filter(([, , isAllowed]) => isAllowed))('%s may become %s', (from, to) => {
  expect(mayFollow(from, to)).toBe(true)
})

test.each(pairs.filter(([, , isAllowed]) => !isAllowed))('%s may not become %s', (from, to) => {
  expect(mayFollow(from, to)).toBe(false)
})

test('a stop is possible in every state of a controlled mower', () => {
  const others = MOWER_STATES.filter(state => state !== 'stopping' && state !== 'released')
  expect(others.filter(state => !mayFollow(state, 'stopping'))).toEqual([])
})

test('nothing drives after a stop without another start', () => {
  expect(mayFollow('stopped', 'driving')).toBe(false)
  expect(mayFollow('idle', 'driving')).toBe(false)
  expect(mayFollow('stopping', 'starting')).toBe(false)
})

test.each([
  ['idle without a mission', undefined, false, false, 'idle'],
  ['unfencing while its fence is removed', undefined, false, true, 'unfencing'],
  ['starting while its mission is sent', { status: 'uploading', isUnconfirmed: false }, false, false, 'starting'],
  ['driving with a mission that works', { status: 'working', isUnconfirmed: false }, false, false, 'driving'],
  ['unconfirmed after a restart', { status: 'working', isUnconfirmed: true }, false, false, 'unconfirmed'],
  ['stopped with a stopped mission', { status: 'stopped', isUnconfirmed: false }, false, true, 'stopped'],
  ['stopping until each stop is answered', { status: 'working', isUnconfirmed: true }, true, true, 'stopping'],
] as const)('a mower rests %s', (_, mission, isStopping, isRemovingFence, state) => {
  expect(restingState(mission, isStopping, isRemovingFence)).toBe(state)
})

test('a change that the table does not list does not happen and is reported, except after the release', () => {
  const unlisted: string[] = []
  const states = new MowerStateMachine((from, to) => unlisted.push(`${from} ${to}`))
  expect(states.enter('driving')).toBe(false)
  expect(states.state).toBe('idle')
  expect(states.enter('released')).toBe(true)
  expect(states.enter('driving')).toBe(false)
  expect(states.state).toBe('released')
  expect(unlisted).toEqual(['idle driving'])
})

test.each([
  ['idle', 'foreignDrive'],
  ['stopped', 'foreignDrive'],
  ['unconfirmed', 'foreignDrive'],
  ['starting', 'starting'],
  ['driving', 'driving'],
  ['stopping', 'stopping'],
] as const)('a foreign drive of a mower that would rest %s leaves it in %s', (resting, state) => {
  const states = new MowerStateMachine(() => expect.unreachable())
  states.enter('foreignDrive')
  states.settle(resting)
  expect(states.state).toBe(state)
})

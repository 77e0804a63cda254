import { expect, test } from 'vitest'
import { type MapChoice, readMapChoice, readStored, writeMapChoice } from './mapChoice.ts'

const id = 'e49c3eb1-47c9-4a34-98b4-121c72601a7c'
const nothingStored = readStored(null, null)

test('a choice comes back from its address as it was', () => {
  const choice: MapChoice = {
    base: 'slope',
    hidden: ['roads', 'notes'],
    types: [id],
    hole: id,
    statuses: ['planned', 'working'],
    vehicle: id,
    photo: id,
    compared: '11111111-47c9-4a34-98b4-121c72601a7c',
    opacity: 60,
    grass: true,
    selection: { kind: 'mower', id },
    replay: '2026-11-20T05:40:00.000Z',
    film: id,
    day: '2026-11-20',
    at: { centre: [-2.816069, 52.737246], zoom: 17.25, rotationDeg: 30 },
  }
  expect(readMapChoice(writeMapChoice(choice), nothingStored)).toEqual(choice)
})

test('an address without the ground leaves layers and filters to what is stored', () => {
  const stored = readStored(
    JSON.stringify({ base: 'hillshade', hidden: ['carts'] }),
    JSON.stringify({ types: [id], hole: null, statuses: ['stopped'] }),
  )
  const choice = readMapChoice({ sel: `feature:${id}` }, stored)
  expect(choice).toMatchObject({ base: 'hillshade', hidden: ['carts'], types: [id], statuses: ['stopped'] })
  expect(choice.selection).toEqual({ kind: 'feature', id })
})

test.each([
  [{ sel: 'feature:<script>' }],
  [{ sel: 'planet:1' }],
  [{ at: '1,2' }],
  [{ at: '500,2,17' }],
  [{ day: '2026-13-45' }],
  [{ replay: 'yesterday' }],
  [{ film: 'noon' }],
  [{ replay: '2026-13-45T05:00:00Z' }],
  [{ base: 'moon', hide: 'everything', types: 'x', photo: 'y', opacity: '-3' }],
])('odd parts of an address count as not there: %o', search => {
  expect(readMapChoice(search, nothingStored)).toEqual({
    ...nothingStored,
    selection: null,
    day: null,
    at: null,
    replay: null,
    film: null,
  })
})

test('a spoilt entry of the storage counts as not there', () => {
  expect(readStored('{', '[1]')).toEqual(nothingStored)
  expect(readStored('null', '"text"')).toEqual(nothingStored)
})

import { expect, test } from 'vitest'
import { fitOf, placesOnMap } from './placesOnMap.ts'

const cart = (name: string, id = name) => ({ id, name })

const found = (typed: string, titles: readonly string[], also = ''): string[] =>
  titles
    .map(title => ({ title, fit: fitOf(typed, title, also) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ title }) => title)

test('a number is meant whole before it is the beginning of another', () => {
  expect(found('fairway 1', ['Fairway 10', 'Fairway 1', 'Fairway 2', 'Green 1'])).toEqual(['Fairway 1', 'Fairway 10'])
  expect(found('cart 12', ['Cart 1', 'Cart 12', 'Cart 2'])).toEqual(['Cart 12'])
})

test('words may come in any order, without accents, joined or apart', () => {
  expect(found('9 fair', ['Fairway 9', 'Green 9'])).toEqual(['Fairway 9'])
  expect(found('ubungsgrun', ['Übungsgrün', 'Grün 3'])).toEqual(['Übungsgrün'])
  expect(found('f9', ['F9 left', 'F19'])).toEqual(['F9 left'])
})

test('the name of the kind finds what bears only a number', () => {
  expect(found('hole 7', ['7', '17', '8'], 'Holes')).toEqual(['7'])
  expect(found('loch 7', ['7', '17'], 'Löcher')).toEqual(['7'])
  expect(fitOf('hole 7', 'Hole 7', 'Holes')).toBeGreaterThan(fitOf('hole 7', '7', 'Holes'))
})

test('of equals the shorter name is first', () => {
  expect(found('9', ['Bunker 9.1', 'Fairway 9'])).toEqual(['Fairway 9', 'Bunker 9.1'])
})

test('a title that lacks a typed word is not found', () => {
  expect(found('pond', ['Fairway 9', 'Green 9'], 'Zones')).toEqual([])
  expect(fitOf('fairway 9 x', 'Fairway 9')).toBe(0)
})

test('vehicles are in the order in which people count', () => {
  const titles = placesOnMap([], [], [cart('Cart 10'), cart('Cart 2'), cart('Cart 1')], 'en').map(({ title }) => title)
  expect(titles).toEqual(['Cart 1', 'Cart 2', 'Cart 10'])
})

test('a vehicle without a name is not offered', () => {
  expect(placesOnMap([], [cart('', 'm')], [], 'en')).toEqual([])
})

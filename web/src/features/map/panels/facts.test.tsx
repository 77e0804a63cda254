import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Facts } from './InspectorFrame.tsx'

afterEach(cleanup)

/** The rows that a number of facts takes, by how many there are in each. */
const rowsOf = (count: number): readonly number[] => {
  const facts = Array.from({ length: count }, (_, index) => ({ name: `Fact ${index}`, value: index }))
  const { container } = render(<Facts facts={facts} />)
  const columns = Number(container.querySelector('dl')?.dataset.columns)
  cleanup()
  return Array.from({ length: Math.ceil(count / columns) }, (_, row) => Math.min(columns, count - row * columns))
}

test('no fact is alone in its row', () => {
  expect(rowsOf(4)).toEqual([4])
  expect(rowsOf(5)).toEqual([3, 2])
  expect(rowsOf(6)).toEqual([3, 3])
  expect(rowsOf(7)).toEqual([4, 3])
  expect(rowsOf(8)).toEqual([4, 4])
})

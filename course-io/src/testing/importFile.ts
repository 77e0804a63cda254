/** Imports of a file in a test: its preview, or why it is refused, on a course of three zone types. */
import type { CourseFeature, ImportOptions, ZoneType } from '@greensward/domain'
import { readImport } from '../read/readImport.ts'

export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const type = (n: number, name: string, allowsIntersection = false): ZoneType => ({
  id: idOf(n),
  name,
  color: '#17A73F',
  directions: ['12-6'],
  allowsIntersection,
  mowable: true,
  updatedAt: '2026-05-01T05:00:00.000Z',
})
export const GREEN = type(1, 'Green')
export const FAIRWAY = type(2, 'Fairway')
const ROUGH = type(3, 'Rough', true)

const read = (content: string | Uint8Array, options: Partial<ImportOptions> = {}, today: CourseFeature[] = []) => {
  let next = 1_000
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  return readImport({
    bytes: bytes.buffer as ArrayBuffer,
    options: { mapping: {}, ...options },
    zoneTypes: [GREEN, FAIRWAY, ROUGH],
    today,
    noteBy: { author: 'Greta', time: '2026-05-01T05:30:00.000Z' },
    newId: () => idOf(next++),
  })
}
export const preview = (...given: Parameters<typeof read>) => {
  const answer = read(...given)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
export const refusal = (...given: Parameters<typeof read>) => {
  const answer = read(...given)
  if (answer.ok) throw new Error('it was not refused')
  return answer.error
}

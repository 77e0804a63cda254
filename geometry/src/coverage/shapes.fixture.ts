import type { XY } from '../units.ts'

/** Shapes that planners fail on, for tests. Everything is in metres and made by formula. */

export const rectangle = (x: number, y: number, width: number, height: number): XY[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

export const circle = (x: number, y: number, radius: number, corners = 48): XY[] =>
  Array.from({ length: corners }, (_, i): XY => {
    const angle = (i * 2 * Math.PI) / corners
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

/** A round blob whose radius swings with the given amplitudes: one for each number of waves, from one wave upwards. */
export const blob = (radius: number, amplitudes: readonly number[], phases: readonly number[], corners = 90): XY[] =>
  Array.from({ length: corners }, (_, i): XY => {
    const angle = (i * 2 * Math.PI) / corners
    const swing = amplitudes.reduce((s, a, k) => s + a * Math.cos((k + 1) * angle + (phases[k] ?? 0)), 0)
    const r = radius * Math.max(0.12, 1 + swing)
    return [r * Math.cos(angle), r * Math.sin(angle)]
  })

export const comb = (teeth: number, toothWidth: number, gap: number, length: number): XY[] => {
  const ring: XY[] = [
    [0, -8],
    [teeth * (toothWidth + gap), -8],
  ]
  for (let i = teeth - 1; i >= 0; i--) {
    const x = i * (toothWidth + gap)
    ring.push([x + toothWidth, 0], [x + toothWidth, length], [x, length], [x, 0])
  }
  return ring
}

export const spiral = (turns: number, width: number, gap: number, cornersATurn = 40): XY[] => {
  const inside: XY[] = []
  const outside: XY[] = []
  const count = Math.round(turns * cornersATurn)
  for (let i = 0; i <= count; i++) {
    const angle = (i * 2 * Math.PI) / cornersATurn
    const r = 6 + ((width + gap) * angle) / (2 * Math.PI)
    inside.push([r * Math.cos(angle), r * Math.sin(angle)])
    outside.push([(r + width) * Math.cos(angle), (r + width) * Math.sin(angle)])
  }
  return [...outside, ...inside.reverse()]
}

/** Two rooms joined by a corridor. */
export const dumbbell = (room: number, corridorLength: number, corridorWidth: number): XY[] => {
  const y = (room - corridorWidth) / 2
  const x = room + corridorLength
  return [
    [0, 0],
    [room, 0],
    [room, y],
    [x, y],
    [x, 0],
    [x + room, 0],
    [x + room, room],
    [x, room],
    [x, y + corridorWidth],
    [room, y + corridorWidth],
    [room, room],
    [0, room],
  ]
}

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

/** Two straight legs with a bend of `bendDeg` to the right between them, such as a fairway has. */
export const dogleg = (lengthM: number, widthM: number, bendDeg: number): XY[] => {
  const bend = (bendDeg * Math.PI) / 180
  const [ahead, aside]: [XY, XY] = [
    [Math.sin(bend), Math.cos(bend)],
    [Math.cos(bend), -Math.sin(bend)],
  ]
  // The corners are on the line that halves the bend.
  const rise = (widthM / 2) * Math.tan(bend / 2)
  const end = (sideM: number): XY => [ahead[0] * lengthM + aside[0] * sideM, ahead[1] * lengthM + aside[1] * sideM]
  return [
    [widthM / 2, -lengthM],
    [widthM / 2, -rise],
    end(widthM / 2),
    end(-widthM / 2),
    [-widthM / 2, rise],
    [-widthM / 2, -lengthM],
  ]
}

/** A band bent round a bay, with round ends. */
export const kidney = (radiusM: number, widthM: number, bendDeg: number, corners = 24): XY[] => {
  const bend = (bendDeg * Math.PI) / 180
  const at = (r: number, angle: number): XY => [r * Math.cos(angle), r * Math.sin(angle)]
  const steps = Array.from({ length: corners + 1 }, (_, i) => i / corners)
  const cap = (angle: number, side: 1 | -1): XY[] => {
    const [x, y] = at(radiusM, angle)
    return Array.from({ length: 7 }, (_, i): XY => {
      const [dx, dy] = at(widthM / 2, angle + (side === 1 ? 0 : Math.PI) + ((i + 1) * Math.PI) / 8)
      return [x + dx, y + dy]
    })
  }
  return [
    ...steps.map(t => at(radiusM + widthM / 2, bend * t)),
    ...cap(bend, 1),
    ...steps.map(t => at(radiusM - widthM / 2, bend * (1 - t))),
    ...cap(0, -1),
  ]
}

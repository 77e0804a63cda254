import { distanceM, lengthM, type PolylineXY, roadNetwork, type XY } from '@greensward/geometry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '../course/course.fixture.ts'
import { apartInTime, type DriveAhead } from './apartInTime.ts'
import { meetsSoon } from './meetsSoon.ts'

/** Cart paths every 40 m in both directions. */
const LINES = [0, 40, 80]
const ROADS: readonly PolylineXY[] = LINES.flatMap((line): PolylineXY[] => [
  [
    [line, 0],
    [line, 80],
  ],
  [
    [0, line],
    [80, line],
  ],
])
/** Where mowers work and park: beside the roads, each of one mower alone. */
const PLACES: readonly XY[] = LINES.flatMap((x): XY[] =>
  LINES.flatMap((y): XY[] => [
    [x + 12, y + 8],
    [x - 12, y - 8],
  ]),
)
const DT_S = 0.25
/** From the decision of a stop until the mower brakes. */
const OBEYS_S = 1.5
const BRAKES_MPS2 = 1.2
const WIDTHS_M = [1.7, 2, 2.2, 3.4]
const SPEEDS_MPS = [2, 2.2, 2.6, 3]

/** A mower as it really drives: slower or faster than planned, and now and then it stands for a while. */
interface Machine {
  readonly widthM: number
  readonly speedMps: number
  readonly places: readonly XY[]
  next: number
  at: XY
  path: PolylineXY
  speed: number
  heldS: number
  waitS: number
  stallS: number
}

const pathAhead = ({ at: here, path }: Machine): PolylineXY => [here, ...path]
const aheadOf = (machine: Machine): DriveAhead => ({
  widthM: machine.widthM,
  at: at(...machine.at),
  way: [],
  waySpeedMps: machine.speedMps,
  legs:
    machine.path.length === 0 || machine.heldS >= 0
      ? []
      : [{ points: pathAhead(machine).map(point => at(...point)), speedMps: machine.speedMps }],
})

const move = (machine: Machine, factor: number): void => {
  const { heldS } = machine
  if (heldS >= OBEYS_S) machine.speed = Math.max(0, machine.speed - BRAKES_MPS2 * DT_S)
  else if (machine.stallS > 0) {
    machine.stallS -= DT_S
    machine.speed = 0
  } else machine.speed = Math.min(machine.speedMps * factor, machine.speed + 0.8 * DT_S)
  let leftM = machine.speed * DT_S
  while (leftM > 0 && machine.path[0] !== undefined) {
    const [to] = machine.path
    const gapM = distanceM(machine.at, to)
    if (gapM <= leftM) {
      machine.at = to
      machine.path = machine.path.slice(1)
      leftM -= gapM
    } else {
      const share = leftM / gapM
      machine.at = [machine.at[0] + (to[0] - machine.at[0]) * share, machine.at[1] + (to[1] - machine.at[1]) * share]
      leftM = 0
    }
  }
}

/** Ten minutes of four mowers. @returns how near the sides of two came, and how many drives ended */
const day = (random: () => number, isWatched: boolean) => {
  const network = roadNetwork({ roads: ROADS, blocked: [], places: PLACES })
  const machines = WIDTHS_M.map((widthM, m): Machine => {
    const own = PLACES.filter((_, i) => i % WIDTHS_M.length === m)
    const [first = [0, 0]] = own
    const speedMps = SPEEDS_MPS[m] ?? 2
    return { widthM, speedMps, places: own, next: 1, at: first, path: [], speed: 0, heldS: -1, waitS: m * 5, stallS: 0 }
  })
  const isApart = (one: Machine, path: PolylineXY): boolean =>
    machines.every(other => other === one || apartInTime(aheadOf({ ...one, path, heldS: -1 }), aheadOf(other)))
  let [least, drives, holds] = [Number.POSITIVE_INFINITY, 0, 0]
  const factors = machines.map(() => 1)
  for (let step = 0; step < 600 / DT_S; step += 1) {
    const isSecond = step % (1 / DT_S) === 0
    machines.forEach((machine, m) => {
      if (isSecond && random() < 0.1) factors[m] = 0.5 + 0.7 * random()
      if (isSecond && machine.path.length > 0 && random() < 0.01) machine.stallS = 40 * random()
      if (machine.heldS >= 0) machine.heldS += DT_S
      // A person has looked, and continues it.
      if (machine.heldS > 60) Object.assign(machine, { heldS: -1, path: [], waitS: 0, next: machine.next - 1 })
      if (machine.path.length > 0) {
        move(machine, factors[m] ?? 1)
        if (machine.path.length === 0) {
          drives += 1
          Object.assign(machine, { waitS: 20 + 30 * random(), speed: 0, heldS: -1 })
        }
        return
      }
      machine.waitS -= DT_S
      if (machine.waitS > 0) return
      machine.waitS = 10
      const to = machine.places[machine.next % machine.places.length] ?? machine.at
      const own = roadNetwork({ roads: ROADS, blocked: [], places: [machine.at, to] })
      const path = (own.path(0, 1) ?? network.path(0, 0) ?? []).slice(1)
      if (lengthM([machine.at, ...path]) < 1) machine.next += 1
      else if (isApart(machine, path)) Object.assign(machine, { path, next: machine.next + 1 })
    })
    machines.forEach((one, i) => {
      for (const other of machines.slice(i + 1)) {
        if (
          isWatched &&
          isSecond &&
          (one.path.length > 0 || other.path.length > 0) &&
          meetsSoon(aheadOf(one), aheadOf(other))
        )
          for (const each of [one, other])
            if (each.path.length > 0 && each.heldS < 0) {
              each.heldS = 0
              holds += 1
            }
        least = Math.min(least, distanceM(one.at, other.at) - (one.widthM + other.widthM) / 2)
      }
    })
  }
  return { least, drives, holds }
}

const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test('four mowers that share roads and are late by minutes never touch; without the watch they would', () => {
  const watched: { drives: number; holds: number }[] = []
  let withoutWatch = Number.POSITIVE_INFINITY
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), seed => {
      const one = day(randomOf(seed), true)
      watched.push(one)
      withoutWatch = Math.min(withoutWatch, day(randomOf(seed), false).least)
      expect(one.least).toBeGreaterThan(0)
    }),
    { seed: 5, numRuns: 5 },
  )
  const sum = (of: (one: { drives: number; holds: number }) => number) => watched.reduce((all, one) => all + of(one), 0)
  // They get about, and few drives are held.
  expect(sum(({ drives }) => drives)).toBeGreaterThan(5 * 10)
  expect(sum(({ holds }) => holds)).toBeLessThan(0.3 * sum(({ drives }) => drives))
  expect(withoutWatch).toBeLessThan(0)
}, 300_000)

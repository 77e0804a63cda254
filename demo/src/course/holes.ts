/** The mown and raked forms of each hole, drawn along its line so that none reaches into another. Metres. */
import type { Ring, XY } from '@greensward/geometry'
import { between, type Chance, chance } from './chance.ts'
import { type Centreline, centreline, distanceM } from './curve.ts'
import type { HoleRoute } from './holeRoute.ts'
import { brookRing, buildings, cartYard, lakes, yard } from './landscape.ts'
import { ways } from './paths.ts'
import { ROUTING } from './routing.ts'
import { apartM, blob, chainDistanceM, contains, corridor, roundedBox } from './shape.ts'

export interface HoleShapes {
  readonly route: HoleRoute
  readonly line: Centreline
  readonly green: Ring
  /** Back tee first. */
  readonly tees: readonly Ring[]
  /** More than one where the brook crosses. */
  readonly fairways: readonly Ring[]
  readonly bunkers: readonly Ring[]
  /** The outer edge of the hole's rough; the forms above are cut out of it. */
  readonly rough: Ring
}

/** Least distance between two shapes: a mower's wheel fits on the collar between fairway and green. */
const COLLAR_M = 3.2
const APART_M = 2
const WATER_APART_M = 3.5

const angleOf = ([x, y]: XY): number => Math.atan2(y, x)

const drawGreen = (line: Centreline, next: Chance): Ring =>
  blob(
    {
      centre: line.place(line.lengthM),
      halfLengthM: between(next, 13.5, 16.5),
      halfWidthM: between(next, 10.5, 12.5),
      angleRad: angleOf(line.tangent(line.lengthM)) + between(next, -0.5, 0.5),
      unrest: 0.13,
    },
    next,
  )

const drawTees = (route: HoleRoute, line: Centreline, next: Chance): Ring[] => {
  const places = route.par === 3 ? [0, 14, 28] : [0, 17, 35, 56]
  return places.map((alongM, i) => {
    const leftM = i === 0 ? 0 : between(next, -4, 4)
    const lengthM = i === 1 ? 12 : between(next, 8, 10)
    const widthM = between(next, 7, 8.5)
    return roundedBox(line.place(alongM, leftM), lengthM, widthM, angleOf(line.tangent(alongM)), 1.6)
  })
}

type HalfWidth = (alongM: number, side: 1 | -1) => number

/** Wide where drives land, narrow before the green, and never quite straight. */
const fairwayHalfWidth = (route: HoleRoute, line: Centreline, next: Chance): HalfWidth => {
  const waves = [1, -1].map(() => [
    { length: between(next, 70, 110), phase: between(next, 0, 6.3), height: between(next, 1.4, 2.8) },
    { length: between(next, 28, 45), phase: between(next, 0, 6.3), height: between(next, 0.5, 1.1) },
  ])
  const landings = route.par === 5 ? [235, line.lengthM - 130] : [235]
  return (alongM, side) => {
    const unrest = (waves[side === 1 ? 0 : 1] ?? []).reduce(
      (sum, wave) => sum + wave.height * Math.sin((alongM / wave.length) * 2 * Math.PI + wave.phase),
      0,
    )
    const swell = landings.reduce((sum, at) => sum + 3.2 * Math.exp(-(((alongM - at) / 48) ** 2)), 0)
    const toGreen = line.lengthM - alongM
    const neck = route.par === 3 ? 0 : 5 * Math.exp(-((toGreen / 45) ** 2))
    return route.fairwayHalfWidthM + unrest + swell - neck
  }
}

/** Where along the hole the brook crosses it. */
const brookCrossing = (line: Centreline): readonly number[] => {
  const inBrook: number[] = []
  for (let alongM = 0; alongM < line.lengthM; alongM += 1) {
    if (contains(brookRing, line.place(alongM))) inBrook.push(alongM)
  }
  const first = inBrook[0]
  const last = inBrook.at(-1)
  return first === undefined || last === undefined ? [] : [(first + last) / 2]
}

const drawFairways = (route: HoleRoute, line: Centreline, green: Ring, halfWidth: HalfWidth): Ring[] => {
  const startM = route.par === 3 ? line.lengthM - 62 : route.par === 4 ? 104 : 118
  const [crossing] = brookCrossing(line)
  const pieces: (readonly [number, number])[] = []
  const endM = line.lengthM - 8
  if (crossing === undefined) pieces.push([startM, endM])
  else if (crossing - startM < 60) pieces.push([crossing + 8, endM])
  else pieces.push([startM, crossing - 8], [crossing + 8, endM])
  const blocks: readonly Ring[] = [brookRing, ...lakes.map(lake => lake.ring)]
  return pieces.map(([pieceStart, pieceEnd]) => {
    let from = pieceStart
    let to = pieceEnd
    const draw = (): Ring => corridor(line, from, to, 13, halfWidth)
    const nearWater = (ring: Ring): boolean =>
      blocks.some(block => apartM(block, ring, true, WATER_APART_M) < WATER_APART_M)
    let ring = draw()
    // The ends step back until collar and banks are clear; the brook runs slantwise under some holes.
    for (let tries = 0; tries < 60; tries++) {
      const atGreen = apartM(green, ring, true, COLLAR_M) < COLLAR_M
      const atWater = nearWater(ring)
      if (!atGreen && !atWater) break
      if (atGreen) to -= 1
      if (atWater && crossing !== undefined) {
        if (crossing < from) from += 1
        else to -= 1
      }
      ring = draw()
    }
    return ring
  })
}

const roughHalfWidth =
  (route: HoleRoute, line: Centreline, halfWidth: HalfWidth): HalfWidth =>
  (alongM, side) => {
    const toGreen = Math.abs(line.lengthM - alongM)
    const atTee = 1 - Math.min(1, Math.max(0, (alongM - 50) / 60))
    const atGreen = Math.exp(-((toGreen / 38) ** 4))
    const beside = route.par === 3 ? 22 : halfWidth(alongM, side) + 13
    const play = beside + (14 - beside) * atTee * atTee * (3 - 2 * atTee)
    return play + (31 - play) * atGreen
  }

/** How far a green reaches from its middle in one direction. */
const reachOf = (green: Ring, middle: XY, direction: number): number =>
  green.reduce((most, point) => {
    const off = Math.cos(Math.atan2(point[1] - middle[1], point[0] - middle[0]) - direction)
    return off > 0.97 ? Math.max(most, distanceM(point, middle)) : most
  }, 0)

const drawBunkers = (
  route: HoleRoute,
  line: Centreline,
  green: Ring,
  halfWidth: HalfWidth,
  taken: readonly Ring[],
  rough: Ring,
  next: Chance,
): Ring[] => {
  const bunkers: Ring[] = []
  const blocked = (ring: Ring): boolean =>
    ring.some(point => !contains(rough, point) || chainDistanceM(point, rough, true) < 1.2) ||
    [...taken, ...bunkers].some(other => apartM(other, ring, true, APART_M) < APART_M) ||
    lakes.some(lake => apartM(lake.ring, ring, true, WATER_APART_M) < WATER_APART_M) ||
    ways.some(way => apartM(ring, way.line, false, 2.6) < 2.6)
  /** The first form that is clear of everything: moved a little out, then aside, then made smaller. */
  const tryOut = (draw: (outM: number, aside: number, scale: number) => Ring): void => {
    for (const scale of [1, 0.86, 0.74]) {
      for (const aside of [0, 1, -1, 2, -2]) {
        for (let outM = 0; outM <= 4.5; outM += 0.75) {
          const ring = draw(outM, aside, scale)
          if (!blocked(ring)) {
            bunkers.push(ring)
            return
          }
        }
      }
    }
  }
  for (const { alongM: wantedM, side, sizeM: wantedSizeM } of route.fairwayBunkers) {
    const sign = side === 'left' ? 1 : -1
    const seed = next()
    tryOut((outM, aside, scale) => {
      const alongM = wantedM + aside * 7
      const sizeM = wantedSizeM * scale
      return blob(
        {
          centre: line.place(alongM, sign * (halfWidth(alongM, sign) + sizeM * 0.55 + outM)),
          halfLengthM: sizeM,
          halfWidthM: sizeM * 0.56,
          angleRad: angleOf(line.tangent(alongM)) + sign * 0.12,
          bendPerM: sign * 0.03,
          unrest: 0.26,
        },
        chance(`fairway bunker ${seed}`),
        1,
      )
    })
  }
  const [tx, ty] = line.tangent(line.lengthM)
  const heading = Math.atan2(ty, tx)
  const middle = line.place(line.lengthM)
  for (const { turnDeg, sizeM: wantedSizeM } of route.greenBunkers) {
    const seed = next()
    tryOut((outM, aside, scale) => {
      const direction = heading - ((turnDeg + aside * 13) * Math.PI) / 180
      const sizeM = wantedSizeM * scale
      const reach = reachOf(green, middle, direction) + sizeM * 0.5 + 1.5 + outM
      return blob(
        {
          centre: [middle[0] + Math.cos(direction) * reach, middle[1] + Math.sin(direction) * reach],
          halfLengthM: sizeM,
          halfWidthM: sizeM * 0.54,
          // The kidney's hollow looks at the green.
          angleRad: direction - Math.PI / 2,
          bendPerM: -0.045,
          unrest: 0.24,
        },
        chance(`green bunker ${seed}`),
        1,
      )
    })
  }
  return bunkers
}

const drawHole = (route: HoleRoute): HoleShapes => {
  const next = chance(`hole ${route.number}`)
  const line = centreline(route.line)
  const green = drawGreen(line, next)
  const tees = drawTees(route, line, next)
  const halfWidth = fairwayHalfWidth(route, line, next)
  const fairways = drawFairways(route, line, green, halfWidth)
  const rough = corridor(line, -13, line.lengthM + 29, 20, roughHalfWidth(route, line, halfWidth))
  const taken = [
    green,
    ...tees,
    ...fairways,
    brookRing,
    cartYard,
    yard.ring,
    ...buildings.map(building => building.ring),
  ]
  const bunkers = drawBunkers(route, line, green, halfWidth, taken, rough, next)
  return { route, line, green, tees, fairways, bunkers, rough }
}

let drawn: readonly HoleShapes[] | undefined
/** Drawn when it is first asked for: a server without the demo has no time for it. */
export const holes = (): readonly HoleShapes[] => {
  drawn ??= ROUTING.map(drawHole)
  return drawn
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pace } from '../../pace.ts'
import { headlandPassesOf } from '../headland/headlandPasses.ts'
import { splitIntoChunks } from '../path/chunks.ts'
import { circle, dumbbell, rectangle } from '../shapes.fixture.ts'
import { edgesOf, swathFrame, turned } from '../swaths/scan.ts'
import { laySwaths, type Swath } from '../swaths/swaths.ts'
import { cellsOf, orderBySteps, orderInCell } from './cells.ts'
import { endsOf, linkEstimate, rowsOfCheapestTurn } from './linkCost.ts'
import { firstTour, improveTour, type OrderProblem, tourCost } from './order.ts'

const swath = (row: number, fromX: number, toX: number): Swath => ({
  row,
  y: 2 * row,
  fromX,
  toX,
  needs: new Float64Array(0),
  needsAt: 0,
  lines: 0,
})

describe('lapsOf', () => {
  const passes = (count: number, radiusM = 0) =>
    headlandPassesOf(
      { outer: rectangle(0, 0, 40, 30), holes: [circle(20, 15, 3)] },
      { count, direction: 'clockwise', when: 'before' },
      2,
      2,
      radiusM,
    )

  it('makes a chain for every edge, the outer one first', () => {
    const { chains } = passes(2)
    expect(chains.map(chain => chain.map(pass => pass.level))).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(chains[0]?.[0]?.ring.some(([x]) => Math.abs(x - 1.01) < 0.02)).toBe(true)
  })

  it('leaves everything to the swaths where no headland passes are asked for', () => {
    expect(passes(0).chains).toEqual([])
    expect(passes(0).inner.length).toBe(1)
  })

  it('gives necks that are too narrow for the second headland pass to the swaths', () => {
    const { inner } = headlandPassesOf(
      { outer: dumbbell(20, 15, 5), holes: [] },
      { count: 2, direction: 'clockwise', when: 'before' },
      2,
      2,
      0,
    )
    expect(inner.length).toBeGreaterThan(2)
  })
})

describe('laySwaths', () => {
  it('covers a strip less than a row wide with one swath', () => {
    const edges = turned(edgesOf([{ outer: rectangle(0, 0, 1.5, 30), holes: [] }]), swathFrame(0))
    expect(laySwaths(edges, undefined, 2, 2).length).toBe(1)
  })

  it('stops at the edge of the field', () => {
    const inner = turned(edgesOf([{ outer: rectangle(0, 0, 30, 10), holes: [circle(15, 5, 3)] }]), swathFrame(90))
    for (const { fromX, toX, y } of laySwaths(inner, inner, 2, 2)) {
      expect(fromX).toBeGreaterThan(-1e-6)
      expect(toX).toBeLessThan(30 + 1e-6)
      const inPond = (x: number) => Math.abs(y + 5) < 3 && Math.abs(x - 15) < 1
      expect(inPond(fromX) || inPond(toX) || (fromX < 15 && toX > 15 && Math.abs(y + 5) < 2)).toBe(false)
    }
  })
})

describe('cellsOf', () => {
  it('splits where a row has two swaths and joins where it has one again', () => {
    const swaths = [
      swath(0, 0, 30),
      swath(1, 0, 30),
      swath(2, 0, 10),
      swath(2, 20, 30),
      swath(3, 0, 10),
      swath(3, 20, 30),
      swath(4, 0, 30),
    ]
    expect(cellsOf(swaths)).toEqual([[0, 1], [2, 4], [3, 5], [6]])
  })

  it('mows every second row first where asked to', () => {
    expect(orderInCell([0, 1, 2, 3, 4], 'oneThroughOne')).toEqual([0, 2, 4, 1, 3])
    expect(orderInCell([0, 1, 2], 'oneInOne')).toEqual([0, 1, 2])
  })
})

describe('orderInCell', () => {
  it('never steps into the row beside in a cell of four rows or more', () => {
    for (let rows = 4; rows <= 40; rows++) {
      const order = orderInCell(
        Array.from({ length: rows }, (_, i) => i),
        'oneThroughOne',
      )
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, i) => i))
      order.slice(1).forEach((row, i) => {
        expect([rows, Math.abs(row - (order[i] ?? 0)) >= 2]).toEqual([rows, true])
      })
    }
  })
})

describe('orders that skip rows', () => {
  it('mow every row once, most of them a whole step from the one before', () => {
    for (let rows = 1; rows <= 30; rows++)
      for (let step = 1; step <= 6; step++) {
        const order = orderBySteps(
          Array.from({ length: rows }, (_, i) => i),
          step,
        )
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, i) => i))
        const others = order.slice(1).filter((row, i) => Math.abs(row - (order[i] ?? 0)) !== step)
        expect(others.length).toBeLessThan(step)
      }
  })

  it('step as far as the half turn needs, and into the row beside where it fits', () => {
    expect(rowsOfCheapestTurn(2, 1, 2)).toBe(1)
    expect(rowsOfCheapestTurn(1.92, 1, 2)).toBe(1)
    expect(rowsOfCheapestTurn(1.92, 2.5, 2)).toBe(3)
    expect(rowsOfCheapestTurn(2, 0, 2)).toBe(1)
  })
})

describe('linkEstimate', () => {
  const speeds = { mowingMps: 1.5, transitMps: 2, turningMps: 0.8 }
  const estimate = (minTurnRadiusM: number, toleranceM = 0.02) => {
    const ends = endsOf([swath(0, 0, 30), swath(1, 0, 30), swath(2, 0, 30)])
    return linkEstimate(ends, { speeds, minTurnRadiusM, widthM: 2, turnScheme: 'oneInOne', toleranceM })
  }
  // From the high end of the first row into the high end of the last, 4 m away.
  const halfTurn = [1, 5] as const
  // From there into its low end: around the whole row.
  const across = [1, 4] as const

  it('counts the time that a turn takes in short chords, not its length alone', () => {
    const atSetSpeedS = (Math.PI + 2) / speeds.turningMps
    expect(estimate(1)(...halfTurn)).toBeGreaterThan(atSetSpeedS + 5)
    expect(estimate(1, 0.06)(...halfTurn)).toBeLessThan(estimate(1)(...halfTurn))
  })

  it('counts the turns at both ends of a link to the far end of a row', () => {
    const straightS = 30 / speeds.transitMps
    expect(estimate(1)(...across)).toBeGreaterThan(straightS + 10)
    expect(estimate(0)(...across)).toBeGreaterThan(straightS + 2 * (Math.PI / pace.pivotRadps))
  })

  it('costs the same both ways', () => {
    for (const radiusM of [0, 1])
      for (const [from, to] of [halfTurn, across])
        expect(estimate(radiusM)(to, from)).toBeCloseTo(estimate(radiusM)(from, to), 9)
  })
})

describe('improveTour', () => {
  it('keeps every swath and never makes the tour longer', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 })),
          { minLength: 1, maxLength: 25 },
        ),
        places => {
          const at = (end: number): [number, number] => {
            const [x, y, length] = places[end >> 1] ?? [0, 0, 0]
            return [x + (end % 2) * length, y]
          }
          const cost = (a: number, b: number) => Math.hypot(at(a)[0] - at(b)[0], at(a)[1] - at(b)[1])
          const ends = places.flatMap((_, i) => [2 * i, 2 * i + 1])
          const near = ends.map(end =>
            Int32Array.from(
              ends
                .filter(other => other >> 1 !== end >> 1)
                .sort((a, b) => cost(end, a) - cost(end, b))
                .slice(0, 6),
            ),
          )
          const problem: OrderProblem = {
            swathCount: places.length,
            cost,
            near,
            startCost: end => cost(0, end),
            endCost: () => 0,
          }
          const first = firstTour(
            places.map((_, i) => [i]),
            problem,
          )
          const better = improveTour(first, problem)
          expect(tourCost(better, problem)).toBeLessThanOrEqual(tourCost(first, problem) + 1e-9)
          expect(better.map(end => end >> 1).sort((a, b) => a - b)).toEqual(places.map((_, i) => i))
        },
      ),
      { numRuns: 200, seed: 3 },
    )
  })
})

describe('splitIntoParts', () => {
  it('cuts a leg that no part could hold', () => {
    const points = Array.from({ length: 101 }, (_, i): [number, number] => [i, 0])
    const { legs, chunks } = splitIntoChunks([{ kind: 'lap', bladeOn: true, points }], 30, 45)
    expect(legs.every(leg => leg.points.length <= 30)).toBe(true)
    expect(chunks.every(chunk => chunk.waypoints <= 30 && chunk.lengthM <= 45.001)).toBe(true)
    expect(chunks.reduce((sum, chunk) => sum + chunk.lengthM, 0)).toBeCloseTo(100, 6)
    legs.slice(1).forEach((leg, i) => {
      expect(leg.points[0]).toEqual(legs[i]?.points.at(-1))
    })
  })

  it('counts the way from where the mower is charged and back, and reports parts out of reach', () => {
    const legs = Array.from({ length: 20 }, (_, i) => ({
      kind: 'swath' as const,
      bladeOn: true,
      points: [
        [i * 10, 0],
        [i * 10 + 10, 0],
      ] as const,
    }))
    const fromOrigin = ([x, y]: readonly [number, number]) => Math.hypot(x, y)
    const near = splitIntoChunks(legs, undefined, 450, fromOrigin)
    expect(near.beyondRange).toBe(0)
    expect(near.chunks.length).toBe(1)
    const split = splitIntoChunks(legs, undefined, 401, ([x]) => 2 * x)
    expect(split.beyondRange).toBeGreaterThan(0)
    const fair = splitIntoChunks([...legs, ...legs, ...legs], undefined, 450, fromOrigin)
    expect(fair.chunks.length).toBeGreaterThan(1)
    expect(fair.beyondRange).toBe(0)
    for (const { lengthM, wayM } of fair.chunks) expect(lengthM + wayM).toBeLessThanOrEqual(450.001)
  })
})

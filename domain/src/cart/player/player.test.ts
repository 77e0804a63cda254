import { localFrame, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import type { CourseFeature, Hole, Position } from '../../course/course.ts'
import { holePace } from '../round/holePace.ts'
import { distanceToGreenM, greenDistances, greenOf } from './distances.ts'
import { NEW_PLAYER_TOUCHES, type PlayerMode, type PlayerTouches, playerMode, touchPlayer } from './playerMode.ts'

const frame = localFrame([-6, 53])
const at = (x: number, y: number): Position => {
  const [lon, lat] = frame.toLonLat([x, y])
  return [lon, lat]
}
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const GREEN = { id: uuid(1), name: 'Green' }
const FAIRWAY = { id: uuid(2), name: 'Fairway' }

const hole: Hole = {
  type: 'Feature',
  id: uuid(10),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: [at(0, 0), at(0, 300)] },
  properties: { name: 'Hole 1', baseAngle: 0, par: 4, rating: 3, pass: 14, sort: 1, isActive: true, view: null },
}
const zone = (n: number, corners: readonly XY[], zoneTypeId: string, holeId: string | null): CourseFeature => ({
  type: 'Feature',
  id: uuid(n),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: [[...corners, corners[0] ?? [0, 0]].map(([x, y]) => at(x, y))] },
  properties: {
    title: `Zone ${n}`,
    zoneTypeId,
    holeId,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})
const square = (x: number, y: number, half: number): readonly XY[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
]

describe('distances to the green', () => {
  const green = greenOf(
    hole,
    [
      zone(20, square(0, 150, 40), FAIRWAY.id, hole.id),
      zone(21, square(0, 300, 10), GREEN.id, hole.id),
      zone(22, square(80, 300, 10), GREEN.id, hole.id),
      zone(23, square(0, 310, 5), GREEN.id, uuid(99)),
    ],
    [GREEN, FAIRWAY],
    frame,
  )

  test('the green is the zone of that type which the line of play ends at', () => {
    expect(green.polygon).not.toBeNull()
    expect(green.centre[0]).toBeCloseTo(0, 3)
    expect(green.centre[1]).toBeCloseTo(300, 3)
  })

  test('front, centre and back are on the line from the cart', () => {
    const straight = greenDistances([0, 0], green)
    expect(straight.frontM).toBeCloseTo(290, 3)
    expect(straight.centreM).toBeCloseTo(300, 3)
    expect(straight.backM).toBeCloseTo(310, 3)
    const across = greenDistances([-100, 200], green)
    expect(across.centreM).toBeCloseTo(100 * Math.SQRT2, 3)
    expect(across.frontM).toBeCloseTo(90 * Math.SQRT2, 3)
    expect(across.backM).toBeCloseTo(110 * Math.SQRT2, 3)
  })

  test('the distance to the front is 0 for a cart on the green', () => {
    const on = greenDistances([0, 295], green)
    expect(on.frontM).toBe(0)
    expect(on.backM).toBeCloseTo(15, 3)
    expect(greenDistances(green.centre, green).centreM).toBe(0)
  })

  test('where no green is drawn only the end of the line of play is known', () => {
    const bare = greenOf(hole, [], [GREEN], frame)
    expect(bare.polygon).toBeNull()
    const { frontM, centreM, backM } = greenDistances([0, 0], bare)
    expect([frontM, backM]).toEqual([null, null])
    expect(centreM).toBeCloseTo(300, 3)
  })

  test('the outer zone is measured from the edge of the green', () => {
    expect(distanceToGreenM([0, 250], green)).toBeCloseTo(40, 3)
    expect(distanceToGreenM([0, 300], green)).toBe(0)
  })
})

describe('the mode of the player', () => {
  const rules = {
    mapModeResetDelay: 30,
    fixateCameraToBuggyDelay: 10,
    gameModeDelay: 60,
    greenOuterZone: 40,
    greenZoom: 19,
  }
  const playing = { holeId: hole.id, toGreenM: 200 }
  const kinds = (touches: PlayerTouches, seconds: readonly number[]): readonly string[] =>
    seconds.map(second => {
      const { mode } = playerMode(touches, playing, rules, second * 1_000)
      return mode.kind === 'map' ? (mode.isFixed ? 'map, fixed' : 'map') : mode.kind
    })

  test('a hole is shown while nobody touches the map, and a press alone does not change that', () => {
    expect(kinds(NEW_PLAYER_TOUCHES, [0, 1_000])).toEqual(['hole', 'hole'])
    expect(kinds(touchPlayer(NEW_PLAYER_TOUCHES, { kind: 'touched' }, 0), [1])).toEqual(['hole'])
  })

  test('after a pan the map is free, then follows the cart, then is left, then shows the hole again', () => {
    const touches = touchPlayer(NEW_PLAYER_TOUCHES, { kind: 'moved' }, 0)
    expect(kinds(touches, [0, 9.9, 10, 29.9, 30, 59.9, 60])).toEqual([
      'map',
      'map',
      'map, fixed',
      'map, fixed',
      'cart',
      'cart',
      'hole',
    ])
  })

  test('a later press keeps the free map, but not the camera from the cart', () => {
    const moved = touchPlayer(NEW_PLAYER_TOUCHES, { kind: 'moved' }, 0)
    expect(kinds(touchPlayer(moved, { kind: 'touched' }, 25_000), [30, 54.9, 55, 85])).toEqual([
      'map, fixed',
      'map, fixed',
      'cart',
      'hole',
    ])
  })

  test('within the outer zone of the green the view is the green, and it does not flicker at its edge', () => {
    const modes: PlayerMode['kind'][] = []
    let touches = NEW_PLAYER_TOUCHES
    for (const toGreenM of [41, 40, 42, 44, 46, 42, 39]) {
      const next = playerMode(touches, { holeId: hole.id, toGreenM }, rules, 0)
      touches = next.touches
      modes.push(next.mode.kind)
    }
    expect(modes).toEqual(['hole', 'green', 'green', 'green', 'hole', 'hole', 'green'])
  })

  test('another hole is looked at until nobody touched the screen for the delay, or somebody goes back', () => {
    const other = touchPlayer(NEW_PLAYER_TOUCHES, { kind: 'looksAtHole', holeId: uuid(11) }, 0)
    expect(playerMode(other, playing, rules, 59_000).mode).toEqual({ kind: 'hole', holeId: uuid(11), isLookedAt: true })
    const after = playerMode(other, playing, rules, 60_000)
    expect(after.mode).toEqual({ kind: 'hole', holeId: hole.id, isLookedAt: false })
    expect(after.touches.lookedAtHoleId).toBeNull()
    const back = touchPlayer(other, { kind: 'backToPlay' }, 1_000)
    expect(playerMode(back, playing, rules, 2_000).mode).toMatchObject({ holeId: hole.id })
  })

  test('between holes the camera is fixed to the cart', () => {
    const { mode } = playerMode(NEW_PLAYER_TOUCHES, { holeId: null, toGreenM: null }, rules, 0)
    expect(mode).toEqual({ kind: 'cart' })
  })

  test('a game mode delay shorter than the others wins', () => {
    const touches = touchPlayer(NEW_PLAYER_TOUCHES, { kind: 'moved' }, 0)
    const quick = { ...rules, gameModeDelay: 5 }
    expect(playerMode(touches, playing, quick, 5_000).mode.kind).toBe('hole')
  })
})

test('the pace counts whole minutes, and a clock that was set back shows none below zero', () => {
  expect(holePace(16, 0, 7.9 * 60_000)).toEqual({ minutes: 7, passMinutes: 16, behindMinutes: 0 })
  expect(holePace(14, 0, 17 * 60_000)).toEqual({ minutes: 17, passMinutes: 14, behindMinutes: 3 })
  expect(holePace(14, 60_000, 0).minutes).toBe(0)
})

/** Each setting of the carts does what it says, at the value it says. The one that holds mowers is the server's. */
import type { XY } from '@greensward/geometry'
import { expect, test } from 'vitest'
import type { BuggySettings } from '../course/settings.ts'
import type { CartFix } from './acceptFix.ts'
import { depthIn } from './areaWatch.ts'
import type { CartGround } from './cartGround.ts'
import { type CartEvent, followCart, NEW_CART } from './followCart.ts'
import { NEW_PLAYER_TOUCHES, type PlayerPlace, playerMode, touchPlayer } from './player/playerMode.ts'

const SETTINGS: Omit<BuggySettings, 'mowersHoldForCarts'> = {
  stayCheckDelay: 120,
  applyHoleDelay: 20,
  mapModeResetDelay: 30,
  fixateCameraToBuggyDelay: 10,
  gameModeDelay: 60,
  alertAccuracy: 10,
  blockAccuracy: 5,
  greenOuterZone: 40,
  greenZoom: 19,
}
const CLOSED = {
  outer: [
    [-50, 500],
    [50, 500],
    [50, 600],
    [-50, 600],
  ] as XY[],
  holes: [],
}
const GROUND: CartGround = {
  holes: [
    {
      id: 'one',
      line: [
        [0, 0],
        [0, 300],
      ],
      passMinutes: 14,
    },
  ],
  garages: [],
  noGo: [
    {
      id: 'closed',
      title: 'Closed',
      kind: 'noGo',
      depthM: depthIn(CLOSED),
      box: [-50, 500, 50, 600],
    },
  ],
}

/** Seconds at which each kind of event first came, of a cart that is at a place for ten minutes. */
const firstEvents = (at: XY, accuracyM: number, changed: Partial<BuggySettings>): ReadonlyMap<string, number> => {
  const found = new Map<CartEvent['kind'], number>()
  let state = NEW_CART
  for (let s = 0; s <= 600; s += 1) {
    const fix: CartFix = { atMs: s * 1_000, at, accuracyM, speedMps: null, trackDeg: null }
    const next = followCart(state, fix, GROUND, { ...SETTINGS, ...changed }, s * 1_000)
    state = next.state
    for (const { kind } of next.events) if (!found.has(kind)) found.set(kind, s)
  }
  return found
}

/** The view some seconds after a person panned the map, on a hole and at a distance from its green. */
const shownAfterPan = (second: number, toGreenM: number, changed: Partial<BuggySettings>): string => {
  const place: PlayerPlace = { holeId: 'one', toGreenM }
  const panned = touchPlayer(NEW_PLAYER_TOUCHES, { kind: 'moved' }, 0)
  const { mode } = playerMode(panned, place, { ...SETTINGS, ...changed }, second * 1_000)
  return mode.kind === 'map' && mode.isFixed ? 'map on the cart' : mode.kind
}
const inPlay = (toGreenM: number, changed: Partial<BuggySettings>) =>
  playerMode(NEW_PLAYER_TOUCHES, { holeId: 'one', toGreenM }, { ...SETTINGS, ...changed }, 0).mode

const TESTS: Readonly<Record<keyof typeof SETTINGS, () => void>> = {
  stayCheckDelay: () => {
    for (const stayCheckDelay of [30, 120, 300])
      expect(firstEvents([0, 150], 3, { stayCheckDelay }).get('stays')).toBe(stayCheckDelay)
  },
  applyHoleDelay: () => {
    for (const applyHoleDelay of [5, 20, 90])
      expect(firstEvents([0, 150], 3, { applyHoleDelay }).get('holeChanged')).toBe(applyHoleDelay)
  },
  alertAccuracy: () => {
    expect(firstEvents([0, 550], 9, { alertAccuracy: 10 }).get('noGoEntered')).toBeLessThan(5)
    expect(firstEvents([0, 550], 9, { alertAccuracy: 8 }).has('noGoEntered')).toBe(false)
  },
  blockAccuracy: () => {
    expect(firstEvents([0, 550], 6, { blockAccuracy: 5 }).has('noGoBlocked')).toBe(false)
    expect(firstEvents([0, 550], 6, { blockAccuracy: 5 }).has('noGoEntered')).toBe(true)
    expect(firstEvents([0, 550], 6, { blockAccuracy: 7 }).get('noGoBlocked')).toBeLessThan(5)
  },
  fixateCameraToBuggyDelay: () => {
    for (const fixateCameraToBuggyDelay of [3, 10]) {
      const after = (s: number): string => shownAfterPan(s, 200, { fixateCameraToBuggyDelay })
      expect([after(fixateCameraToBuggyDelay - 0.1), after(fixateCameraToBuggyDelay)]).toEqual([
        'map',
        'map on the cart',
      ])
    }
  },
  mapModeResetDelay: () => {
    for (const mapModeResetDelay of [15, 30]) {
      const after = (s: number): string => shownAfterPan(s, 200, { mapModeResetDelay })
      expect([after(mapModeResetDelay - 0.1), after(mapModeResetDelay)]).toEqual(['map on the cart', 'cart'])
    }
  },
  gameModeDelay: () => {
    for (const gameModeDelay of [40, 60]) {
      const after = (s: number): string => shownAfterPan(s, 200, { gameModeDelay })
      expect([after(gameModeDelay - 0.1), after(gameModeDelay)]).toEqual(['cart', 'hole'])
    }
  },
  greenOuterZone: () => {
    for (const greenOuterZone of [15, 40])
      expect([
        inPlay(greenOuterZone + 0.1, { greenOuterZone }).kind,
        inPlay(greenOuterZone, { greenOuterZone }).kind,
      ]).toEqual(['hole', 'green'])
  },
  greenZoom: () => {
    for (const greenZoom of [17, 20])
      expect(inPlay(10, { greenZoom })).toMatchObject({ kind: 'green', zoom: greenZoom })
  },
}

test.each(Object.entries(TESTS))('the setting %s does what it says', (_name, holds) => holds())

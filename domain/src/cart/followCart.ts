/** All rules over the positions of one cart, one fix at a time. */
import { distanceM, type XY } from '@greensward/geometry'
import type { BuggySettings } from '../course/settings.ts'
import {
  ASSUMED_ACCURACY_M,
  acceptFix,
  type CartFix,
  FASTEST_MPS,
  type FixFilter,
  type FixVerdict,
  NEW_FIX_FILTER,
} from './acceptFix.ts'
import { type AreaWatch, NEW_AREA_WATCH, type SmoothDepth, watchArea } from './areaWatch.ts'
import type { CartGround, NoGoArea } from './cartGround.ts'
import { type CartLive, type CartStanding, cartLinkOf } from './cartLive.ts'
import { type HoleWatch, NEW_HOLE_WATCH, watchHole } from './round/currentHole.ts'
import type { CartPace } from './round/round.ts'
import { isAtGarage, NEW_STAY_WATCH, type StayWatch, watchStay } from './round/staying.ts'
import { type Motion, type SmoothPlace, smoothPlace } from './smoothPlace.ts'

interface NoGoWatch {
  readonly area: NoGoArea
  readonly alert: AreaWatch
  readonly block: AreaWatch
}

export interface CartState {
  readonly filter: FixFilter
  readonly place: SmoothPlace | null
  readonly hole: HoleWatch
  readonly stay: StayWatch
  /** Areas that the cart is in or near, by id. */
  readonly areas: ReadonlyMap<string, NoGoWatch>
  readonly speedMps: number | null
  readonly trackDeg: number | null
  readonly atGarage: boolean
}

export const NEW_CART: CartState = {
  filter: NEW_FIX_FILTER,
  place: null,
  hole: NEW_HOLE_WATCH,
  stay: NEW_STAY_WATCH,
  areas: new Map(),
  speedMps: null,
  trackDeg: null,
  atGarage: false,
}

export type CartEvent =
  | { readonly kind: 'noGoEntered' | 'noGoBlocked' | 'noGoLeft'; readonly area: NoGoArea }
  | { readonly kind: 'stays'; readonly sinceMs: number }
  | { readonly kind: 'movesOn' }
  | { readonly kind: 'holeChanged'; readonly holeId: string | null }

export type CartRules = Pick<BuggySettings, 'stayCheckDelay' | 'applyHoleDelay' | 'alertAccuracy' | 'blockAccuracy'>

/** Farther outside than this an area is not watched: no fix that counts is so far off. */
const NEAR_M = 40
/** A slower cart counts as stationary. */
const STANDS_BELOW_MPS = 0.5
/** Two fixes farther apart in time say little about the speed now. */
const LONGEST_STEP_S = 30
/** A cart that is silent for this long is not on a hole any more: it may have been parked there overnight. */
const FORGOTTEN_AFTER_MS = 60 * 60_000
/** A shorter step is noise and has no direction. */
const LEAST_STEP_M = 3

const isNear = ({ box: [west, south, east, north] }: NoGoArea, [x, y]: XY): boolean =>
  x > west - NEAR_M && x < east + NEAR_M && y > south - NEAR_M && y < north + NEAR_M

/** Speed and direction where the tracker does not say them, from where it was before. */
const motionOf = (
  state: CartState,
  last: CartFix | null,
  fix: CartFix,
): { speedMps: number | null; trackDeg: number | null } => {
  const seconds = last === null ? Number.POSITIVE_INFINITY : (fix.atMs - last.atMs) / 1_000
  if (last === null || seconds > LONGEST_STEP_S)
    return { speedMps: fix.speedMps, trackDeg: fix.trackDeg ?? state.trackDeg }
  const stepM = distanceM(last.at, fix.at)
  const between = (Math.atan2(fix.at[0] - last.at[0], fix.at[1] - last.at[1]) * 180) / Math.PI
  const moved = stepM >= LEAST_STEP_M ? (between + 360) % 360 : state.trackDeg
  return { speedMps: fix.speedMps ?? stepM / seconds, trackDeg: fix.trackDeg ?? moved }
}

const watchAreas = (
  state: CartState,
  fix: CartFix,
  place: SmoothPlace,
  ground: CartGround,
  rules: CartRules,
  events: CartEvent[],
) => {
  const depthOf = (area: NoGoArea, { at, placeVariance }: Motion): SmoothDepth => ({
    depthM: area.depthM(at),
    deviationM: Math.sqrt(placeVariance),
  })
  const isClear = place.outliers === 0
  // A fix counts if it is at least as accurate as the settings require. For a tracker that reports no accuracy it is
  // estimated from its fixes, at 5 m or more (see `smoothPlace`): enough for an alert, not for a block. A tracker slightly
  // worse than the settings allow raises its alert later, when its estimate happens to be good enough. If the settings
  // require better than 5 m, such a tracker raises no alert.
  const mayAlert = (fix.accuracyM ?? place.accuracyM) <= rules.alertAccuracy
  const mayBlock = (fix.accuracyM ?? ASSUMED_ACCURACY_M) <= rules.blockAccuracy
  const areas = new Map<string, NoGoWatch>()
  for (const area of ground.noGo) {
    const before = state.areas.get(area.id)
    if (before === undefined && !isNear(area, fix.at)) continue
    const { alert, block } = before ?? { alert: NEW_AREA_WATCH, block: NEW_AREA_WATCH }
    const depth = {
      atMs: fix.atMs,
      depthM: area.depthM(fix.at),
      accuracyM: place.accuracyM,
      way: isClear ? { steady: depthOf(area, place.steady), agile: depthOf(area, place.agile) } : null,
    }
    const next = {
      area,
      alert: mayAlert ? watchArea(alert, depth) : alert,
      block: mayBlock ? watchArea(block, depth) : block,
    }
    const wasIn = alert.isInside || block.isInside
    const isIn = next.alert.isInside || next.block.isInside
    if (isIn && !wasIn) events.push({ kind: 'noGoEntered', area })
    if (next.block.isInside && !block.isInside) events.push({ kind: 'noGoBlocked', area })
    if (!isIn && wasIn) events.push({ kind: 'noGoLeft', area })
    if (isIn || isNear(area, fix.at)) areas.set(area.id, next)
  }
  return areas
}

/**
 * @param nowMs of the receiver
 * @param fastestMps a position farther off than this allows is a jump; left out, a golf cart's own
 */
export const followCart = (
  state: CartState,
  fix: CartFix,
  ground: CartGround,
  rules: CartRules,
  nowMs: number,
  fastestMps: number = FASTEST_MPS,
): { readonly state: CartState; readonly verdict: FixVerdict; readonly events: readonly CartEvent[] } => {
  const { last } = state.filter
  const { filter, verdict } = acceptFix(state.filter, fix, nowMs, fastestMps)
  if (verdict !== 'taken') return { state: { ...state, filter }, verdict, events: [] }
  const events: CartEvent[] = []
  const place = smoothPlace(state.place, fix, fastestMps / FASTEST_MPS)
  const isForgotten = last !== null && fix.atMs - last.atMs >= FORGOTTEN_AFTER_MS
  const hole = watchHole(isForgotten ? NEW_HOLE_WATCH : state.hole, fix, ground.holes, rules.applyHoleDelay)
  if (hole.holeId !== state.hole.holeId) events.push({ kind: 'holeChanged', holeId: hole.holeId })
  const stay = watchStay(state.stay, fix, ground.garages, rules.stayCheckDelay)
  if (stay.stayingSinceMs !== null && state.stay.stayingSinceMs === null)
    events.push({ kind: 'stays', sinceMs: stay.stayingSinceMs })
  if (stay.stayingSinceMs === null && state.stay.stayingSinceMs !== null) events.push({ kind: 'movesOn' })
  return {
    state: {
      filter,
      place,
      hole,
      stay,
      areas: watchAreas(state, fix, place, ground, rules, events),
      ...motionOf(state, last, fix),
      atGarage: isAtGarage(fix.at, ground.garages),
    },
    verdict,
    events,
  }
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const standingOf = (state: CartState, ageMs: number | null): CartStanding => {
  const link = cartLinkOf(ageMs)
  if (link === 'never') return 'never'
  if (link === 'lost') return 'offline'
  if (state.stay.stayingSinceMs !== null) return 'staying'
  const isMoving = (state.speedMps ?? 0) >= STANDS_BELOW_MPS
  if (state.atGarage && !isMoving) return 'parked'
  return isMoving ? 'driving' : 'standing'
}

/**
 * How the cart is shown at a moment.
 * @param pace of its round, where somebody follows it
 */
export const cartLiveOf = (state: CartState, nowMs: number, pace: CartPace | null = null): CartLive => {
  const { last } = state.filter
  return {
    standing: standingOf(state, last === null ? null : Math.max(0, nowMs - last.atMs)),
    atGarage: state.atGarage,
    holeId: state.hole.holeId,
    onHoleSince: iso(state.hole.holeId === null ? null : state.hole.sinceMs),
    stayingSince: iso(state.stay.stayingSinceMs),
    pace,
    noGo: [...state.areas.values()].flatMap(({ area: { id, title, kind }, alert, block }) =>
      alert.isInside || block.isInside ? [{ id, title, kind, isBlocked: block.isInside }] : [],
    ),
  }
}

import { distanceM, lengthM } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import type { Leg, PlanChunk } from '../plan.ts'

/** Cuts legs that no chunk could hold, so that chunks can end between legs. */
const fitting = (leg: Leg, mostPoints: number, mostM: number): Leg[] => {
  if (leg.points.length <= mostPoints && lengthM(leg.points) <= mostM) return [leg]
  const legs: Leg[] = []
  let points: XY[] = []
  let soFarM = 0
  const close = (): void => {
    if (points.length > 1) legs.push({ ...leg, points })
    points = points.slice(-1)
    soFarM = 0
  }
  for (const point of leg.points) {
    let last = points[points.length - 1]
    if (last !== undefined) {
      if (points.length >= mostPoints) close()
      for (let left = distanceM(last, point); soFarM + left > mostM; left = distanceM(last, point)) {
        const t = (mostM - soFarM) / left
        const cut: XY = [last[0] + (point[0] - last[0]) * t, last[1] + (point[1] - last[1]) * t]
        if (t > 1e-9) points.push(cut)
        close()
        last = points[points.length - 1] ?? cut
        if (points.length >= mostPoints) close()
      }
      soFarM += distanceM(last, point)
    }
    points.push(point)
  }
  close()
  return legs
}

/** Share of a charge that one leg may take at most where each charge begins and ends elsewhere, so that chunks can be filled. */
const LEG_SHARE = 1 / 8

export interface Split {
  readonly legs: Leg[]
  readonly chunks: PlanChunk[]
  /** Parts that one charge does not last for, because the way there and back is too long. */
  readonly beyondRange: number
}

/**
 * Splits a drive into chunks of at most `maxWaypoints` points and `batteryRangeM` metres each. Legs that are longer than a chunk are cut,
 * so the legs come back too.
 * @param wayM metres between a place and where the mower is charged; without it charging happens wherever a chunk ends
 */
export const splitIntoChunks = (
  legs: readonly Leg[],
  maxWaypoints = Number.POSITIVE_INFINITY,
  batteryRangeM = Number.POSITIVE_INFINITY,
  wayM?: (place: XY) => number,
): Split => {
  if (!Number.isFinite(maxWaypoints) && !Number.isFinite(batteryRangeM))
    return { legs: [...legs], chunks: oneChunk(legs), beyondRange: 0 }
  const wholeM = legs.reduce((sum, leg) => sum + lengthM(leg.points), 0)
  const first = legs[0]?.points[0]
  const end = legs[legs.length - 1]?.points.at(-1)
  const fitsOnce =
    wayM === undefined || first === undefined || end === undefined || wayM(first) + wholeM + wayM(end) <= batteryRangeM
  const away = fitsOnce || wayM === undefined ? undefined : remembered(wayM)
  const cut = legs.flatMap(leg =>
    fitting(leg, maxWaypoints, away === undefined ? batteryRangeM : batteryRangeM * LEG_SHARE),
  )
  const mostM = batteryRangeM * (1 + 1e-9)
  const chunks: PlanChunk[] = []
  let beyondRange = 0
  let fromLeg = 0
  let waypoints = 0
  let chunkM = 0
  const startOf = (i: number): number => wayAt(away, cut[i]?.points[0])
  const endOf = (i: number): number => wayAt(away, cut[i]?.points.at(-1))
  const close = (toLeg: number): void => {
    const chunk = { fromLeg, toLeg, lengthM: chunkM, waypoints, wayM: startOf(fromLeg) + endOf(toLeg - 1) }
    if (chunk.lengthM + chunk.wayM > mostM) beyondRange++
    chunks.push(chunk)
  }
  /** The last place of the chunk from which the way back is known, or no longer than given. */
  let backM = 0
  let backAtM = 0
  /** Whether the chunk may continue to the end of leg `i`, `untilM` from its start. */
  const lasts = (i: number, untilM: number): boolean => {
    if (away === undefined) return untilM <= mostM
    const leftM = mostM - startOf(fromLeg) - untilM
    const end = cut[i]?.points.at(-1)
    if (end === undefined || leftM < 0) return leftM >= 0
    // Driven backwards, the drive itself is a way, so that most ends need not be asked.
    if (backM + untilM - backAtM <= leftM) return true
    backM = away(end)
    backAtM = untilM
    return backM <= leftM
  }
  backM = cut.length > 0 ? startOf(0) : 0
  cut.forEach((leg, i) => {
    const legM = lengthM(leg.points)
    const more = leg.points.length - (waypoints > 0 ? 1 : 0)
    if (waypoints > 0 && (waypoints + more > maxWaypoints || !lasts(i, chunkM + legM))) {
      close(i)
      fromLeg = i
      waypoints = leg.points.length
      chunkM = legM
      backM = startOf(i)
      backAtM = 0
      return
    }
    waypoints += more
    chunkM += legM
  })
  if (cut.length > 0) close(cut.length)
  return { legs: cut, chunks, beyondRange }
}

/** Nothing limits a chunk, so that one holds the whole drive. */
const oneChunk = (legs: readonly Leg[]): PlanChunk[] => {
  if (legs.length === 0) return []
  let chunkM = 0
  let waypoints = 1
  for (const { points } of legs) {
    chunkM += lengthM(points)
    waypoints += points.length - 1
  }
  return [{ fromLeg: 0, toLeg: legs.length, lengthM: chunkM, waypoints, wayM: 0 }]
}

const wayAt = (away: ((place: XY) => number) | undefined, place: XY | undefined): number =>
  away === undefined || place === undefined ? 0 : away(place)

const remembered = (wayM: (place: XY) => number): ((place: XY) => number) => {
  const known = new Map<XY, number>()
  return place => {
    const before = known.get(place)
    const fresh = before ?? wayM(place)
    if (before === undefined) known.set(place, fresh)
    return fresh
  }
}

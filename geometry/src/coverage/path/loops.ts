import { distanceM, lengthM } from '../../polyline.ts'
import type { PolylineXY, XY } from '../../units.ts'
import type { Connection, Connector } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'

/** A loop beyond a corner of a headland pass: it is mown up to its tip, and the blade is off until the drive is back there. */
export interface Loop {
  /** The points of the round, from the index on, that are this corner; the drive continues from the last of them. */
  readonly corners: PolylineXY
  readonly index: number
  /** Metres along the round to the first of them. */
  readonly alongM: number
  /** Where the blade stops: at the tip or straight on beyond it. */
  readonly from: Pose
  readonly to: Pose
  readonly connection: Connection
}

/**
 * A loop on the far side of a corner takes up to 7.3 radii. Where the body has no room there, one to its near side takes up to 10.5
 * at a corner of 135 degrees; a longer way from a corner back to it is a detour.
 */
const MOST_RADII = 10.5

/** Points of a round nearer to each other than this are one corner. */
const ONE_CORNER_M = 0.05

/** Along the outermost pass there is nothing to mow beyond a tip. */
export const pastNoTip = (): number => 0

/**
 * How far beyond the tip of an inner pass the blade has to go: the pass outside of it leaves a sharp corner, which a disc at the tip does
 * not reach.
 */
export const pastInnerTipM =
  (widthM: number, pitchM: number) =>
  (bendRad: number): number => {
    const asideM = pitchM - widthM / 2
    const reachM = Math.sqrt(Math.max(0, (widthM / 2) ** 2 - asideM ** 2))
    return Math.max(0, Math.min(widthM, asideM * Math.tan(Math.min(bendRad, SHARPEST_RAD) / 2) - reachM))
  }

const SHARPEST_RAD = 3

/**
 * The loops that have room.
 * @param tight points of the round where it bends too tightly; where the round begins and ends, no bend is driven
 * @param pastTipM how far beyond the tip of a corner that bends by an angle the blade stays on, if there is room
 */
export const loopsOf = (
  tight: readonly XY[],
  round: PolylineXY,
  connector: Connector,
  radiusM: number,
  pastTipM: (bendRad: number) => number = pastNoTip,
): Loop[] => {
  if (tight.length === 0) return []
  const asked = new Set(tight)
  const loops: Loop[] = []
  let alongM = 0
  for (let index = 1; index < round.length; index++) {
    const before = round[index - 1]
    const first = round[index]
    if (before === undefined || first === undefined) break
    alongM += distanceM(before, first)
    let end = index + 1
    for (let point = round[end]; point !== undefined && distanceM(first, point) < ONE_CORNER_M; point = round[++end]);
    const corners = round.slice(index, end)
    const last = corners[corners.length - 1]
    const next = round[end]
    if (last === undefined || next === undefined || !corners.some(corner => asked.has(corner))) continue
    const from: Pose = { at: first, angle: Math.atan2(first[1] - before[1], first[0] - before[0]) }
    const to: Pose = { at: last, angle: Math.atan2(next[1] - last[1], next[0] - last[0]) }
    const loop = [pastTipM(bendRad(from, to)), 0].flatMap(
      pastM => loopFrom(from, pastM, to, connector, radiusM) ?? [],
    )[0]
    if (loop === undefined) continue
    loops.push({ corners, index, alongM, to, ...loop })
    for (let i = index + 1; i < end; i++) alongM += distanceM(round[i - 1] ?? first, round[i] ?? first)
    index = end - 1
  }
  return loops
}

const bendRad = (from: Pose, to: Pose): number =>
  Math.abs(Math.atan2(Math.sin(to.angle - from.angle), Math.cos(to.angle - from.angle)))

/** The loop that begins so far beyond a tip, where the way there and the loop have room. */
const loopFrom = (
  tip: Pose,
  pastM: number,
  to: Pose,
  connector: Connector,
  radiusM: number,
): Pick<Loop, 'from' | 'connection'> | undefined => {
  const { at, angle } = tip
  const from: Pose = { at: [at[0] + pastM * Math.cos(angle), at[1] + pastM * Math.sin(angle)], angle }
  if (pastM > 0 && connector.directInside(tip, from) === undefined) return undefined
  const connection = connector.directInside(from, to)
  const isLoop = connection !== undefined && lengthM(connection.points) <= MOST_RADII * radiusM + pastM
  return isLoop ? { from, connection } : undefined
}

/** Records what was driven with the blade on in the memory of the grass: exactly once, also after a crash. */
import {
  addLength,
  type Cut,
  type GrassMemory,
  grassMemory,
  MINUTE_MS,
  mainLineDeg,
  NO_LENGTHS,
  nearestDirection,
  polygonXY,
  rememberCut,
  withMower,
  type Zone,
} from '@greensward/domain'
import { areaM2 } from '@greensward/geometry'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { type CurrentCourse, featuresNear } from '../../shared/course/currentCourse.ts'
import { boxOfPositions, widened } from '../../shared/course/featureBox.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import {
  type LedgerLine,
  lineKey,
  lockMemories,
  markRemembered,
  type NewStretch,
  newStretches,
  readLengths,
  readMemories,
  writeLedger,
  writeMemory,
} from './grassStore.ts'

const AT_ONCE = 1_000

interface OpenMemory {
  readonly zone: Zone
  memory: GrassMemory
  readonly before: Date | undefined
}

interface OpenLine {
  readonly featureId: string
  readonly stretch: NewStretch
  lengths: readonly number[]
  at: Date
}

/** @returns how many stretches were taken in, in a transaction of the caller */
const rememberSome = async (ctx: Context, course: CurrentCourse, tx: Tx, atOnce: number): Promise<number> => {
  await lockMemories(tx)
  const stretches = await newStretches(tx, atOnce)
  if (stretches.length === 0) return 0
  const breathe = createBreather()
  const { features } = await course.read()
  const mown = new Set((await readZoneTypes(tx)).filter(type => type.mowable).map(type => type.id))
  const zones = features.filter((feature): feature is Zone => feature.kind === 'zone' && isMown(feature, mown))
  const open = new Map<string, OpenMemory>()
  const lines = new Map<string, OpenLine>()
  const known = await readLengths(tx, [...new Set(stretches.map(({ missionId }) => missionId))])

  const memoryOf = async (zone: Zone): Promise<OpenMemory> => {
    const taken = open.get(zone.id)
    if (taken !== undefined) return taken
    const [stored] = await readMemories(tx, [zone.id])
    const fresh = { zone, memory: grassMemory(zone.geometry, stored?.memory), before: stored?.updatedAt }
    open.set(zone.id, fresh)
    return fresh
  }
  const lineOf = (stretch: NewStretch, featureId: string): OpenLine => {
    const key = lineKey({ missionId: stretch.missionId, featureId })
    const taken = lines.get(key)
    if (taken !== undefined) return taken
    const fresh = { featureId, stretch, lengths: known.get(key) ?? NO_LENGTHS, at: stretch.at }
    lines.set(key, fresh)
    return fresh
  }

  for (const stretch of stretches) {
    const { widthM, points, at } = stretch
    if (widthM === null) continue
    // The server that people use remembers too.
    await breathe()
    const near = featuresNear(zones, widened(boxOfPositions(points), widthM))
    for (const zone of near) {
      if (zone.kind !== 'zone') continue
      const entry = await memoryOf(zone)
      const { memory, mower } = withMower(entry.memory, stretch.mowerId)
      entry.memory = memory
      const minute = Math.floor(at.getTime() / MINUTE_MS)
      const pieces = piecesOf(points).map(([from, to]): Cut => ({ from, to, widthM, minute, mower }))
      if (pieces.reduce((cells, piece) => cells + rememberCut(memory, piece), 0) === 0) continue
      const line = lineOf(stretch, zone.id)
      for (const piece of pieces) line.lengths = addLength(line.lengths, memory, piece)
      if (at > line.at) line.at = at
    }
  }

  const now = ctx.clock.now()
  for (const [zoneId, { memory, before }] of open) {
    await writeMemory(tx, zoneId, memory, before, now)
    await breathe()
  }
  const written = [...lines.values()].flatMap(({ featureId, stretch, lengths, at }): LedgerLine[] => {
    const heading = mainLineDeg(lengths)
    const entry = open.get(featureId)
    if (heading === undefined || entry === undefined) return []
    const metres = lengths.reduce((sum, length) => sum + length, 0)
    return [
      {
        missionId: stretch.missionId,
        featureId,
        direction: nearestDirection(heading, stretch.holeBaseAngleDeg),
        at,
        lengths: lengths.map(length => Math.round(length * 10) / 10),
        share: (metres * (stretch.widthM ?? 0)) / Math.max(1, zoneAreaM2(entry.zone, entry.memory)),
      },
    ]
  })
  await writeLedger(tx, written)
  await markRemembered(
    tx,
    stretches.map(({ id }) => id),
  )
  return stretches.length
}

const isMown = ({ properties }: Zone, mown: ReadonlySet<string>): boolean => mown.has(properties.zoneTypeId)

export const zoneAreaM2 = (zone: Zone, { frame }: Pick<GrassMemory, 'frame'>): number =>
  areaM2(polygonXY(frame, zone.geometry))

const piecesOf = <T>(points: readonly T[]): (readonly [T, T])[] =>
  points.flatMap((from, i) => {
    const to = points[i + 1]
    return to === undefined ? [] : [[from, to] as const]
  })

/**
 * Takes in all that is new, one call at a time: a call while it runs gets an answer with everything written until then.
 * @param atOnce stretches in one transaction; each of them writes every zone that they cut
 */
export const createRememberer = (ctx: Context, course: CurrentCourse, atOnce = AT_ONCE): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    let taken: number
    do taken = await ctx.db.transaction(tx => rememberSome(ctx, course, tx, atOnce))
    while (taken === atOnce)
  }
  return () => {
    running = running.catch(() => undefined).then(run)
    return running
  }
}

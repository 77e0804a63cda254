/** The memory of the grass: which parts were really cut, when, by which mower and in which direction; and which zones are due. */

import {
  type GrassMemory,
  grassMemory,
  grassSummary,
  isActive,
  OVERDUE_SHARE,
  type Zone,
  type ZoneType,
} from '@greensward/domain'
import { calls, type GrassRow, type ZoneAge } from '@greensward/domain/contract'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { readLedger } from '../../shared/missionLife/missionsStore.ts'
import { deflated, lastDirections, memoryTimes, nextMissions, readMemories } from './grassStore.ts'
import { createRememberer, zoneAreaM2 } from './rememberCuts.ts'

/** While mowers work, the memory is updated this often; a request gets it as it is at that moment. */
const REMEMBER_MS = 60_000
const LEDGER_LINES = 10

interface Remembered {
  readonly zone: Zone
  readonly writtenAt: number
  readonly memory: GrassMemory
  age: ZoneAge | undefined
}

export const createGrassFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const remember = createRememberer(ctx, course)
  /** Read and laid over the outline of today, until either changes. */
  const known = new Map<string, Remembered>()

  const mownZones = async (): Promise<{ zone: Zone; type: ZoneType }[]> => {
    const types = new Map((await readZoneTypes(ctx.db)).map(type => [type.id, type]))
    return (await course.read()).features.flatMap(feature => {
      if (feature.kind !== 'zone') return []
      const type = types.get(feature.properties.zoneTypeId)
      return type?.mowable === true && !feature.properties.hiddenForMower ? [{ zone: feature, type }] : []
    })
  }

  /** The cuts of these zones; those that were never cut are not among them. */
  const memoriesOf = async (zones: readonly Zone[]): Promise<ReadonlyMap<string, Remembered>> => {
    const written = await memoryTimes(ctx.db)
    const old = zones.filter(zone => {
      const at = written.get(zone.id)
      const entry = known.get(zone.id)
      return at !== undefined && (entry?.writtenAt !== at || entry.zone !== zone)
    })
    const stored = new Map(
      (
        await readMemories(
          ctx.db,
          old.map(({ id }) => id),
        )
      ).map(each => [each.zoneId, each]),
    )
    const breathe = createBreather()
    for (const zone of old) {
      await breathe()
      const found = stored.get(zone.id)
      if (found === undefined) continue
      known.set(zone.id, {
        zone,
        writtenAt: found.updatedAt.getTime(),
        memory: grassMemory(zone.geometry, found.memory),
        age: undefined,
      })
    }
    return new Map(
      zones.flatMap(({ id }) => {
        const entry = written.has(id) ? known.get(id) : undefined
        return entry === undefined ? [] : [[id, entry] as const]
      }),
    )
  }

  const ageOf = (zoneId: string, memory: GrassMemory): ZoneAge => ({
    zoneId,
    origin: [memory.origin[0], memory.origin[1]],
    minX: memory.minX,
    minY: memory.minY,
    columns: memory.columns,
    rows: memory.rows,
    mowerIds: [...memory.mowerIds],
    cells: deflated(memory).toString('base64'),
  })
  const knownAge = (entry: Remembered): ZoneAge => {
    entry.age ??= ageOf(entry.zone.id, entry.memory)
    return entry.age
  }

  const rows = async (): Promise<GrassRow[]> => {
    const zones = await mownZones()
    const memories = await memoriesOf(zones.map(({ zone }) => zone))
    const [directions, next] = [await lastDirections(ctx.db), await nextMissions(ctx.db)]
    const now = ctx.clock.now()
    const breathe = createBreather()
    const all: GrassRow[] = []
    for (const { zone, type } of zones) {
      await breathe()
      const memory = memories.get(zone.id)?.memory ?? grassMemory(zone.geometry)
      const intervalDays = type.intervalDays ?? null
      const summary = grassSummary(memory, now, intervalDays)
      const planned = next.get(zone.id)
      all.push({
        zoneId: zone.id,
        title: zone.properties.title,
        zoneTypeId: type.id,
        areaM2: Math.round(zoneAreaM2(zone, memory)),
        intervalDays,
        mownShare: summary.mownShare,
        overdueShare: summary.overdueShare,
        isOverdue: (summary.overdueShare ?? 0) >= OVERDUE_SHARE,
        lastAt: summary.lastAt?.toISOString() ?? null,
        lastMowerId: summary.lastMowerId,
        lastDirection: directions.get(zone.id) ?? null,
        oldestAt: summary.oldestAt?.toISOString() ?? null,
        nextMissionId: planned?.id ?? null,
        nextStartsAt: planned?.startsAt?.toISOString() ?? null,
      })
    }
    return all.sort(
      (a, b) =>
        (b.overdueShare ?? -1) - (a.overdueShare ?? -1) ||
        (a.oldestAt ?? '').localeCompare(b.oldestAt ?? '') ||
        a.title.localeCompare(b.title),
    )
  }

  const rememberQuietly = async (): Promise<void> => {
    try {
      await remember()
    } catch (error) {
      ctx.log.warn({ err: error }, 'Could not record cuts; will retry')
    }
  }

  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined
  return {
    routes: [
      route(calls.grass.list, async () => {
        await remember()
        const items = await rows()
        return { items, total: items.length }
      }),
      route(calls.grass.zones, async () => {
        await remember()
        const memories = await memoriesOf((await mownZones()).map(({ zone }) => zone))
        const items: ZoneAge[] = []
        const breathe = createBreather()
        for (const entry of memories.values()) {
          items.push(knownAge(entry))
          await breathe()
        }
        return { items }
      }),
      route(calls.grass.zone, async ({ params }) => {
        await remember()
        const { features } = await course.read()
        const zone = features.find((feature): feature is Zone => feature.kind === 'zone' && feature.id === params.id)
        if (zone === undefined) return refuse('notFound')
        const entry = (await memoriesOf([zone])).get(zone.id)
        return entry === undefined ? ageOf(zone.id, grassMemory(zone.geometry)) : knownAge(entry)
      }),
      route(calls.missions.ledger, async ({ params }) => {
        await remember()
        const lines = await readLedger(ctx.db, params.id, LEDGER_LINES)
        return { items: lines.map(line => ({ ...line, at: line.at.toISOString() })) }
      }),
    ],
    start: async () => {
      timer = setInterval(() => void rememberQuietly(), REMEMBER_MS)
      timer.unref()
      // The next plan of the zone asks for the direction of this one.
      unsubscribe = ctx.events.on('missionChanged', async ({ mission }) => {
        if (!isActive(mission.status) && mission.status !== 'planned') await rememberQuietly()
      })
      void rememberQuietly()
    },
    stop: async () => {
      clearInterval(timer)
      unsubscribe?.()
      await rememberQuietly()
    },
  }
}

/** The memory of the grass: which parts were really cut, when, by which mower and in which direction; and which zones are due. */

import { calls, type ZoneAge } from '@greensward/contract'
import { type Day, grassMemory, grassSummary, isActive, type NextCut, type Zone } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { readLedger } from '../../shared/missionLife/missionsStore.ts'
import { dayOfCut, readGrowingDays, rememberedDueCuts } from './dueCuts.ts'
import { grassRows, type MownZone } from './grassRows.ts'
import { ageOf, KnownMemories, knownAge } from './knownMemories.ts'
import { recordPhotoRoutes } from './recordPhotoRoutes.ts'
import { recordRoutes } from './recordRoutes.ts'
import { createRememberer } from './rememberCuts.ts'

/** While mowers work, the memory is updated this often; a request gets it as it is at that moment. */
const REMEMBER_MS = 60_000
const LEDGER_LINES = 10

const mownZones = async (ctx: Context, course: CurrentCourse): Promise<MownZone[]> => {
  const types = new Map((await readZoneTypes(ctx.db)).map(type => [type.id, type]))
  return (await course.read()).features.flatMap(feature => {
    if (feature.kind !== 'zone') return []
    const type = types.get(feature.properties.zoneTypeId)
    return type?.mowable === true && !feature.properties.hiddenForMower ? [{ zone: feature, type }] : []
  })
}

/** When zones are due, for what plans their cuts. */
export interface DueCuts {
  readonly today: Day
  /**
   * @param planned a later cut that counts as done
   * @returns undefined for a zone that is never due, or not mown
   */
  readonly nextCut: (zoneId: string, planned?: Day) => NextCut | undefined
}

const readDueCuts = async (ctx: Context, course: CurrentCourse, memories: KnownMemories): Promise<DueCuts> => {
  const zones = await mownZones(ctx, course)
  const known = await memories.of(zones.map(({ zone }) => zone))
  const days = await readGrowingDays(ctx)
  const types = new Map(zones.map(({ zone, type }) => [zone.id, type]))
  const dueCut = rememberedDueCuts(days)
  const cuts = new Map<string, Day | undefined>()
  const breathe = createBreather()
  for (const [zoneId, { memory }] of known) {
    cuts.set(zoneId, dayOfCut(grassSummary(memory, null).wholeAt, days))
    await breathe()
  }
  return {
    today: days.today,
    nextCut: (zoneId, planned) => {
      const type = types.get(zoneId)
      return type === undefined ? undefined : dueCut(type, planned ?? cuts.get(zoneId))
    },
  }
}

const grassRoutes = (
  ctx: Context,
  course: CurrentCourse,
  memories: KnownMemories,
  remember: () => Promise<void>,
): readonly Route[] => {
  return [
    route(calls.grass.list, async () => {
      await remember()
      const zones = await mownZones(ctx, course)
      const items = await grassRows(ctx, zones, await memories.of(zones.map(({ zone }) => zone)))
      return { items, total: items.length }
    }),

    route(calls.grass.zones, async () => {
      await remember()
      const found = await memories.of((await mownZones(ctx, course)).map(({ zone }) => zone))
      const items: ZoneAge[] = []
      const breathe = createBreather()
      for (const entry of found.values()) {
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
      const entry = (await memories.of([zone])).get(zone.id)
      return entry === undefined ? ageOf(zone.id, grassMemory(zone.geometry)) : knownAge(entry)
    }),

    route(calls.missions.ledger, async ({ params }) => {
      await remember()
      const lines = await readLedger(ctx.db, params.id, LEDGER_LINES)
      return { items: lines.map(line => ({ ...line, at: line.at.toISOString() })) }
    }),
  ]
}

export interface GrassPort {
  dueCuts(): Promise<DueCuts>
}

export const createGrassFeature = (ctx: Context, course: CurrentCourse): Feature & { readonly port: GrassPort } => {
  const remember = createRememberer(ctx, course)
  const memories = new KnownMemories(ctx.db)
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
    port: {
      dueCuts: async () => {
        await remember()
        return readDueCuts(ctx, course, memories)
      },
    },
    routes: [...grassRoutes(ctx, course, memories, remember), ...recordRoutes(ctx, course), ...recordPhotoRoutes(ctx)],
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

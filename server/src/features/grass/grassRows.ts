/** The table of the zones that are mown: when and how much of each was cut, and which are overdue. */

import type { GrassRow } from '@greensward/contract'
import { compareNames, grassMemory, grassSummary, OVERDUE_SHARE, type Zone, type ZoneType } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { dayOfCut, degreeDaysSince, dueCut, overdueBefore, readGrowingDays } from './dueCuts.ts'
import { lastDirections, nextMissions } from './grassStore.ts'
import type { KnownMemory } from './knownMemories.ts'
import { lastRegulators } from './recordStore.ts'
import { zoneAreaM2 } from './rememberCuts.ts'

export interface MownZone {
  readonly zone: Zone
  readonly type: ZoneType
}

/** One row for each zone, the most overdue first. */
export const grassRows = async (
  ctx: Context,
  zones: readonly MownZone[],
  memories: ReadonlyMap<string, KnownMemory>,
): Promise<GrassRow[]> => {
  const [directions, next] = [await lastDirections(ctx.db), await nextMissions(ctx.db)]
  const days = await readGrowingDays(ctx)
  const regulators = await lastRegulators(ctx.db)
  const breathe = createBreather()
  const rows: GrassRow[] = []
  for (const { zone, type } of zones) {
    await breathe()
    const memory = memories.get(zone.id)?.memory ?? grassMemory(zone.geometry)
    const summary = grassSummary(memory, overdueBefore(type, days))
    const planned = next.get(zone.id)
    const regulator = regulators.get(zone.id)
    rows.push({
      zoneId: zone.id,
      title: zone.properties.title,
      zoneTypeId: type.id,
      areaM2: Math.round(zoneAreaM2(zone, memory)),
      intervalDays: type.intervalDays ?? null,
      mownShare: summary.mownShare,
      overdueShare: summary.overdueShare,
      isOverdue: (summary.overdueShare ?? 0) >= OVERDUE_SHARE,
      due: dueCut(type, dayOfCut(summary.wholeAt, days), days) ?? null,
      degreeDays: degreeDaysSince(type, summary.wholeAt, days),
      regulator:
        regulator === undefined
          ? null
          : {
              at: regulator.at.toISOString(),
              product: regulator.product,
              degreeDays: degreeDaysSince(type, regulator.at, days),
            },
      lastAt: summary.lastAt?.toISOString() ?? null,
      lastMowerId: summary.lastMowerId,
      lastDirection: directions.get(zone.id) ?? null,
      oldestAt: summary.oldestAt?.toISOString() ?? null,
      nextMissionId: planned?.id ?? null,
      nextStartsAt: planned?.startsAt?.toISOString() ?? null,
    })
  }
  return rows.sort(
    (a, b) =>
      (b.overdueShare ?? -1) - (a.overdueShare ?? -1) ||
      (a.oldestAt ?? '').localeCompare(b.oldestAt ?? '') ||
      compareNames(a.title, b.title),
  )
}

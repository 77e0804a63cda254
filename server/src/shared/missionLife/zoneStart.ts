/** The pre-start checks of a machine that mows a zone along a path of its own: the same rules as for a mission, by the facts known of it. */
import {
  areaChecksFor,
  type CourseMap,
  evaluateGate,
  type GateFacts,
  type GateLine,
  NOTHING_KNOWN,
  type VehicleCapabilities,
  type Zone,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { groundFactsOf } from './groundFacts.ts'

interface ZoneStart {
  readonly map: CourseMap
  readonly zone: Zone
  readonly can: VehicleCapabilities
  /** How long it will mow there; 0 where that is unknown. */
  readonly workS: number
  readonly ofMachine: Partial<GateFacts>
  readonly others: { readonly mowers: readonly string[]; readonly carts: readonly string[] }
}

export const zoneStartLines = async (
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  { map, zone, can, workS, ofMachine, others }: ZoneStart,
): Promise<GateLine[]> => {
  const target = { kind: 'zone', featureId: zone.id } as const
  const facts: GateFacts = {
    ...NOTHING_KNOWN,
    ...ofMachine,
    ...(await groundFactsOf(ctx, { map, target, feature: zone, workS })),
    otherMowersInZone: others.mowers,
    cartsInZone: others.carts,
  }
  return evaluateGate(facts, areaChecksFor(can))
}

/** What refuses each zone, such as a course mode, once. */
export const linesOfAll = (areas: readonly { readonly lines: readonly GateLine[] }[]): readonly GateLine[] => [
  ...new Map(areas.flatMap(({ lines }) => lines).map(line => [JSON.stringify(line), line])).values(),
]

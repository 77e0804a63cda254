/** The pre-start checks of a machine that mows along a path of its own, for each zone of ours that it may come to. */
import { gateLine } from '@greensward/domain'
import { z } from 'zod'

export const zoneChecks = z.strictObject({
  areas: z.array(
    z.strictObject({
      /** Of the machine's own map, or of the zone where it has none. */
      areaId: z.string(),
      /** Of the zone of ours that it is. */
      zoneTitle: z.string(),
      lines: z.array(gateLine),
    }),
  ),
})
export type ZoneChecks = z.infer<typeof zoneChecks>

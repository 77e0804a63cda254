/** A plan as the file that independent judges read. */
import type { CoveragePlan, Leg } from '@greensward/geometry'
import type { Field } from './fields.ts'
import type { Settings } from './options.ts'
import { settingsText } from './print.ts'
import type { Timing } from './timing.ts'

/** Lines as `[lon, lat]`; turns and links with the blade off are `transit`, `legs` is the whole drive in order. */
export const planFile = (field: Field, plan: CoveragePlan, settings: Settings, timing: Timing | undefined): string => {
  const line = ({ points }: Leg): number[][] =>
    points.map(point => field.frame.toLonLat(point).map(degrees => Number(degrees.toFixed(9))))
  const lines = (wanted: (leg: Leg) => boolean) => plan.legs.filter(wanted).map(line)
  return JSON.stringify({
    field: field.name,
    planner: 'greensward',
    config: settingsText(settings),
    width: settings.widthM,
    mow: lines(leg => leg.bladeOn && leg.kind === 'swath'),
    rings: lines(leg => leg.bladeOn && leg.kind !== 'swath'),
    transit: lines(leg => !leg.bladeOn),
    legs: plan.legs.map(leg => ({ kind: leg.kind, bladeOn: leg.bladeOn, line: line(leg) })),
    n_swaths: plan.stats.swaths,
    t_ms: { total: timing?.totalMs, cpu: timing?.cpuMs },
  })
}

/**
 * Zones of the demo course, planned as the product plans them, given to simulated mowers by the real gateway and driven on a
 * stepped clock. Prints a line for each zone; the last line is one JSON object. `npm run bench:drive -- --seed N`
 */
import { parseArgs } from 'node:util'
import { demoCourse } from '@greensward/demo'
import { missionGround, planMission } from '@greensward/domain'
import { contains, type LonLat, localFrame, type PolygonXY, type XY } from '@greensward/geometry'
import { first, mowerId, startTrial } from '@greensward/simulator/trial'
import { missionItems } from '@greensward/vehicle'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    fairways: { type: 'string', default: '20' },
    greens: { type: 'string', default: '10' },
  },
})
const seed = Number(values.seed)
const HALF_BODY_M = 0.6
const OUTSIDE_TARGET_M = 0.3
const LONGEST_S = 4 * 3_600
const MISSION_ITEMS = 2_000

const course = demoCourse()
const stamped = <T extends object>(thing: T) => ({ ...thing, updatedAt: '2026-01-01T00:00:00.000Z' })
const zonesOf = (name: string, count: number) => {
  const type = course.zoneTypes.find(zoneType => zoneType.name.toLowerCase() === name)
  const zones = course.features.flatMap(feature =>
    feature.kind === 'zone' && feature.properties.zoneTypeId === type?.id ? [feature] : [],
  )
  return zones
    .map((_, i) => zones[(i + seed) % zones.length])
    .flatMap(zone => zone ?? [])
    .slice(0, count)
}

const segmentM = (at: XY, a: XY, b: XY): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const t = Math.max(0, Math.min(1, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / Math.max(1e-9, dx * dx + dy * dy)))
  return Math.hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)
}

/** Metres outside of a field; 0 inside. */
const outsideM = (field: PolygonXY, at: XY): number =>
  contains(field, at)
    ? 0
    : Math.min(
        ...[field.outer, ...field.holes].flatMap(ring =>
          ring.map((corner, i) => segmentM(at, corner, ring[(i + 1) % ring.length] ?? corner)),
        ),
      )

interface Driven {
  readonly title: string
  readonly finished: boolean
  readonly why: string | null
  readonly fenceOn: boolean
  readonly bladeOutsideM: number
  readonly bodyOutsideM: number
  readonly predictedS: number
  readonly drivenS: number
  readonly bladeAfterEnd: boolean
}

const driveZone = async (zone: ReturnType<typeof zonesOf>[number], mowerName: string): Promise<Driven> => {
  const none = { fenceOn: false, bladeOutsideM: 0, bodyOutsideM: 0, predictedS: 0, drivenS: 0, bladeAfterEnd: false }
  const { title } = zone.properties
  const failed = (why: string): Driven => ({ title, finished: false, why, ...none })
  const mower = course.mowers.find(({ name }) => name === mowerName)
  const blade = course.blades.find(({ id }) => id === mower?.bladeId)
  if (mower === undefined || blade === undefined) return failed(`no mower ${mowerName}`)
  const target = { kind: 'zone', featureId: zone.id } as const
  const { features } = course
  const zoneTypes = course.zoneTypes.map(stamped)
  const planned = planMission({
    features,
    zoneTypes,
    target,
    mower: stamped(mower),
    blade: stamped(blade),
    headingDeg: 30 + 15 * seed,
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
  })
  if (!planned.ok) return failed(planned.error.message)
  const ground = missionGround({ features, zoneTypes, target })
  if (!ground.ok) return failed(ground.error.message)
  const { legs, stats } = planned.value
  const begin: LonLat = legs[0]?.points[0] ?? [0, 0]
  const { items } = missionItems({ segments: legs }, { kind: 'relay', index: 0 })
  const trial = await startTrial({ seed, rover: { home: begin } })
  const id = mowerId(1)
  const rover = first(trial.rovers)
  await trial.until(() => trial.gateway.state(id)?.telemetry?.ready === true, 60)
  const boundary = zone.geometry.coordinates[0]?.slice(0, -1) ?? []
  const fenced = await trial.finish(trial.gateway.uploadFence(id, { boundary, obstacles: [] }))
  if (fenced.outcome === 'accepted') await trial.finish(trial.gateway.enableFence(id, true))
  const fenceOn = rover.parameters.get('FENCE_ENABLE') === 1 && rover.fence.length > 0
  const uploaded = await trial.finish(trial.gateway.upload(id, items))
  const started = uploaded.outcome === 'accepted' ? await trial.finish(trial.gateway.start(id)) : uploaded
  const { frame, boundary: field } = ground.value
  const home = localFrame(begin)
  let steps = 0
  let bladeOutsideM = 0
  let bodyOutsideM = 0
  let last: XY | null = null
  trial.onStep = () => {
    // Every fifth step is a tenth of a second.
    if (steps++ % 5 !== 0) return
    const at = frame.toLocal(home.toLonLat([rover.body.x, rover.body.y]))
    const { heading } = rover.body
    const out = outsideM(field, at)
    if (rover.bladeOn && out > 0 && last !== null) bladeOutsideM += Math.hypot(at[0] - last[0], at[1] - last[1])
    for (const side of [-1, 1])
      bodyOutsideM = Math.max(
        bodyOutsideM,
        outsideM(field, [
          at[0] + (side * Math.cos(heading) * mower.widthM) / 2 + Math.sin(heading) * HALF_BODY_M,
          at[1] - (side * Math.sin(heading) * mower.widthM) / 2 + Math.cos(heading) * HALF_BODY_M,
        ]),
      )
    last = at
  }
  const beganMs = trial.clock.nowMs()
  const ended = (): boolean => trial.events.some(({ kind }) => kind === 'missionEnded')
  const stopped = (): boolean => trial.events.some(({ kind }) => kind === 'safetyStop' || kind === 'missionStarved')
  if (started.outcome === 'accepted') await trial.until(() => ended() || stopped(), LONGEST_S)
  const drivenS = (trial.clock.nowMs() - beganMs) / 1_000
  await trial.pass(3)
  const why = started.outcome === 'accepted' ? null : started.message
  const said =
    trial.gateway
      .state(id)
      ?.statusTexts.slice(-2)
      .map(({ text }) => text) ?? []
  await trial.gateway.close()
  return {
    title,
    finished: ended() && !stopped(),
    why: why ?? (ended() ? null : `not ended: ${said.join('; ')}`),
    fenceOn,
    bladeOutsideM,
    bodyOutsideM,
    predictedS: stats.durationS,
    drivenS,
    bladeAfterEnd: rover.bladeOn,
  }
}

/** A mission of many items, with the memory of the board and with a card. */
const longMission = async (card: boolean) => {
  const trial = await startTrial({ seed })
  const id = mowerId(1)
  await trial.until(() => trial.gateway.state(id)?.telemetry?.ready === true, 60)
  const frame = localFrame([8.55, 47.37])
  const points = Array.from({ length: MISSION_ITEMS }, (_, i): LonLat => {
    const [row, along] = [Math.floor(i / 20), i % 20]
    return frame.toLonLat([row, row % 2 === 0 ? along : 19 - along])
  })
  const { items } = missionItems({ segments: [{ bladeOn: true, speedMps: 2, points }] }, { kind: 'relay', index: 0 })
  if (card) {
    await trial.finish(trial.gateway.setParameter(id, 'BRD_SD_MISSION', 64))
    await trial.finish(trial.gateway.reboot(id))
    await trial.until(() => trial.gateway.state(id)?.telemetry?.ready === true, 60)
  }
  const beganMs = trial.clock.nowMs()
  const { outcome } = await trial.finish(trial.gateway.upload(id, items), 600)
  const uploadS = (trial.clock.nowMs() - beganMs) / 1_000
  const inOnePart = trial.gateway.state(id)?.missionOnBoardTo === null
  await trial.gateway.close()
  return { items: items.length, accepted: outcome === 'accepted', uploadS, inOnePart }
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
const driven: Driven[] = []
const wanted = [
  ...zonesOf('fairway', Number(values.fairways)).map(zone => [zone, 'Rook 1'] as const),
  ...zonesOf('green', Number(values.greens)).map(zone => [zone, 'Wren 3'] as const),
]
for (const [zone, mower] of wanted) {
  const one = await driveZone(zone, mower)
  driven.push(one)
  console.info(
    `${one.title.padEnd(24)} ${one.finished ? 'finished' : 'NOT FINISHED'} ${Math.round(one.predictedS)} s predicted, ${Math.round(one.drivenS)} s driven, ` +
      `blade outside ${round(one.bladeOutsideM, 1)} m, body outside ${round(one.bodyOutsideM)} m, fence ${one.fenceOn ? 'on' : 'OFF'}${one.why === null ? '' : ` - ${one.why}`}`,
  )
}
const ratios = driven.filter(({ finished }) => finished).map(one => one.predictedS / one.drivenS)
ratios.sort((a, b) => Math.abs(a - 1) - Math.abs(b - 1))
const figures = {
  seed,
  zones: driven.length,
  finishedWithoutStop: driven.filter(({ finished }) => finished).length,
  bladeOnOutsideM: round(driven.reduce((sum, one) => sum + one.bladeOutsideM, 0)),
  mostBodyOutsideM: round(Math.max(0, ...driven.map(one => one.bodyOutsideM))),
  fencedZones: driven.filter(({ fenceOn }) => fenceOn).length,
  predictedByDrivenMedian: round(ratios[Math.floor(ratios.length / 2)] ?? 0, 3),
  predictedByDrivenWorst: round(ratios.at(-1) ?? 0, 3),
  bladesOnAfterEnd: driven.filter(({ bladeAfterEnd }) => bladeAfterEnd).length,
  longMission: { board: await longMission(false), card: await longMission(true) },
  notMeasured: ['keys changed', 'links cut', 'ids doubled', 'batteries emptied', 'boundary watch of the server'],
}
const missed = [
  ...(figures.finishedWithoutStop < figures.zones ? ['zones not finished'] : []),
  ...(figures.bladeOnOutsideM > 0 ? ['blade on outside'] : []),
  ...(figures.mostBodyOutsideM > OUTSIDE_TARGET_M ? [`more than ${OUTSIDE_TARGET_M} m of body outside`] : []),
  ...(figures.fencedZones < figures.zones ? ['zones without a fence'] : []),
  ...(Math.abs(figures.predictedByDrivenWorst - 1) > 0.1 ? ['time not within 10 %'] : []),
  ...(figures.bladesOnAfterEnd > 0 ? ['blade on after the end'] : []),
]
console.info(missed.length === 0 ? 'Every target that is measured is met.' : `MISSED: ${missed.join(', ')}.`)
console.info(JSON.stringify({ ...figures, missed }))

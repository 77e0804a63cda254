/** Gathers the facts of the start gate, fresh each time; what they mean stands in the domain. */
import {
  type Blade,
  type CourseFeature,
  type CourseMap,
  evaluateGate,
  type GateFacts,
  type GateLine,
  type MissionPlan,
  type MissionTarget,
  type Mower,
  type Position,
  planHash,
  targetFeature,
  type WayToStart,
} from '@greensward/domain'
import { refuse } from '../http/refusal.ts'
import { readBlade, readMower, readRainMode, readZoneTypes } from '../missionLife/machinesStore.ts'
import { type MissionRow, readPlan } from '../missionLife/missionsStore.ts'
import { groundFeatures, type PlannedMission } from '../missionLife/planner.ts'
import { activeById, type Fleet } from './fleetState.ts'
import { latestRevisionOf } from './gateStore.ts'
import { isInside } from './insideRing.ts'

/** What the gate is asked about: a stored mission, or one that is only looked at. */
interface Subject {
  readonly missionId: string | null
  readonly mowerId: string
  readonly bladeId: string
  readonly target: MissionTarget
  readonly plan: MissionPlan
  readonly hash: string
  readonly mapRevision: number
  /** 0 to 1: what is mown already needs no battery any more. */
  readonly done: number
  /** Where a resume goes on; undefined begins at the plan's start. */
  readonly goesOnAt: Position | undefined
}

export interface Gate {
  readonly lines: readonly GateLine[]
  /** The way from where the mower is to where it begins, when there is one. */
  readonly way: WayToStart | null
}

const linkFailsafeOf = async (fleet: Fleet, mowerId: string): Promise<boolean | null> => {
  const known = fleet.gateway.state(mowerId)
  if (known === undefined || known.telemetry.link !== 'live') return null
  const value = known.parameters.FS_GCS_ENABLE
  if (value !== undefined) return value > 0
  const read = await fleet.gateway.readParameter(mowerId, 'FS_GCS_ENABLE')
  return read.ok ? read.value > 0 : null
}

/** Mowers that stand or drive on the target, or whose mission is there. */
const othersOn = (fleet: Fleet, target: CourseFeature, mowerId: string): string[] =>
  [...fleet.mowers.values()]
    .filter(({ id }) => {
      if (id === mowerId) return false
      if (fleet.active.get(id)?.target.featureId === target.id) return true
      const at = fleet.gateway.state(id)?.telemetry.position ?? null
      return at !== null && target.geometry.type === 'Polygon' && isInside(at, target.geometry.coordinates[0] ?? [])
    })
    .map(({ name }) => name)

const NO_GROUND: readonly CourseFeature['kind'][] = ['note', 'wc', 'garage', 'hole', 'road']

/** The revision that the plan counts as made on: today's, unless something it depends on was touched since. */
const revisionOfGround = async (
  fleet: Fleet,
  map: CourseMap,
  target: CourseFeature,
  planned: number,
): Promise<number> => {
  if (planned === map.revision) return planned
  const ids = groundFeatures(map, target)
    .filter(({ id, kind }) => id === target.id || !NO_GROUND.includes(kind))
    .map(({ id }) => id)
  return (await latestRevisionOf(fleet.ctx.db, ids)) <= planned ? map.revision : planned
}

const wayOf = async (fleet: Fleet, subject: Subject, mower: Mower): Promise<WayToStart | null> => {
  const from = fleet.gateway.state(mower.id)?.telemetry.position ?? null
  const to = subject.goesOnAt ?? subject.plan.legs[0]?.points[0]
  if (from === null || to === undefined) return null
  if (subject.goesOnAt !== undefined) {
    // From inside the zone the straight way to where it stopped is judged as the plan itself is.
    const violations = await fleet.planner.checkPath([from, to], subject.target)
    if (violations.length === 0) return { kind: 'straight', points: [from, to], lengthM: 0 }
  }
  return fleet.planner.way(from, to, mower.widthM)
}

const wayFact = (fleet: Fleet, subject: Subject, mower: Mower, way: WayToStart | null): GateFacts['way'] => {
  if ((fleet.gateway.state(mower.id)?.telemetry.position ?? null) === null) return null
  // A resume drives straight to where it goes on: a way round would need another mission on board.
  if (way === null || (subject.goesOnAt !== undefined && way.kind !== 'straight')) return 'blocked'
  return way
}

const gateOfSubject = async (fleet: Fleet, subject: Subject): Promise<Gate> => {
  const { ctx, course, planner, gateway } = fleet
  const { mowerId } = subject
  const mower = await readMower(ctx.db, mowerId)
  const blade = await readBlade(ctx.db, subject.bladeId)
  if (mower === undefined || blade === undefined) return { lines: evaluateGate(NOTHING_KNOWN), way: null }
  const fitted = mower.bladeId === null ? 'none' : await readBlade(ctx.db, mower.bladeId)
  const map = await course.read()
  const target = targetFeature(map.features, subject.target)
  const zoneTypes = await readZoneTypes(ctx.db)
  const typeOf = (feature: CourseFeature) =>
    feature.kind === 'zone' ? zoneTypes.find(({ id }) => id === feature.properties.zoneTypeId) : undefined
  const telemetry = gateway.state(mowerId)?.telemetry
  const way = await wayOf(fleet, subject, mower)
  const mine = fleet.active.get(mowerId)
  const batteryForWay = (way?.lengthM ?? 0) / mower.batteryRangeM
  const facts: GateFacts = {
    telemetryAgeMs: telemetry?.ageMs ?? null,
    fixType: telemetry?.fixType ?? null,
    battery: telemetry?.battery ?? null,
    batteryEstimate: subject.plan.stats.battery * (1 - subject.done) + batteryForWay,
    fittedBladeWidthM: fitted === 'none' ? 'none' : (fitted?.widthM ?? null),
    planBladeWidthM: blade.widthM,
    otherMissions: mine === undefined || mine.id === subject.missionId ? [] : [mine.title],
    otherMowersInZone: target === undefined ? null : othersOn(fleet, target, mowerId),
    plan: {
      forThisMower: true,
      forThisMachine: isSameMachine(subject, mower, blade),
      mapRevision:
        target === undefined ? subject.mapRevision : await revisionOfGround(fleet, map, target, subject.mapRevision),
      violations: await planner.checkPlan(subject.plan, subject.target),
    },
    mapRevision: map.revision,
    way: wayFact(fleet, subject, mower, way),
    rainMode: await readRainMode(ctx.db),
    rainModeRestricted: target?.kind === 'zone' ? target.properties.rainModeRestricted : false,
    zoneOpen:
      target !== undefined &&
      (target.kind !== 'zone' || (!target.properties.hiddenForMower && typeOf(target)?.mowable === true)),
    // No cart reports its position yet, so none is known to be in the zone.
    cartsInZone: [],
    inService: mower.inService,
    linkFailsafe: await linkFailsafeOf(fleet, mowerId),
  }
  return { lines: evaluateGate(facts), way }
}

const isSameMachine = ({ plan, hash, mapRevision }: Subject, mower: Mower, blade: Blade): boolean =>
  planHash({ mapRevision, mower, blade, plan }) === hash

const NOTHING_KNOWN: GateFacts = {
  telemetryAgeMs: null,
  fixType: null,
  battery: null,
  batteryEstimate: null,
  fittedBladeWidthM: null,
  planBladeWidthM: null,
  otherMissions: null,
  otherMowersInZone: null,
  plan: null,
  mapRevision: null,
  way: null,
  rainMode: null,
  rainModeRestricted: null,
  zoneOpen: null,
  cartsInZone: null,
  inService: null,
  linkFailsafe: null,
}

/** The place of the waypoint that a stopped mission goes on towards. */
const placeOf = (fleet: Fleet, row: MissionRow): Position | undefined => {
  const active = row.status === 'stopped' ? activeById(fleet, row.id) : undefined
  if (active === undefined || active.seq === 0) return undefined
  const items = active.parts[active.part]?.items ?? []
  const place = items.slice(active.seq).find(item => item.position !== undefined)?.position
  return place === undefined ? undefined : [place[0], place[1]]
}

/** @throws Refusal notFound */
export const gateOf = async (fleet: Fleet, row: MissionRow): Promise<Gate> => {
  const stored = (await readPlan(fleet.ctx.db, row.id)) ?? refuse('notFound')
  return gateOfSubject(fleet, {
    missionId: row.id,
    mowerId: row.mowerId,
    bladeId: row.bladeId,
    target: { kind: row.targetKind, featureId: row.targetId },
    plan: stored.plan,
    hash: stored.hash,
    mapRevision: row.mapRevision,
    done: row.status === 'stopped' ? row.progress : 0,
    goesOnAt: placeOf(fleet, row),
  })
}

export const gateOfPreview = async (fleet: Fleet, target: MissionTarget, planned: PlannedMission): Promise<Gate> =>
  gateOfSubject(fleet, {
    missionId: null,
    mowerId: planned.mower.id,
    bladeId: planned.blade.id,
    target,
    plan: planned.plan,
    hash: planned.hash,
    mapRevision: planned.mapRevision,
    done: 0,
    goesOnAt: undefined,
  })

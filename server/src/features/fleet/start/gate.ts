/** Gathers the facts of the pre-start checks, fresh each time; the domain says what they mean. */
import {
  type Blade,
  bladeOfDrive,
  type CourseFeature,
  type CourseMap,
  type DriveAhead,
  evaluateGate,
  type GateFacts,
  type GateLine,
  gateChecksFor,
  type MissionPlan,
  type MissionTarget,
  type Mower,
  NOTHING_KNOWN,
  type OwnState,
  type Position,
  planHash,
  roadOfDrive,
  shareUsed,
  targetFeature,
} from '@greensward/domain'
import { refuse } from '../../../platform/http/refusal.ts'
import { groundFactsOf } from '../../../shared/missionLife/groundFacts.ts'
import { readBlade, readMower } from '../../../shared/missionLife/machinesStore.ts'
import { type MissionRow, readPlan, targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { groundFeatures, type PlannedMission } from '../../../shared/missionLife/planner.ts'
import { isOfCard, LINK_FAILSAFE } from '../autopilot/failsafes.ts'
import { energyFactsOf } from '../energy/energyFacts.ts'
import type { FleetParts } from '../fleetParts.ts'
import { type ActiveMission, loadActive } from '../mission/activeMission.ts'
import { isInOtherHand } from '../mower/otherHand.ts'
import { type Approach, approachBack, approachToBeginning } from './approach.ts'
import { asOneDrive, beginningAhead, positionOf } from './driveAhead.ts'
import { checkDriven } from './driveGround.ts'
import { latestRevisionOf } from './gateStore.ts'
import { type Beginning, startMeets } from './meetings.ts'
import { cartsOn, othersOn } from './onTarget.ts'
import { sharing } from './sharing.ts'

/** The subject of the gate: a stored mission, or one that is only previewed. */
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
  /** A stopped mission continues where it left off; undefined begins at the plan's start. */
  readonly stopped: ActiveMission | undefined
}

type GateParts = Pick<
  FleetParts,
  | 'ctx'
  | 'course'
  | 'planner'
  | 'gateway'
  | 'ownership'
  | 'registry'
  | 'view'
  | 'garage'
  | 'autopilots'
  | 'fenceFits'
  | 'capabilitiesOf'
  | 'homeDistances'
  | 'remoteMowers'
>

export interface Gate {
  readonly lines: readonly GateLine[]
  /** How it starts from where the mower is; null where it cannot. */
  readonly approach: Approach | null
  /** Undefined where its mower is gone. */
  readonly beginning: Beginning | undefined
}

const linkFailsafeOf = async (parts: GateParts, mowerId: string): Promise<boolean | null> => {
  if (!parts.ownership.holds(mowerId)) return reportedLinkFailsafe(parts, mowerId)
  const known = parts.gateway.state(mowerId)
  if (known === undefined || known.telemetry.link !== 'live') return null
  const value = known.parameters.FS_GCS_ENABLE
  if (value !== undefined) return value > 0
  const read = await parts.gateway.readParameter(mowerId, 'FS_GCS_ENABLE')
  return read.ok ? read.value > 0 : null
}

/** Of another gateway's mower: as that gateway read it last. */
const reportedLinkFailsafe = (parts: GateParts, mowerId: string): boolean | null => {
  const line = parts.autopilots.of(mowerId).report?.failsafes.find(({ name }) => name === LINK_FAILSAFE)
  return line?.value === undefined || line.value === null ? null : line.value > 0
}

/** The voltage that the autopilot counts as low, or needs to arm; a mower that is armed already need not arm. */
const lowBatteryVOf = async (parts: GateParts, mowerId: string, armed: boolean | null): Promise<number | null> => {
  const reported =
    parts.autopilots.of(mowerId).report?.failsafes.find(({ name }) => name === LOW_VOLTAGE)?.value ?? null
  // Of another gateway's mower: as that gateway read it last.
  if (!parts.ownership.holds(mowerId)) return reported
  const known = parts.gateway.state(mowerId)
  const toArm = armed === true ? 0 : (known?.parameters[VOLTAGE_TO_ARM] ?? 0)
  const low = known?.parameters[LOW_VOLTAGE] ?? reported
  if (low !== null) return Math.max(low, toArm)
  if (known?.telemetry.link !== 'live') return null
  const read = await parts.gateway.readParameter(mowerId, LOW_VOLTAGE)
  return read.ok ? Math.max(read.value, toArm) : null
}

const LOW_VOLTAGE = 'BATT_LOW_VOLT'
const VOLTAGE_TO_ARM = 'BATT_ARM_VOLT'

/** Of a mower that judges itself; as its own server reported it last. */
const ownStateOf = ({ ownership, gateway, remoteMowers }: GateParts, mowerId: string): OwnState | null =>
  (ownership.holds(mowerId) ? gateway.state(mowerId) : remoteMowers.vehicle(mowerId))?.ownState ?? null

const NO_GROUND: readonly CourseFeature['kind'][] = ['note', 'wc', 'garage', 'hole', 'road']

/** The revision that the plan counts as made on: today's, unless something it depends on was touched since. */
const revisionOfGround = async (
  parts: GateParts,
  map: CourseMap,
  target: CourseFeature,
  planned: number,
): Promise<number> => {
  if (planned === map.revision) return planned
  const ids = groundFeatures(map, target)
    .filter(({ id, kind }) => id === target.id || !NO_GROUND.includes(kind))
    .map(({ id }) => id)
  return (await latestRevisionOf(parts.ctx.db, ids)) <= planned ? map.revision : planned
}

const gateOfSubject = async (parts: GateParts, subject: Subject): Promise<Gate> => {
  const { ctx, course, planner } = parts
  const { mowerId } = subject
  const mower = await readMower(ctx.db, mowerId)
  const isDrive = subject.target.kind === 'drive'
  const blade = isDrive ? mower && bladeOfDrive(mower) : await readBlade(ctx.db, subject.bladeId)
  if (mower === undefined || blade === undefined)
    return { lines: evaluateGate(NOTHING_KNOWN), approach: null, beginning: undefined }
  const fitted = mower.bladeId === null ? 'none' : await readBlade(ctx.db, mower.bladeId)
  const map = await course.read()
  const target = isDrive ? roadOfDrive(subject.target, subject.plan) : targetFeature(map.features, subject.target)
  const telemetry = parts.view.telemetryOf(mowerId)
  const found =
    subject.stopped === undefined
      ? await approachToBeginning(parts, subject.plan, mower)
      : await approachBack(parts, subject.stopped, mower)
  const mine = parts.view.missionOf(mowerId)
  const at = positionOf(parts, mowerId)
  const ahead = at === null ? null : beginningAhead(mower, at, subject, found)
  const beginning: Beginning = { mower, target: subject.target, ahead }
  const met = startMeets(parts, beginning)
  const wholeShare = shareUsed(mower, subject.plan.stats)
  const approachShare = shareUsed(mower, { lengthM: found?.route.lengthM ?? 0, mownLengthM: 0 })
  const { target: goal, plan, done, missionId } = subject
  const energy = await energyFactsOf(parts, { mower, target: goal, plan, telemetry, wholeShare, done, missionId })
  const report = await parts.autopilots.report(mowerId)
  const { fence } = parts.autopilots.of(mowerId)
  const can = parts.capabilitiesOf(mower)
  const facts: GateFacts = {
    telemetryAgeMs: telemetry?.ageMs ?? null,
    ownState: ownStateOf(parts, mowerId),
    fixType: telemetry?.fixType ?? null,
    battery: telemetry?.battery ?? null,
    batteryEstimate: wholeShare * (1 - done) + approachShare,
    ...(energy === undefined ? {} : { energy }),
    batteryV: telemetry?.batteryV ?? null,
    // A machine without such an autopilot has no voltage and no failsafe of it.
    ...(can.judgesItself === true
      ? { lowBatteryV: 0, batteryFailsafe: false }
      : {
          lowBatteryV: await lowBatteryVOf(parts, mowerId, telemetry?.armed ?? null),
          batteryFailsafe: telemetry?.batteryFailsafe ?? null,
        }),
    autopilot: telemetry ?? null,
    fittedBladeWidthM: fitted === 'none' ? 'none' : (fitted?.widthM ?? null),
    planBladeWidthM: blade.widthM,
    isInOtherHand: telemetry !== undefined && isInOtherHand(telemetry),
    otherMissions: mine === undefined || mine.id === subject.missionId ? [] : [mine.title],
    ...(isDrive
      ? { otherMowersInZone: met }
      : target === undefined
        ? { otherMowersInZone: null }
        : await sharing(parts, othersOn(parts, map, target, mowerId), subject, mower, found?.route.points)),
    ...(isDrive || met === null ? {} : { mowersOnWay: met }),
    plan: {
      forThisMower: true,
      forThisMachine: isSameMachine(subject, mower, blade),
      mapRevision:
        target === undefined ? subject.mapRevision : await revisionOfGround(parts, map, target, subject.mapRevision),
      bodyOverEdge: subject.plan.warnings.some(({ code }) => code === 'bodyOverEdge'),
      violations: isDrive
        ? await checkDriven(parts, drivenLines(subject, ahead), mower)
        : await planner.checkPlan(subject.plan, subject.target, mower),
    },
    mapRevision: map.revision,
    way: (telemetry?.position ?? null) === null ? null : (found?.route ?? 'blocked'),
    ...(await groundFactsOf(ctx, {
      ...{ map, target: subject.target, feature: target },
      workS: subject.plan.stats.durationS * (1 - subject.done),
    })),
    cartsInZone: target === undefined ? null : await cartsOn(parts, target),
    inService: mower.inService,
    linkFailsafe: await linkFailsafeOf(parts, mowerId),
    wrongFailsafes:
      report?.failsafes
        .filter(({ name, verdict }) => name !== LINK_FAILSAFE && !isOfCard(name) && verdict === 'poor')
        .map(({ name }) => name) ?? null,
    fence: {
      mode: fence,
      isKnown: report?.hasFence ?? null,
      fits: fence === 'off' ? null : await parts.fenceFits.ask(mower, subject, found?.route.points),
      wasRefused: parts.registry.get(mowerId)?.wasFenceRefused ?? false,
    },
  }
  return { lines: evaluateGate(facts, gateChecksFor(can, isDrive)), approach: found?.approach ?? null, beginning }
}

/** Of a drive: all of it, or what is left of one that was stopped, from where its mower stands. */
const drivenLines = ({ plan, stopped }: Subject, ahead: DriveAhead | null): (readonly Position[])[] => {
  const { legs } = stopped === undefined || ahead === null ? plan : asOneDrive(ahead)
  return legs.map(({ points }) => points)
}

const isSameMachine = ({ plan, hash, mapRevision }: Subject, mower: Mower, blade: Blade): boolean =>
  planHash({ mapRevision, mower, blade, plan }) === hash

/** @throws Refusal notFound */
export const gateOf = async (parts: GateParts, row: MissionRow): Promise<Gate> => {
  const stored = (await readPlan(parts.ctx.db, row.id)) ?? refuse('notFound')
  const isBegun = row.status === 'stopped' || row.status === 'interrupted'
  return gateOfSubject(parts, {
    missionId: row.id,
    mowerId: row.mowerId,
    bladeId: row.bladeId,
    target: targetOf(row),
    plan: stored.plan,
    hash: stored.hash,
    mapRevision: row.mapRevision,
    done: isBegun ? row.progress : 0,
    // An interrupted mission belongs to no mower at the moment.
    stopped: isBegun ? (parts.view.missionById(row.id) ?? (await loadActive(parts, row, false))) : undefined,
  })
}

/** A plan that is not stored yet. */
export type Previewed = Pick<PlannedMission, 'mower' | 'blade' | 'plan' | 'hash' | 'mapRevision'>

export const gateOfPreview = async (parts: GateParts, target: MissionTarget, planned: Previewed): Promise<Gate> =>
  gateOfSubject(parts, {
    missionId: null,
    mowerId: planned.mower.id,
    bladeId: planned.blade.id,
    target,
    plan: planned.plan,
    hash: planned.hash,
    mapRevision: planned.mapRevision,
    done: 0,
    stopped: undefined,
  })

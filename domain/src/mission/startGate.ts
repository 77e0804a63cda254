/** The pre-start checks: one list, each line passed, warned or refused with its reason. */
import { gateLineCode, type Said } from '@greensward/messages'
import { z } from 'zod'
import { energyPromise } from '../garage/energyPromise.ts'
import { isShort, marginReason } from '../schedule/playMargin.ts'
import { COURSE_MODES } from './courseMode.ts'
import type { EnergyFacts, GateFacts } from './gateFacts.ts'

export const gateCheck = z.enum([
  'telemetry',
  'ownState',
  'fix',
  'battery',
  'autopilot',
  'blade',
  'mowerFree',
  'zoneFree',
  'planFits',
  'way',
  'rain',
  'courseMode',
  'zoneOpen',
  'carts',
  'expectedPlay',
  'service',
  'linkFailsafe',
  'failsafes',
  'fence',
])
export type GateCheck = z.infer<typeof gateCheck>

const NOT_OF_DRIVES: readonly GateCheck[] = ['ownState', 'blade', 'rain', 'zoneOpen', 'expectedPlay']

/** The lines of a drive without mowing: neither the cutting unit nor the state of the grass counts, nor when groups come. */
export const DRIVE_CHECKS: readonly GateCheck[] = gateCheck.options.filter(check => !NOT_OF_DRIVES.includes(check))

export const gateVerdict = z.enum(['passed', 'warned', 'refused'])

export const gateLine = z.strictObject({
  check: gateCheck,
  verdict: gateVerdict,
  /** Machine-readable reason that the screen translates, with its values. */
  reason: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type GateLine = z.infer<typeof gateLine>

/** A start is allowed when no line is refused. */
export const gateOpen = (lines: readonly GateLine[]): boolean =>
  lines.length > 0 && lines.every(line => line.verdict !== 'refused')

/** Telemetry must be younger than this when a mission starts. */
export const FRESH_TELEMETRY_MS = 3_000

/** The battery must hold the estimate and a fifth of it more. */
export const BATTERY_RESERVE = 1.2

/** Blades are distinguished by a millimetre. */
const SAME_WIDTH_M = 0.001

type Judgement = Omit<GateLine, 'check'>
type Values = GateLine['values']

const passed = (reason: string, values: Values = {}): Judgement => ({ verdict: 'passed', reason, values })
const warned = (reason: string, values: Values = {}): Judgement => ({ verdict: 'warned', reason, values })
const refusal = (reason: string, values: Values = {}): Judgement => ({ verdict: 'refused', reason, values })
const UNKNOWN = refusal('unknown')

const percent = (share: number): number => Math.round(share * 1_000) / 10

const decimal = (volts: number): number => Math.round(volts * 10) / 10

const judgeTelemetry = ({ telemetryAgeMs: ageMs, telemetryLimitMs = FRESH_TELEMETRY_MS }: GateFacts): Judgement => {
  if (ageMs === null || !(ageMs >= 0)) return UNKNOWN
  return ageMs < telemetryLimitMs ? passed('fresh', { ageMs }) : refusal('stale', { ageMs })
}

const judgeOwnState = ({ ownState = null }: GateFacts): Judgement => {
  if (ownState === null) return UNKNOWN
  return ownState === 'ready' ? passed('ready') : refusal(ownState)
}

const judgeFix = ({ fixType }: GateFacts): Judgement => {
  if (fixType === null) return UNKNOWN
  if (fixType === 'rtkFixed') return passed('rtkFixed')
  if (fixType === 'rtkFloat') return warned('rtkFloat')
  return refusal(fixType === 'noGps' || fixType === 'noFix' ? fixType : 'fixTooPoor')
}

/** Below the autopilot's own limit it refuses to arm, or has held already and will not hold a second time. */
const judgeVoltage = ({ batteryV, lowBatteryV, batteryFailsafe }: GateFacts): Judgement | null => {
  if (batteryFailsafe === null) return UNKNOWN
  if (batteryFailsafe) return refusal('failsafeActed')
  if (lowBatteryV === null) return UNKNOWN
  if (lowBatteryV <= 0) return null
  if (batteryV === null) return UNKNOWN
  return batteryV < lowBatteryV
    ? refusal('lowVoltage', { volts: decimal(batteryV), lowVolts: decimal(lowBatteryV) })
    : null
}

/** What is lacking, in percent: rounded up, so that a charge up to there is enough. */
const lacking = (share: number): number => Math.ceil(share * 100 - 1e-6)

/** Energy for the task, for the way home from its worst point, and the reserve. */
const judgeEnergy = (has: number, estimate: number, energy: EnergyFacts): Judgement => {
  const { home, base, reserve, isFromPerson } = energy
  if (home === null) return refusal('noWayHome', { base })
  const hasHome = typeof home === 'number'
  const promise = energyPromise({ has, task: estimate, home: hasHome ? home : null, reserve })
  const values = {
    havePercent: percent(has),
    neededPercent: percent(promise.needs),
    missionPercent: percent(promise.task),
    reservePercent: percent(reserve),
    ...(hasHome ? { homePercent: percent(promise.home) } : {}),
  }
  const withHome = hasHome ? 'Home' : ''
  if (promise.holds && home === 'offCourse') return warned('baseOffCourse', { ...values, base })
  if (promise.holds) return passed(isFromPerson ? `word${withHome}` : `fits${withHome}`, values)
  if (promise.needs > 1) return refusal(`tooLong${withHome}`, values)
  return isFromPerson
    ? refusal('askAgain', values)
    : refusal(`short${withHome}`, { ...values, chargePercent: lacking(promise.needs) })
}

const judgeBattery = (facts: GateFacts): Judgement => {
  const { battery, batteryEstimate, energy } = facts
  const voltage = judgeVoltage(facts)
  if (voltage !== null) return voltage
  const has = energy?.isFromPerson === true ? energy.confirmedShare : battery
  if (energy?.isFromPerson === true && has === null) return refusal('askFull')
  if (has === null || batteryEstimate === null || !(has >= 0) || !(batteryEstimate >= 0)) return UNKNOWN
  const needed = batteryEstimate * BATTERY_RESERVE
  const values = { havePercent: percent(has), neededPercent: percent(needed) }
  const promised = energy === undefined ? passed('enough', values) : judgeEnergy(has, batteryEstimate, energy)
  if (promised.verdict === 'refused') return promised
  return has >= needed ? promised : refusal('tooLow', values)
}

/** These end with the start itself, which brings the fence of its mission and holds the mower before it arms. */
const ENDS_WITH_START = /fence|not armable/i

const judgeAutopilot = ({ autopilot }: GateFacts): Judgement => {
  if (autopilot === null || autopilot.ready === null) return UNKNOWN
  if (!autopilot.ready) return refusal('notReady')
  const { preArm, preArmText: text } = autopilot
  if (preArm === null) return UNKNOWN
  if (preArm === 'off') return warned('checksOff')
  if (preArm === 'passed') return passed('ready')
  if (text === null) return refusal('checksFailed')
  return text.split(' / ').every(one => ENDS_WITH_START.test(one))
    ? warned('checkEnds', { text })
    : refusal('checkFailed', { text })
}

const judgeBlade = ({ fittedBladeWidthM: fittedM, planBladeWidthM: planM }: GateFacts): Judgement => {
  if (fittedM === null || planM === null) return UNKNOWN
  if (fittedM === 'none') return refusal('noBlade', { planM })
  return Math.abs(fittedM - planM) <= SAME_WIDTH_M
    ? passed('sameWidth', { planM })
    : refusal('otherWidth', { fittedM, planM })
}

const judgeMowerFree = ({ otherMissions, isInOtherHand = false }: GateFacts): Judgement => {
  if (otherMissions === null) return UNKNOWN
  if (isInOtherHand) return refusal('inOtherHand')
  const [title] = otherMissions
  return title === undefined ? passed('free') : refusal('busy', { title })
}

const judgeZoneFree = (facts: GateFacts): Judgement => {
  const { otherMowersInZone, mowersBeside = [], mowersTooNear = [], mowersOnWay = [] } = facts
  if (otherMowersInZone === null) return UNKNOWN
  const [name] = otherMowersInZone
  if (name !== undefined) return refusal('otherMower', { name })
  const [near] = mowersTooNear
  if (near !== undefined) return refusal('tooNear', { name: near })
  const [met] = mowersOnWay
  if (met !== undefined) return refusal('onWay', { name: met })
  return mowersBeside.length === 0 ? passed('free') : passed('beside', { name: mowersBeside.join(', ') })
}

const judgePlan = ({ plan, mapRevision }: GateFacts): Judgement => {
  if (plan === null || mapRevision === null) return UNKNOWN
  if (!plan.forThisMower) return refusal('otherMower')
  if (!plan.forThisMachine) return refusal('machineChanged')
  if (plan.mapRevision !== mapRevision) return refusal('mapChanged', { plannedRevision: plan.mapRevision, mapRevision })
  if (plan.violations === null) return refusal('notChecked')
  const [first] = plan.violations
  if (first !== undefined)
    return refusal(first.kind === 'bodyInObstacle' ? 'bodyInObstacle' : 'unsafe', {
      count: plan.violations.length,
      title: first.title,
    })
  return plan.bodyOverEdge === true ? warned('bodyOverEdge') : passed('fits', { mapRevision })
}

const judgeWay = ({ way }: GateFacts): Judgement => {
  if (way === null) return UNKNOWN
  if (way === 'blocked') return refusal('blocked')
  return passed(way.kind, { lengthM: Math.round(way.lengthM) })
}

const judgeRain = ({ rainMode, rainModeRestricted }: GateFacts): Judgement => {
  if (rainMode === null || rainModeRestricted === null) return UNKNOWN
  if (!rainMode) return passed('noRainMode')
  return rainModeRestricted ? refusal('rainModeRestricted') : passed('allowedInRain')
}

const judgeCourseMode = ({ courseMode: mode }: GateFacts): Judgement => {
  if (mode === null) return UNKNOWN
  return COURSE_MODES[mode].holdsMissions ? refusal(mode) : passed('mowersMayWork')
}

const judgeZoneOpen = ({ zoneOpen, closures }: GateFacts): Judgement => {
  if (zoneOpen === null || closures === null) return UNKNOWN
  if (!zoneOpen) return refusal('closed')
  const [first] = closures
  if (first === undefined) return passed('open')
  const { title, isNow, from, until } = first
  return isNow ? refusal('closedNow', { title, until }) : warned('closesSoon', { title, from })
}

const judgeCarts = ({ cartsInZone }: GateFacts): Judgement => {
  if (cartsInZone === null) return UNKNOWN
  const [name] = cartsInZone
  return name === undefined ? passed('noCarts') : warned('cartInZone', { name, count: cartsInZone.length })
}

const judgeExpectedPlay = ({ expectedPlay: play, keepsMargin = false }: GateFacts): Judgement => {
  // Mowers stop for golfers whom they see, with or without a tee sheet; others have to be done before golfers come.
  if (play === null) return (keepsMargin ? refusal : warned)('unknown')
  if (play === 'none') return passed('noGroup')
  const { fieldTitle: field, done, group, minutes, wantedMinutes: wanted } = play
  const values = { field, done, group, minutes, wanted }
  if (!isShort(play)) return passed(marginReason(play), values)
  return keepsMargin
    ? refusal(play.isFirst ? 'notBeforeFirst' : 'notBeforeNext', values)
    : warned(marginReason(play), values)
}

const judgeService = ({ inService }: GateFacts): Judgement => {
  if (inService === null) return UNKNOWN
  return inService ? refusal('inService') : passed('notInService')
}

const judgeLinkFailsafe = ({ linkFailsafe }: GateFacts): Judgement => {
  if (linkFailsafe === null) return UNKNOWN
  return linkFailsafe ? passed('on') : warned('off')
}

const judgeFailsafes = ({ wrongFailsafes }: GateFacts): Judgement => {
  if (wrongFailsafes === null) return UNKNOWN
  return wrongFailsafes.length === 0 ? passed('right') : warned('wrong', { names: wrongFailsafes.join(', ') })
}

const judgeFence = ({ fence }: GateFacts): Judgement => {
  if (fence === null) return UNKNOWN
  if (fence.mode === 'off') return warned('off')
  const lacking = fence.mode === 'required' ? refusal : warned
  if (fence.isKnown !== true) return lacking('notKnown')
  if (fence.fits === false) return lacking('tooLarge')
  return fence.wasRefused === true ? warned('notSet') : passed('on')
}

const JUDGES: Readonly<Record<GateCheck, (facts: GateFacts) => Judgement>> = {
  telemetry: judgeTelemetry,
  ownState: judgeOwnState,
  fix: judgeFix,
  battery: judgeBattery,
  autopilot: judgeAutopilot,
  blade: judgeBlade,
  mowerFree: judgeMowerFree,
  zoneFree: judgeZoneFree,
  planFits: judgePlan,
  way: judgeWay,
  rain: judgeRain,
  courseMode: judgeCourseMode,
  zoneOpen: judgeZoneOpen,
  carts: judgeCarts,
  expectedPlay: judgeExpectedPlay,
  service: judgeService,
  linkFailsafe: judgeLinkFailsafe,
  failsafes: judgeFailsafes,
  fence: judgeFence,
}

/**
 * Every line of the gate, in the order of the list. What came by telemetry counts for nothing once the telemetry is old: its own state,
 * fix, battery, autopilot and the way from the mower are then unknown.
 */
export const evaluateGate = (facts: GateFacts, checks: readonly GateCheck[] = gateCheck.options): GateLine[] => {
  const fresh = judgeTelemetry(facts).verdict === 'passed'
  const { energy: _, ...rest } = facts
  const trusted: GateFacts = fresh
    ? facts
    : {
        ...rest,
        ownState: null,
        fixType: null,
        battery: null,
        batteryFailsafe: null,
        autopilot: null,
        way: null,
      }
  return checks.map(check => ({ check, ...JUDGES[check](trusted) }))
}

/** The refused lines, for a sentence in any language. */
export const refusedLines = (lines: readonly GateLine[]): Said[] =>
  lines
    .filter(({ verdict }) => verdict === 'refused')
    .map(({ check, reason, values }) => ({ code: gateLineCode(check, reason), params: values }))

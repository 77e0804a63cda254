/** The controller of one mower without a server: its gateway, its clock and what is recorded are the test's. */
import { type MissionStatus, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { mavlinkCapabilities, type Outcome, type StopOutcome, type VehicleState } from '@greensward/vehicle'
import type { FleetParts } from '../features/fleet/fleetParts.ts'
import type { OwnMission } from '../features/fleet/mission/activeMission.ts'
import { driveOf } from '../features/fleet/mission/missionDrive.ts'
import { MowerController } from '../features/fleet/mower/mowerController.ts'
import type { Actor } from '../shared/missionLife/moveMission.ts'
import { at } from './ground.ts'

export const MOWER = 'mower'
export const ADA = { user: { id: 7, fullname: 'Ada Field' } }

export const acknowledged: StopOutcome = {
  requestedAtMs: 0,
  acknowledged: true,
  acknowledgedAtMs: 1,
  standingStill: true,
  tries: 1,
  message: 'Stopped.',
}
export const unanswered: StopOutcome = {
  ...acknowledged,
  acknowledged: false,
  acknowledgedAtMs: null,
  standingStill: false,
  reason: 'noAnswer',
  message: 'The mower did not answer.',
}

const plan = {
  legs: [{ kind: 'swath', bladeOn: true, speedMps: 1, points: [at(0, 0), at(0, 10)] }],
} as unknown as OwnMission['plan']
const drive = driveOf(plan, { bladeSwitch: { kind: 'relay', index: 0 }, transitSpeedMps: 2 }, [])

export const missionInDatabase = (status: MissionStatus): OwnMission => ({
  id: 'mission',
  title: 'Mow the fairway',
  mowerId: MOWER,
  bladeId: 'blade',
  target: { kind: 'zone', featureId: 'zone' } as OwnMission['target'],
  createdBy: 'Ada Field',
  plan,
  approach: [],
  from: { leg: 0, point: 0 },
  drive,
  boundary: null,
  bladeOffBoundary: null,
  progress: {
    note: () => undefined,
    interrupt: () => undefined,
    share: 0,
    cutM2: 0,
    packed: () => null,
    takeStretches: () => [],
  },
  status,
  seq: 1,
  leftAt: null,
  isUnconfirmed: true,
  mayHaveMoved: true,
  isInside: false,
})

/** A controller on a gateway that answers when the test lets it; its records go nowhere. */
export const controllerRig = () => {
  let telemetry: Telemetry = { ...SILENT_TELEMETRY, mode: 'hold', armed: true, link: 'live', missionSeq: 2 }
  let nowMs = 0
  let requestedStop: VehicleState['requestedStop']
  let onBoard: VehicleState['mission'] = drive.items
  const faults: unknown[] = []
  const stops: ((stop: StopOutcome) => void)[] = []
  const adoptions: ((outcome: Outcome) => void)[] = []
  const capacity = { missionItems: 655, fenceItems: 84 }
  const fences: ((outcome: Outcome) => void)[] = []
  const sent: string[] = []
  const notices: string[] = []
  /** Events other than notices. */
  const emitted: string[] = []
  const interruptions: string[] = []
  const records: string[] = []
  const parts = {
    ctx: {
      clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
      log: { error: (fault: unknown) => faults.push(fault), info: () => undefined, warn: () => undefined },
      events: {
        emit: (name: string, { kind }: { kind: string }) => (name === 'notice' ? notices : emitted).push(kind ?? name),
      },
    },
    journal: {
      enter: async (_: string, label: string) => {
        records.push(label)
      },
    },
    interruptions: {
      count: () => interruptions.length,
      note: (_: string, { kind }: { kind: string }) => interruptions.push(kind),
      noteKind: (_: string, kind: string) => interruptions.push(kind),
      noteStop: (_: string, { user }: Actor) => interruptions.push(user === undefined ? 'safetyStop' : 'personStop'),
    },
    garage: { mowers: new Map(), nameOf: () => 'Mower 1' },
    capabilitiesOf: () => mavlinkCapabilities(),
    gateway: {
      state: () => ({ telemetry, mission: onBoard, missionItemReached: null, requestedStop, capacity }),
      adoptMission: () => {
        sent.push('adoptMission')
        return new Promise<Outcome>(resolve => adoptions.push(resolve))
      },
      stop: () => {
        sent.push('stop')
        return new Promise<StopOutcome>(resolve => stops.push(resolve))
      },
      clear: async () => {
        sent.push('clear')
        return { outcome: 'accepted' }
      },
      setBoundary: () => undefined,
      enableFence: () => new Promise<Outcome>(resolve => fences.push(resolve)),
      uploadFence: () => Promise.resolve({ outcome: 'accepted' }),
    },
    view: { missionOf: () => undefined, missions: () => [] },
    autopilotSaid: {
      text: () => undefined,
      battery: () => false,
      whyLeft: () => ({ code: 'leftAuto', params: { mode: 'hold' } }),
    },
    stopsForeignDrives: () => false,
  } as unknown as FleetParts
  const mower = new MowerController(MOWER, parts)
  return {
    mower,
    faults,
    sent,
    notices,
    emitted,
    interruptions,
    /** What was recorded, by its label in the journal. */
    records,
    report: (change: Partial<Telemetry>) => {
      telemetry = { ...telemetry, ...change }
      mower.onPosition(telemetry)
    },
    /** The stop that the gateway's thread repeats, as long as it lives. */
    repeats: (stop: VehicleState['requestedStop']) => {
      requestedStop = stop
    },
    holds: (mission: VehicleState['mission'], missionItems = capacity.missionItems) => {
      onBoard = mission
      capacity.missionItems = missionItems
    },
    adopt: async (outcome: Outcome) => {
      for (const resolve of adoptions.splice(0)) resolve(outcome)
      await settled()
    },
    pass: (ms: number) => {
      nowMs += ms
    },
    answer: async (stop: StopOutcome) => {
      for (const resolve of stops.splice(0)) resolve(stop)
      await settled()
    },
    removeFences: async () => {
      for (const resolve of fences.splice(0)) resolve({ outcome: 'accepted' })
      await settled()
    },
  }
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

export const drivingController = () => {
  const field = controllerRig()
  field.mower.takeMission(missionInDatabase('working'))
  field.report({ mode: 'auto' })
  return field
}

/** A start in progress and what happens to its mower meanwhile: on a gateway that takes an upload for as long as the test wants. */
import { type Position, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { type GatewayEvent, mavlinkCapabilities, type Outcome } from '@greensward/vehicle'
import { expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { OwnMission } from '../mission/activeMission.ts'
import type { prepareStart } from '../start/recordStart.ts'
import { MowerController } from './mowerController.ts'

const MOWER = 'mower'
const ADA = { user: { id: 7, fullname: 'Ada Field' } }
const ACCEPTED: Outcome = { outcome: 'accepted' }

const planned = (): OwnMission =>
  ({
    id: 'mission',
    title: 'Mow the fairway',
    mowerId: MOWER,
    target: { kind: 'zone', featureId: 'zone' },
    plan: { legs: [] },
    approach: [],
    from: { leg: 0, point: 0 },
    drive: { items: [] },
    progress: { interrupt: () => undefined, takeStretches: () => [], packed: () => null, share: 0, cutM2: 0 },
    status: 'planned',
    seq: 0,
    leftAt: null,
  }) as unknown as OwnMission

type Step = 'checks' | 'upload' | 'start'

/** A mower whose start waits in one step, until the test lets that step end. */
const starting = async (
  waitsIn: Step,
  {
    checkedAt = at(0, 0),
    acknowledged = true,
  }: { readonly checkedAt?: Position | null; readonly acknowledged?: boolean } = {},
) => {
  let telemetry: Telemetry = { ...SILENT_TELEMETRY, mode: 'hold', armed: false, link: 'live', position: at(0, 0) }
  const sent: string[] = []
  const recorded: string[] = []
  const notices: string[] = []
  let endStep: (outcome: Outcome) => void = () => undefined
  const step = (name: Step, signal?: AbortSignal): Promise<Outcome> => {
    sent.push(name)
    if (name !== waitsIn) return Promise.resolve(ACCEPTED)
    return new Promise(resolve => {
      endStep = resolve
      signal?.addEventListener('abort', () =>
        resolve({ outcome: 'rejected', reason: 'stopped', message: 'A stop was requested.' }),
      )
    })
  }
  const mission = planned()
  const row = { id: mission.id, mowerId: MOWER, status: 'planned', targetKind: 'zone', targetId: 'zone' }
  const parts = {
    ctx: {
      clock: { now: () => new Date(0), monotonicMs: () => 0 },
      log: { error: (fault: unknown) => sent.push(`fault ${JSON.stringify(fault)}`), info: () => undefined },
      events: { emit: (_: string, { kind }: { kind: string }) => notices.push(kind) },
      bus: { isShared: false },
      db: { select: () => ({ from: () => ({ where: async () => [row] }) }) },
    },
    journal: { enter: async (_: string, what: string) => recorded.push(what) },
    interruptions: { count: () => 0, note: () => undefined, noteKind: () => undefined, noteStop: () => undefined },
    capabilitiesOf: () => mavlinkCapabilities(),
    garage: {
      baseOf: () => undefined,
      mowers: new Map([[MOWER, { id: MOWER, name: 'Mower 1', widthM: 1, transitSpeedMps: 1 }]]),
      nameOf: () => '',
    },
    startBarrier: { join: () => ({ ready: () => Promise.resolve(), leave: () => undefined }) },
    ownership: { isSure: () => true },
    planner: { checkPaths: async () => [] },
    course: { read: async () => ({ features: [] }) },
    autopilots: { of: () => ({ fence: 'off' }) },
    gateway: {
      state: () => ({ telemetry, mission: [], missionItemReached: null, missionOnBoardTo: null }),
      setBoundary: () => undefined,
      upload: (_: string, __: unknown, { signal }: { signal: AbortSignal }) => step('upload', signal),
      start: () => step('start'),
      stop: async () => {
        sent.push('stop')
        endStep({ outcome: 'rejected', reason: 'stopped', message: 'A stop was requested.' })
        return { acknowledged, standingStill: acknowledged }
      },
    },
    view: { missionOf: () => undefined, missions: () => [], telemetryOf: () => telemetry },
    remoteMowers: { missions: () => [] },
    autopilotSaid: { text: () => undefined, battery: () => false, whyLeft: () => ({ code: 'leftAuto', params: {} }) },
    stopsForeignDrives: () => false,
  } as unknown as FleetParts
  const prepare: typeof prepareStart = async (_, __, taken) => {
    await step('checks')
    taken.requireNotEnded()
    mission.checkedAt = checkedAt
    taken.bind(mission)
    return mission
  }
  const mower = new MowerController(MOWER, parts, undefined, prepare)
  const answer = mower
    .start(mission.id, ADA, { check: () => undefined } as never)
    .catch((error: unknown) => ({ refused: error }))
  await settled()
  return {
    mower,
    sent,
    recorded,
    notices,
    answer,
    carryTo: (position: Position) => {
      telemetry = { ...telemetry, position }
    },
    endStep: () => endStep(ACCEPTED),
  }
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

const manual = { kind: 'modeChanged', mowerId: MOWER, from: 'hold', to: 'manual' } as const
const happenings: readonly (readonly [reason: string, event: GatewayEvent])[] = [
  ['otherHand', manual],
  ['linkLost', { kind: 'linkLost', mowerId: MOWER }],
  ['mowerRestarted', { kind: 'rebooted', mowerId: MOWER }],
  ['positionJump', { kind: 'positionJump', mowerId: MOWER, distanceM: 40, from: [0, 0], refused: [0, 1] }],
]
const brokenOff = (reason: string) => ({
  code: 'startBrokenOff',
  params: { cause: { code: 'routePause', params: { reason } } },
})

test('a start that nothing happens to drives the mower', async () => {
  const { mower, sent, recorded, answer, endStep } = await starting('upload')
  endStep()
  expect(await answer).toMatchObject({ outcome: 'accepted' })
  expect([mower.state, sent, recorded.at(-1)]).toEqual(['driving', ['checks', 'upload', 'start'], 'mission uploaded'])
})

test.each(happenings)(
  'SAFE-4a %s while the mission is sent ends the start and stops the mower',
  async (reason, event) => {
    const { mower, sent, recorded, answer, endStep } = await starting('upload')
    mower.onMowerEvent(event)
    endStep()
    expect(await answer).toMatchObject({ outcome: 'rejected', why: brokenOff(reason) })
    expect(sent).toEqual(['checks', 'upload', 'stop'])
    // Nothing has moved: it is planned as before, and its mower is free.
    expect([mower.state, recorded.at(-1)]).toEqual(['idle', 'mission refused'])
  },
)

test.each(happenings)(
  'SAFE-4a %s while the mower is armed stops it, and its mission stays stopped',
  async (reason, event) => {
    const { mower, sent, recorded, answer } = await starting('start')
    mower.onMowerEvent(event)
    expect(await answer).toMatchObject({ outcome: 'rejected', why: brokenOff(reason) })
    expect(sent).toEqual(['checks', 'upload', 'start', 'stop'])
    expect([mower.state, recorded.at(-1)]).toEqual(['stopped', 'mission held'])
  },
)

test.each(happenings)(
  'SAFE-4a %s during the pre-start checks refuses the start; nothing is sent',
  async (reason, event) => {
    const { mower, sent, recorded, answer, endStep } = await starting('checks')
    mower.onMowerEvent(event)
    endStep()
    expect(await answer).toMatchObject({ refused: { said: brokenOff(reason) } })
    expect([sent, recorded, mower.state]).toEqual([['checks'], [], 'idle'])
  },
)

test('a mower that may drive and does not acknowledge the stop of its start is an alarm; one that stands is none', async () => {
  const armed = await starting('start', { acknowledged: false })
  armed.mower.onMowerEvent({ kind: 'linkLost', mowerId: MOWER })
  await armed.answer
  await settled()
  expect(armed.notices).toEqual(['linkLost', 'stopNotConfirmed', 'missionStopped'])
  const standing = await starting('upload', { acknowledged: false })
  standing.mower.onMowerEvent({ kind: 'linkLost', mowerId: MOWER })
  await standing.answer
  await settled()
  expect(standing.notices).toEqual(['linkLost', 'missionNotStarted'])
})

test('the modes that a start sets itself do not end it', async () => {
  const { mower, answer, endStep } = await starting('start')
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'manual', to: 'hold' })
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'hold', to: 'auto' })
  endStep()
  expect(await answer).toMatchObject({ outcome: 'accepted' })
})

test("a person's stop before it keeps its own reason", async () => {
  const { mower, recorded, answer } = await starting('upload')
  void mower.stop(ADA)
  mower.onMowerEvent(manual)
  expect(await answer).toMatchObject({ outcome: 'rejected', why: { params: { reason: 'stopped' } } })
  expect(recorded.filter(what => what.startsWith('mission'))).toEqual(['mission stop'])
})

test('SAFE-3e a mower that was carried 4 m since its checks is not started', async () => {
  const { sent, carryTo, answer, endStep } = await starting('upload')
  carryTo(at(4, 0))
  endStep()
  expect(await answer).toMatchObject({ outcome: 'rejected', why: { params: { reason: 'movedDuringChecks' } } })
  expect(sent).toEqual(['checks', 'upload', 'stop'])
})

test('SAFE-3e a mower of which the checks saw no position is not started', async () => {
  const { sent, answer, endStep } = await starting('upload', { checkedAt: null })
  endStep()
  expect(await answer).toMatchObject({ outcome: 'rejected', why: { params: { reason: 'notReady' } } })
  expect(sent).toEqual(['checks', 'upload', 'stop'])
})

test('a mower that rolled out after its checks, within 3 m, is started', async () => {
  const { carryTo, answer, endStep } = await starting('upload')
  carryTo(at(2, 0))
  endStep()
  expect(await answer).toMatchObject({ outcome: 'accepted' })
})

test('a gateway that loses its mower during a start writes nothing: the one that controls it now does', async () => {
  const { mower, sent, recorded, answer } = await starting('upload')
  const before = [...recorded]
  mower.release()
  expect(await answer).toMatchObject({ outcome: 'rejected', why: { params: { reason: 'handsChanged' } } })
  expect([sent, recorded]).toEqual([['checks', 'upload'], before])
})

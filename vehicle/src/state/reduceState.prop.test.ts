import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MavModeFlag, type Message, message, RoverMode } from '../mavlink/index.ts'
import { type MissionItem, waypointItem } from '../mission/missionItem.ts'
import { reduce, type StateInput } from './reduceState.ts'
import { initialState, type SessionState, telemetryOf } from './sessionState.ts'

const blade = { kind: 'relay', index: 0 } as const
const HOME = { lat: 48.7, lon: 9.1 }

const mission: readonly MissionItem[] = [0, 1, 2, 3].map(seq => waypointItem([HOME.lon, HOME.lat + seq * 1e-4]))

const heartbeat = (mode: number, armed: boolean): Message =>
  message('HEARTBEAT', { customMode: mode, baseMode: armed ? MavModeFlag.safetyArmed : 0 })
const position = (bootMs: number, north: number, cmS: number): Message =>
  message('GLOBAL_POSITION_INT', {
    timeBootMs: bootMs,
    lat: Math.round((HOME.lat + north * 1e-5) * 1e7),
    lon: Math.round(HOME.lon * 1e7),
    vx: cmS,
    hdg: 0,
  })

const messages: fc.Arbitrary<Message> = fc.oneof(
  fc
    .tuple(fc.constantFrom(RoverMode.hold, RoverMode.auto), fc.boolean())
    .map(([mode, armed]) => heartbeat(mode, armed)),
  fc.tuple(fc.nat(100_000), fc.nat(60), fc.nat(150)).map(each => position(...each)),
  fc.record({ fixType: fc.nat(6), hAcc: fc.nat(2_000) }).map(fields => message('GPS_RAW_INT', fields)),
  fc
    .record({ seq: fc.nat(4), total: fc.nat(4), missionState: fc.nat(5) })
    .map(each => message('MISSION_CURRENT', each)),
  fc.record({ seq: fc.nat(4) }).map(fields => message('MISSION_ITEM_REACHED', fields)),
  fc.record({ on: fc.nat(1), present: fc.constant(1) }).map(fields => message('RELAY_STATUS', fields)),
  fc
    .record({ id: fc.nat(2), chunkSeq: fc.nat(2), severity: fc.nat(7), text: fc.string({ maxLength: 50 }) })
    .map(fields => message('STATUSTEXT', fields)),
  fc
    .record({ paramId: fc.constantFrom('FS_GCS_ENABLE', 'BATT_LOW_VOLT'), paramValue: fc.nat(30) })
    .map(fields => message('PARAM_VALUE', fields)),
)

const inputs: fc.Arbitrary<StateInput> = fc.oneof(
  { weight: 6, arbitrary: messages.map((each): StateInput => ({ kind: 'message', message: each })) },
  fc.constantFrom<StateInput>(
    { kind: 'missionRead', items: mission, isOwn: true },
    { kind: 'missionRead', items: mission },
    { kind: 'missionForgotten' },
    { kind: 'progressForgotten' },
    { kind: 'seqCounted', seq: null },
    { kind: 'startSent' },
    { kind: 'driveBegun' },
    { kind: 'driveEnded' },
    { kind: 'parameterForgotten', name: 'FS_GCS_ENABLE' },
  ),
)

const histories = fc.array(fc.record({ input: inputs, afterMs: fc.nat(3_000) }), { maxLength: 60 })

/** A copy that shares nothing, to compare with. */
const snapshot = (state: SessionState): SessionState => structuredClone(state)

const replay = (history: readonly { input: StateInput; afterMs: number }[]) => {
  let state = initialState()
  let nowMs = 0
  const events: unknown[] = []
  for (const { input, afterMs } of history) {
    nowMs += afterMs
    const next = reduce(state, input, blade, { nowMs, monotonicMs: nowMs })
    state = next.state
    events.push(...next.events)
  }
  return { state, events, nowMs }
}

test('never changes the state that it is given', () =>
  fc.assert(
    fc.property(histories, inputs, (history, input) => {
      const { state, nowMs } = replay(history)
      const before = snapshot(state)
      reduce(state, input, blade, { nowMs, monotonicMs: nowMs })
      expect(state).toEqual(before)
    }),
  ))

test('gives the same states and events for the same history', () =>
  fc.assert(
    fc.property(histories, history => {
      expect(replay(history)).toEqual(replay(history))
    }),
  ))

test('reports each change of mode, arming and blade once', () =>
  fc.assert(
    fc.property(histories, inputs, (history, input) => {
      const { state, nowMs } = replay(history)
      const { state: next, events } = reduce(state, input, blade, { nowMs, monotonicMs: nowMs })
      const kinds = events.map(({ kind }) => kind)
      expect(kinds.filter(kind => kind === 'modeChanged')).toHaveLength(state.mode === next.mode ? 0 : 1)
      if (state.armed !== null)
        expect(kinds.filter(kind => kind === 'armedChanged')).toHaveLength(state.armed === next.armed ? 0 : 1)
      if (next.bladeOn === true)
        expect(kinds.filter(kind => kind === 'bladeChanged')).toHaveLength(state.bladeOn === true ? 0 : 1)
    }),
  ))

test('a mission ends only while it is driven, and once', () =>
  fc.assert(
    fc.property(histories, inputs, (history, input) => {
      const { state, nowMs } = replay(history)
      const { state: next, events } = reduce(state, input, blade, { nowMs, monotonicMs: nowMs })
      if (!events.some(({ kind }) => kind === 'missionEnded')) return
      expect(next.underWay).toBe(false)
      const isFound = state.mode === 'auto' && state.armed === true && !state.missionIsOwn
      expect(state.underWay || isFound).toBe(true)
    }),
  ))

test('a start forgets the item of the mission before', () => {
  const times = { nowMs: 0, monotonicMs: 0 }
  const current = message('MISSION_CURRENT', { seq: 57, total: 60, missionState: 3 })
  const before = reduce(initialState(), { kind: 'message', message: current }, blade, times).state
  expect(before.missionSeq).toBe(57)
  expect(reduce(before, { kind: 'startSent' }, blade, times).state.missionSeq).toBeNull()
})

test('a position ages until the link is lost, and an unknown position has no age', () => {
  const known = reduce(initialState(), { kind: 'message', message: position(1_000, 0, 0) }, blade, {
    nowMs: 0,
    monotonicMs: 0,
  }).state
  expect(telemetryOf(initialState(), 9_000)).toMatchObject({ ageMs: null, link: 'never' })
  expect(telemetryOf(known, 100)).toMatchObject({ ageMs: 100, link: 'live' })
  expect(telemetryOf(known, 6_000)).toMatchObject({ ageMs: 6_000, link: 'lost' })
})

import type { ReplayRun } from '@greensward/contract'
import type { MissionStatus, Notification } from '@greensward/domain'
import { expect, it } from 'vitest'
import { leadTo, markAfter, markBefore, marksOf, runOf, statusAt, workingStretches } from './runs.ts'

const ms = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)
const run = (mowerId: string, ...changes: readonly (readonly [clock: string, status: MissionStatus])[]): ReplayRun => ({
  missionId: `${mowerId}-mission`,
  title: 'Fairway 14',
  featureId: 'zone',
  mowerId,
  bladeId: 'blade',
  changes: changes.map(([clock, status]) => ({
    at: new Date(ms(clock)).toISOString(),
    status,
    who: 'system',
    why: '',
    said: null,
  })),
})
const alarm = (clock: string): Notification => ({
  id: 'a',
  at: new Date(ms(clock)).toISOString(),
  level: 'alarm',
  subject: 'mower',
  subjectId: 'rook',
  kind: 'mowerLinkLost',
  values: {},
  read: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
})
const day = { fromMs: ms('00:00'), toMs: ms('23:59') }
const stopped = run(
  'rook',
  ['04:00', 'planned'],
  ['05:00', 'uploading'],
  ['05:01', 'working'],
  ['05:30', 'stopped'],
  ['05:40', 'stopped'],
  ['05:45', 'uploading'],
  ['05:46', 'working'],
  ['06:10', 'done'],
)
const missed = run('wren', ['04:00', 'planned'], ['05:20', 'missed'])

it('names starts, stops, ends and alarms in the order of time, each change of state once', () => {
  const marks = marksOf([stopped, missed], [alarm('05:29')], day)
  expect(marks.map(({ kind, atMs }) => `${new Date(atMs).toISOString().slice(11, 16)} ${kind}`)).toEqual([
    '05:01 started',
    '05:20 missed',
    '05:29 alarm',
    '05:30 stopped',
    '05:46 started',
    '06:10 done',
  ])
  expect(marks.map(({ vehicleId }) => vehicleId)).toEqual(['rook', 'wren', 'rook', 'rook', 'rook', 'rook'])
})

it('leaves out events outside the shown day', () => {
  expect(marksOf([stopped], [], { fromMs: ms('05:10'), toMs: ms('05:46') }).map(({ kind }) => kind)).toEqual([
    'stopped',
  ])
})

it('jumps from mark to mark in both directions, and nowhere beyond the last', () => {
  const marks = marksOf([stopped], [], day)
  let at = ms('00:00')
  const seen: string[] = []
  for (let mark = markAfter(marks, at); mark !== undefined; mark = markAfter(marks, at)) {
    seen.push(mark.kind)
    at = leadTo(mark)
  }
  expect(seen).toEqual(['started', 'stopped', 'started', 'done'])
  for (let mark = markBefore(marks, at); mark !== undefined; mark = markBefore(marks, at)) {
    seen.push(mark.kind)
    at = leadTo(mark)
  }
  expect(seen.slice(4)).toEqual(['started', 'stopped', 'started'])
})

it('knows the state of a mission at a moment, and nothing before it was planned', () => {
  expect(statusAt(stopped, ms('03:59'))).toBeUndefined()
  expect(statusAt(stopped, ms('04:30'))).toBe('planned')
  expect(statusAt(stopped, ms('05:01'))).toBe('working')
  expect(statusAt(stopped, ms('05:41'))).toBe('stopped')
  expect(statusAt(stopped, ms('23:00'))).toBe('done')
})

it('gives a mower its mission only while it was active', () => {
  expect(runOf([missed, stopped], 'rook', ms('05:35'))).toBe(stopped)
  expect(runOf([missed, stopped], 'rook', ms('06:11'))).toBeUndefined()
  expect(runOf([missed, stopped], 'wren', ms('05:21'))).toBeUndefined()
})

it('counts the pauses of a mission out, and the present as the end of one that still works', () => {
  const clock = (at: number): string => new Date(at).toISOString().slice(11, 16)
  const of = (one: ReplayRun, now: string) =>
    workingStretches(one, ms(now)).map(({ fromMs, toMs }) => `${clock(fromMs)}-${clock(toMs)}`)
  expect(of(stopped, '07:00')).toEqual(['05:01-05:30', '05:46-06:10'])
  expect(of(run('rook', ['05:00', 'uploading'], ['05:01', 'working']), '05:20')).toEqual(['05:01-05:20'])
})

/** Missions: planning, starting, stopping, and what came of them. */

import {
  cleanUpPass,
  comingPlay,
  courseDay,
  gateLine,
  id,
  instant,
  mission,
  missionLogLine,
  missionPlan,
  missionRequest,
  missionStatus,
  missionTarget,
  patternChoice,
  playMargin,
  polygonGeometry,
  repeat,
  saidShape,
  scheduleConflict,
  seriesDay,
  slot,
  slotS,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing, pageQuery, updating } from './call.ts'
import { commandOutcome } from './command.ts'
import { drivenStretch } from './live.ts'

export const missionPreview = z.strictObject({
  plan: missionPlan,
  mapRevision: z.number().int(),
  resolvedDirection: missionRequest.shape.direction,
  holeBaseAngleDeg: z.number(),
  gate: z.array(gateLine),
})

/** A .plan file as QGroundControl writes it; what is wrong with it is said by the check, not by this schema. */
const qgcPlanFile = z.record(z.string(), z.unknown())

/** Of a series: this occurrence, or this and all that follow. */
export const seriesScope = z.enum(['one', 'following'])

/** Fields of the missions table's filters. */
const missionFilter = {
  sort: pageQuery.sort,
  search: pageQuery.search,
  /** Comma-separated statuses. */
  status: z.string().max(200).optional(),
  /** These missions alone, such as those of one notification: their ids with commas between them. */
  ids: z
    .string()
    .max(4_000)
    .transform(text => text.split(','))
    .pipe(z.array(id).max(100))
    .optional(),
  featureId: id.optional(),
  mowerId: id.optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** Those that were started from the first moment on and before the second, as reports count them. */
  startedFrom: instant.optional(),
  startedTo: instant.optional(),
  /** Those on zones of a type; `none` are those on anything else. */
  zoneTypeId: z.union([id, z.literal('none')]).optional(),
  /** Those on zones and mission areas of a hole; `none` are those on anything else. */
  holeId: z.union([id, z.literal('none')]).optional(),
  /** Those that this account planned; 0 are those that no account did. */
  createdById: z.coerce.number().int().min(0).optional(),
}

/** One earlier run of a mission, of its series or of its ground. */
export const missionRun = z.strictObject({
  missionId: id,
  title: z.string(),
  status: missionStatus,
  statusReason: z.string().nullable(),
  statusWhy: saidShape.nullable(),
  mowerId: id,
  direction: mission.shape.resolvedDirection,
  /** Whether it belongs to the same series, else to the same ground. */
  sameSeries: z.boolean(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Planned duration, in seconds. */
  plannedS: z.number(),
  /** How long the mower really drove, pauses not counted. */
  drivenS: z.number(),
  /** Planned coverage, 0 to 1. */
  plannedCoverage: z.number(),
  /** Coverage that was cut, 0 to 1. */
  coverage: z.number(),
  stops: z.number().int(),
})

export const missionCalls = {
  missions: {
    list: call({
      method: 'GET',
      path: 'missions',
      who: 'operations.read',
      query: z.strictObject({
        ...pageQuery,
        ...missionFilter,
      }),
      result: listOf(mission),
    }),
    /** Answers a bare text/csv file, without the envelope. */
    export: call({
      method: 'GET',
      path: 'missions/export',
      who: 'operations.read',
      query: z.strictObject(missionFilter),
      result: z.unknown(),
    }),
    create: call({
      method: 'POST',
      path: 'missions',
      who: 'missions.plan',
      body: missionRequest.extend({
        repeat: repeat.nullable().default(null),
        /** Drives this file instead of a plan of our own, once it was checked. */
        qgcPlan: qgcPlanFile.optional(),
      }),
      result: mission,
    }),
    get: call({
      method: 'GET',
      path: 'missions/{id}',
      who: 'operations.read',
      params: byId,
      result: mission,
    }),
    update: call({
      method: 'PATCH',
      path: 'missions/{id}',
      who: 'missions.plan',
      params: byId,
      body: missionRequest.partial().extend({
        ...updating,
        // Without the defaults of a new mission, so that what was not sent stays.
        pattern: patternChoice.optional(),
        cleanUpPass: cleanUpPass.optional(),
        slotS: slotS.optional(),
        scope: seriesScope.optional(),
        repeat: repeat.nullable().optional(),
      }),
      result: mission,
    }),
    remove: call({
      method: 'DELETE',
      path: 'missions/{id}',
      who: 'mowers.operate',
      params: byId,
      result: nothing,
    }),
    again: call({
      method: 'POST',
      path: 'missions/{id}/again',
      who: 'missions.plan',
      params: byId,
      body: z.strictObject({
        /** Another mower drives with the blade that is fitted to it. */
        mowerId: id.optional(),
        /** Null waits for a press. */
        startsAt: instant.nullable().default(null),
      }),
      result: mission,
    }),
    preview: call({
      method: 'POST',
      path: 'missions/preview',
      who: 'missions.plan',
      body: missionRequest.extend({ qgcPlan: qgcPlanFile.optional() }),
      result: missionPreview,
    }),
    /** An occurrence that is skipped stays in the list as cancelled, with who and why. */
    skip: call({
      method: 'POST',
      path: 'missions/{id}/skip',
      who: 'missions.plan',
      params: byId,
      body: z.strictObject({ scope: seriesScope }),
      result: z.strictObject({ skipped: z.number().int() }),
    }),
    movedForRain: call({
      method: 'GET',
      path: 'missions/moved-for-rain',
      who: 'missions.plan',
      result: listOf(z.strictObject({ id, title: z.string(), from: instant, to: instant })),
    }),
    moveBack: call({
      method: 'POST',
      path: 'missions/moved-for-rain/back',
      who: 'missions.plan',
      body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
      result: z.strictObject({
        moved: z.number().int(),
        /** Those whose old time is taken or past, or that somebody has changed meanwhile, with the reason. */
        stayed: z.array(z.strictObject({ id, title: z.string(), why: saidShape })),
      }),
    }),
    slots: call({
      method: 'POST',
      path: 'missions/slots',
      who: 'operations.read',
      body: z.strictObject({
        /** The mission that is being moved, which is not in its own way. */
        missionId: id.nullable(),
        mowerId: id,
        target: missionTarget,
        startsAt: instant,
        durationS: z.number().positive().max(86_400),
      }),
      result: z.strictObject({
        conflicts: z.array(scheduleConflict),
        /** Where something is against it or golfers are expected: the next ones without either. */
        free: z.array(slot),
        /** Groups that are expected on the hole in that time, earliest first. */
        play: z.array(comingPlay),
        /** Before the next group on the field; null where none is expected soon. */
        margin: playMargin.nullable(),
      }),
    }),
    start: call({
      method: 'POST',
      path: 'missions/{id}/start',
      who: 'mowers.operate',
      patienceS: 180,
      params: byId,
      result: commandOutcome,
    }),
    resume: call({
      method: 'POST',
      path: 'missions/{id}/resume',
      who: 'mowers.operate',
      patienceS: 180,
      params: byId,
      result: commandOutcome,
    }),
    stop: call({
      method: 'POST',
      path: 'missions/{id}/stop',
      who: 'mowers.stop',
      params: byId,
      result: commandOutcome,
    }),
    cancel: call({
      method: 'POST',
      path: 'missions/{id}/cancel',
      who: 'mowers.operate',
      params: byId,
      result: commandOutcome,
    }),
    bulk: call({
      method: 'POST',
      path: 'missions/bulk',
      who: 'mowers.operate',
      body: z.strictObject({ action: z.enum(['cancel', 'delete']), ids: z.array(id).min(1).max(500) }),
      result: z.strictObject({
        items: z.array(
          z.strictObject({
            id,
            ok: z.boolean(),
            /** In English; null where it was done. */
            reason: z.string().nullable(),
            /** The same for the reader's language. */
            why: saidShape.nullable(),
          }),
        ),
      }),
    }),
    gate: call({
      method: 'GET',
      path: 'missions/{id}/gate',
      who: 'operations.read',
      params: byId,
      result: z.strictObject({ open: z.boolean(), lines: z.array(gateLine) }),
    }),
    path: call({
      method: 'GET',
      path: 'missions/{id}/path',
      who: 'operations.read',
      params: byId,
      result: missionPlan,
    }),
    /** Answers the bare .plan file, without the envelope. */
    qgcPlan: call({
      method: 'GET',
      path: 'missions/{id}/plan',
      who: 'operations.read',
      params: byId,
      result: z.unknown(),
    }),
    putPlan: call({
      method: 'PUT',
      path: 'missions/{id}/plan',
      who: 'missions.plan',
      params: byId,
      body: z.strictObject({ ...updating, qgcPlan: qgcPlanFile }),
      result: mission,
    }),
    history: call({
      method: 'GET',
      path: 'missions/{id}/history',
      who: 'operations.read',
      params: byId,
      query: z.strictObject({ page: pageQuery.page, perPage: pageQuery.perPage }),
      result: listOf(missionRun),
    }),
    /** Times at which the ground or the machines are closed, for the calendar. */
    closed: call({
      method: 'GET',
      path: 'schedule/closed',
      who: 'operations.read',
      query: z.strictObject({ from: courseDay, to: courseDay }),
      result: z.strictObject({
        items: z.array(
          z.strictObject({
            kind: z.enum(['closed', 'rain']),
            title: z.string(),
            from: instant,
            to: instant,
            /** The features that may not be mown then; empty stands for all that are restricted in rain. */
            featureIds: z.array(id),
          }),
        ),
      }),
    }),
    play: call({
      method: 'GET',
      path: 'schedule/play',
      who: 'operations.read',
      /** The day of the tee sheet; today where it is missing. */
      query: z.strictObject({ day: courseDay.optional() }),
      result: listOf(comingPlay.extend({ featureIds: z.array(id) })),
    }),
    margins: call({
      method: 'GET',
      path: 'schedule/margins',
      who: 'operations.read',
      /** 62 days at most. */
      query: z.strictObject({ from: courseDay, to: courseDay }),
      result: z.strictObject({
        days: z.array(
          z.strictObject({
            day: courseDay,
            /** Tee times of the day. */
            groups: z.number().int(),
            firstAt: instant.nullable(),
            lastAt: instant.nullable(),
          }),
        ),
        /** Missions on whose field a group is expected meanwhile or soon after. */
        missions: z.array(
          z.strictObject({ missionId: id, play: comingPlay.nullable(), margin: playMargin.nullable() }),
        ),
      }),
    }),
    /** Of the days from today on: those of series that have no mission yet, as missions are made some days ahead. */
    seriesDays: call({
      method: 'GET',
      path: 'schedule/series-days',
      who: 'operations.read',
      /** 62 days at most. */
      query: z.strictObject({ from: courseDay, to: courseDay }),
      result: z.strictObject({ items: z.array(seriesDay) }),
    }),
    logs: call({
      method: 'GET',
      path: 'missions/{id}/logs',
      who: 'operations.read',
      params: byId,
      result: listOf(missionLogLine),
    }),
    track: call({
      method: 'GET',
      path: 'missions/{id}/track',
      who: 'operations.read',
      params: byId,
      result: z.strictObject({ stretches: z.array(drivenStretch), uncut: z.array(polygonGeometry) }),
    }),
    /** Last directions mowed on a feature, newest first. */
    ledger: call({
      method: 'GET',
      path: 'zones/{id}/directions',
      who: 'operations.read',
      params: byId,
      result: z.strictObject({
        items: z.array(z.strictObject({ direction: mission.shape.resolvedDirection, at: instant, missionId: id })),
      }),
    }),
  },
} as const

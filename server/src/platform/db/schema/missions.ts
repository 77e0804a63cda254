/** Missions, their plans, their log, their runs and how far each has got. */

import type {
  Direction,
  MissionCell,
  MissionPlan,
  MissionRequest,
  MissionStatus,
  MissionTarget,
  PlanStats,
  Repeat,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

export const missions = pgTable(
  'missions',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    targetKind: text('target_kind').$type<MissionTarget['kind']>().notNull(),
    targetId: uuid('target_id').notNull(),
    /** The part of the target that is this mission's own, where several mowers share it. */
    targetCell: jsonb('target_cell').$type<MissionCell>(),
    mowerId: uuid('mower_id').notNull(),
    bladeId: uuid('blade_id').notNull(),
    direction: text('direction').$type<MissionRequest['direction']>().notNull(),
    angleOffsetDeg: doublePrecision('angle_offset_deg').notNull(),
    pattern: text('pattern').$type<MissionRequest['pattern']>().notNull().default('straight'),
    turnScheme: text('turn_scheme').$type<MissionRequest['turnScheme']>().notNull(),
    cleaningCycles: integer('cleaning_cycles').notNull(),
    cleanUpPass: text('clean_up_pass').$type<MissionRequest['cleanUpPass']>().notNull().default('everyDay'),
    startsAt: moment('starts_at'),
    startsByItself: boolean('starts_by_itself').notNull(),
    /** Set once by the server that handles the mission's time, so that its time is handled exactly once. */
    dueHandledAt: moment('due_handled_at'),
    status: text('status').$type<MissionStatus>().notNull(),
    statusReason: text('status_reason'),
    statusWhy: jsonb('status_why').$type<Said>(),
    resolvedDirection: text('resolved_direction').$type<Direction>().notNull(),
    holeBaseAngleDeg: doublePrecision('hole_base_angle_deg').notNull(),
    swathHeadingDeg: doublePrecision('swath_heading_deg').notNull(),
    stats: jsonb('stats').$type<PlanStats>().notNull(),
    mapRevision: integer('map_revision').notNull(),
    planSource: text('plan_source').$type<'computed' | 'uploaded'>().notNull().default('computed'),
    /** Seconds that the schedule keeps for it; null keeps as long as the plan takes. */
    slotS: integer('slot_s'),
    seriesId: uuid('series_id'),
    /** The day of its series, such as 2026-11-20. */
    seriesDay: text('series_day'),
    seriesRepeat: jsonb('series_repeat').$type<Repeat>(),
    progress: doublePrecision('progress').notNull(),
    createdBy: text('created_by').notNull(),
    createdById: bigint('created_by_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    logLines: integer('log_lines').notNull(),
  },
  table => [
    index('missions_starts_at').on(table.startsAt, table.id),
    index('missions_latest').on(sql`${table.startsAt} desc nulls last`, sql`${table.id} desc`),
    index('missions_direction').on(table.resolvedDirection, table.id),
    index('missions_status_id').on(table.status, table.id),
    index('missions_created_at').on(table.createdAt, table.id),
    index('missions_status').on(table.status, table.startsAt),
    index('missions_target').on(table.targetId, table.status),
    /** A mower belongs to at most one mission at a time; the database enforces it independently of the program. */
    uniqueIndex('missions_one_active_per_mower')
      .on(table.mowerId)
      .where(sql`status in ('uploading', 'working', 'stopped')`),
    index('missions_mower').on(table.mowerId, table.startsAt),
    index('missions_started_at').on(table.startedAt),
    index('missions_duration').on(sql`((${table.stats} ->> 'durationS')::double precision)`, table.id),
    /** A day of a series is planned once, by one server, however often it is tried. */
    uniqueIndex('missions_series_day').on(table.seriesId, table.seriesDay).where(sql`series_id is not null`),
    index('missions_due')
      .on(table.startsAt)
      .where(sql`status = 'planned' and due_handled_at is null and starts_at is not null`),
  ],
)

/** Recurring missions; their next days are planned from it. */
export const missionSeries = pgTable('mission_series', {
  id: uuid('id').primaryKey(),
  /** The mission without its time. */
  request: jsonb('request').$type<MissionRequest>().notNull(),
  repeat: jsonb('repeat').$type<Repeat>().notNull(),
  /** Days are counted from this one, by the course's calendar. */
  firstDay: text('first_day').notNull(),
  /** HH:MM of the course's clock, the same in summer and winter. */
  clock: text('clock').notNull(),
  createdBy: text('created_by').notNull(),
  createdById: bigint('created_by_id', { mode: 'number' }),
  createdAt: moment('created_at').notNull(),
})

/** Days of a series that are settled: planned, or left out for good because somebody deleted them. */
export const missionOccurrences = pgTable(
  'mission_occurrences',
  {
    seriesId: uuid('series_id')
      .notNull()
      .references(() => missionSeries.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
    missionId: uuid('mission_id').notNull(),
  },
  table => [primaryKey({ columns: [table.seriesId, table.day] })],
)

export const missionPlans = pgTable('mission_plans', {
  missionId: uuid('mission_id')
    .primaryKey()
    .references(() => missions.id, { onDelete: 'cascade' }),
  plan: jsonb('plan').$type<MissionPlan>().notNull(),
  /** Hash of the map around the target, the machine and the blade that the plan was made for. */
  hash: text('hash').notNull(),
})

export const missionLogs = pgTable(
  'mission_logs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    missionId: uuid('mission_id')
      .notNull()
      .references(() => missions.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    status: text('status').$type<MissionStatus>().notNull(),
    who: text('who').notNull(),
    why: text('why').notNull(),
    /** Null in lines of before it was kept. */
    said: jsonb('said').$type<Said>(),
  },
  table => [
    index('mission_logs_mission').on(table.missionId, table.id),
    /** Why a run was stopped: one line in a dozen, on a page of its own among those of other missions. */
    index('mission_logs_stops').on(table.missionId, table.at).where(sql`${table.status} = 'stopped'`),
  ],
)

/** One row for each time a mission was sent to its mower and started; a resume is another one. */
export const missionRuns = pgTable(
  'mission_runs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    missionId: uuid('mission_id')
      .notNull()
      .references(() => missions.id, { onDelete: 'cascade' }),
    mowerId: uuid('mower_id').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** The first mission item of this run: 0 for a start, the kept sequence for a resume. */
    fromSeq: integer('from_seq').notNull(),
    outcome: text('outcome').$type<MissionStatus>(),
  },
  table => [index('mission_runs_mission').on(table.missionId, table.id)],
)

/** How far a mission has got: restart-safe, written every few seconds while it works. */
export const missionProgress = pgTable('mission_progress', {
  missionId: uuid('mission_id')
    .primaryKey()
    .references(() => missions.id, { onDelete: 'cascade' }),
  /** Plans too long for a mower's memory are driven in parts: the one on board, counted from 0. */
  part: integer('part').notNull(),
  /** Positions driven before the plan itself: the route round obstacles from where the mower was. */
  approach: jsonb('approach').$type<[number, number][]>().notNull(),
  /** The mission item it was driving to; a resume continues from here. */
  seq: integer('seq').notNull(),
  /** The position where it was last seen driving the mission. */
  leftAt: jsonb('left_at').$type<[number, number]>(),
  /** The points of the plan at which the parts begin, once a resume took a detour: leg, and point of the leg that comes next. */
  fromLeg: integer('from_leg').notNull().default(0),
  fromPoint: integer('from_point').notNull().default(0),
  /** Items of the mission on the mower, to recognise it after a restart. */
  itemCount: integer('item_count').notNull(),
  /** The cut area, in the encoding of the domain. */
  mown: text('mown'),
  updatedAt: moment('updated_at').notNull(),
})

/** The path that the mower really took, as stretches with the blade on or off. */
export const missionStretches = pgTable(
  'mission_stretches',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    missionId: uuid('mission_id')
      .notNull()
      .references(() => missions.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    bladeOn: boolean('blade_on').notNull(),
    /** GeoJSON positions, at least two. */
    points: jsonb('points').$type<[number, number][]>().notNull(),
    /** Whether the memory of the grass has it already. */
    isRemembered: boolean('is_remembered').notNull().default(false),
  },
  table => [
    index('mission_stretches_mission').on(table.missionId, table.id),
    index('mission_stretches_new').on(table.id).where(sql`${table.bladeOn} and not ${table.isRemembered}`),
  ],
)

/** Of each mission what reports add up, kept while it drives: a year of recorded paths is too much to read for a report. */
export const missionWork = pgTable(
  'mission_work',
  {
    missionId: uuid('mission_id')
      .primaryKey()
      .references(() => missions.id, { onDelete: 'cascade' }),
    /** Metres along its recorded path, with the blade on or off. */
    drivenM: doublePrecision('driven_m').notNull(),
    /** Those of them with the blade on. */
    mownM: doublePrecision('mown_m').notNull(),
    /** Square metres that it cut; null in rows of before they were kept. */
    cutM2: doublePrecision('cut_m2'),
    /** Whether it ended before the first group of its day; null before that was looked up. */
    play: text('play').$type<'ahead' | 'late' | 'noGroup'>(),
  },
  table => [index('mission_work_play').on(table.missionId).where(sql`play is null`)],
)

/** The direction ledger: it outlives the missions that it records. */
export const directionLedger = pgTable(
  'direction_ledger',
  {
    missionId: uuid('mission_id').notNull(),
    featureId: uuid('feature_id').notNull(),
    direction: text('direction').$type<Direction>().notNull(),
    at: moment('at').notNull(),
    /** Metres cut there by the line they were driven on, five degrees a bin; null in lines of before they were counted. */
    lengths: jsonb('lengths').$type<readonly number[]>(),
    /** How much of the feature's area that was. */
    share: doublePrecision('share').notNull().default(1),
  },
  table => [
    primaryKey({ columns: [table.missionId, table.featureId] }),
    index('direction_ledger_feature').on(table.featureId, table.at),
  ],
)

/** The course: its features today, the counter of its revisions and every change that led here. */
import type { CourseDiff, CourseFeature } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { bigint, doublePrecision, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, idColumn, moment } from './columns.ts'
import { users } from './people.ts'

/** One row, id 1. Every change of the map locks it first, so that revisions follow each other without a gap. */
export const courseState = pgTable('course_state', {
  id: smallint('id').primaryKey(),
  revision: integer('revision').notNull(),
})

export const courseFeatures = pgTable(
  'course_features',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<CourseFeature['kind']>().notNull(),
    /** The whole GeoJSON feature, EPSG:4326. */
    feature: jsonb('feature').$type<CourseFeature>().notNull(),
    minLon: doublePrecision('min_lon').notNull(),
    minLat: doublePrecision('min_lat').notNull(),
    maxLon: doublePrecision('max_lon').notNull(),
    maxLat: doublePrecision('max_lat').notNull(),
    /** The revision that last touched it. */
    revision: integer('revision').notNull(),
  },
  table => [index('course_features_kind').on(table.kind)],
)

/** History: the stored diffs are undo, audit and "who moved this". */
export const courseChanges = pgTable('course_changes', {
  revision: integer('revision').primaryKey(),
  at: moment('at').notNull(),
  label: text('label').notNull(),
  /** The label for readers of every language, with its English text as the label; null where a person wrote it. */
  said: jsonb('said').$type<Said>(),
  /** The person's full name as it was then, or 'system'. */
  who: text('who').notNull(),
  userId: bigint('user_id', { mode: 'number' }),
  diff: jsonb('diff').$type<CourseDiff>().notNull(),
  added: integer('added').notNull(),
  updated: integer('updated').notNull(),
  removed: integer('removed').notNull(),
})

/** Revisions that somebody gave a name: to view, to compare with, to return to. */
export const courseVersions = pgTable('course_versions', {
  id: idColumn(),
  name: text('name').notNull().unique(),
  revision: integer('revision').notNull(),
  at: moment('at').notNull(),
  who: text('who').notNull(),
})

/** Files that somebody has read and may still put on the map. */
export const importDrafts = pgTable(
  'import_drafts',
  {
    id: uuid('id').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    /** Packed by `packDraft`; null once it is on the map. */
    content: bytes('content'),
  },
  table => [index('import_drafts_user').on(table.userId, table.createdAt)],
)

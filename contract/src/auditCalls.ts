/** The record of who did what. */

import { instant } from '@greensward/domain'
import { z } from 'zod'
import { call, listOf, pageQuery } from './call.ts'

/** One action, recorded once; `details` holds the state before and after a change. */
export const auditLine = z.strictObject({
  id: z.number().int(),
  at: instant,
  /** Null for what the system did by itself. */
  userId: z.number().int().nullable(),
  who: z.string(),
  /** A noun and a verb, such as `mission.start`. */
  action: z.string(),
  subject: z.string(),
  subjectId: z.string().nullable(),
  /** What people call it: its present name, else the one that the line holds; null where it has none. */
  subjectName: z.string().nullable(),
  details: z.unknown(),
})
export type AuditLine = z.infer<typeof auditLine>

const filters = {
  search: pageQuery.search,
  /** The kind of object that was changed, such as `mission`. */
  subject: z.string().max(60).optional(),
  userId: z.coerce.number().int().positive().optional(),
  from: instant.optional(),
  to: instant.optional(),
}

export const auditCalls = {
  audit: {
    list: call({
      method: 'GET',
      path: 'audit',
      who: 'audit.read',
      query: z.strictObject({ page: pageQuery.page, perPage: pageQuery.perPage, ...filters }),
      result: listOf(auditLine),
    }),
    /** All that anything was ever done to, to choose from. */
    subjects: call({
      method: 'GET',
      path: 'audit/subjects',
      who: 'audit.read',
      result: z.strictObject({ items: z.array(z.string()) }),
    }),
    /** Answers the bare file, without the envelope. */
    export: call({
      method: 'GET',
      path: 'audit/export',
      who: 'audit.read',
      query: z.strictObject(filters),
      result: z.unknown(),
    }),
  },
} as const

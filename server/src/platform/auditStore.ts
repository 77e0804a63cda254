/** The record of who did what, and why. */

import type { AuditAction } from '@greensward/domain'
import type { Reader } from './db/database.ts'
import { insertMany } from './db/insertMany.ts'
import { audit } from './db/schema/index.ts'

export interface AuditEntry {
  /** Absent for what the system does by itself. */
  readonly user?: { readonly id: number | null; readonly fullname: string }
  readonly action: AuditAction
  readonly subject: string
  readonly subjectId?: string
  readonly details?: unknown
}

export const auditRow = (at: Date, { user, action, subject, subjectId, details }: AuditEntry) => ({
  at,
  userId: user?.id ?? null,
  who: user?.fullname ?? 'system',
  action,
  subject,
  subjectId: subjectId ?? null,
  details: details ?? null,
})

/** @param at when it was done; write it in the transaction of the action */
export const writeAudit = async (tx: Reader, at: Date, entry: AuditEntry): Promise<void> => {
  await tx.insert(audit).values(auditRow(at, entry))
}

/** Of many actions at once, in their order. */
export const writeAudits = (tx: Reader, rows: readonly ReturnType<typeof auditRow>[]): Promise<void> =>
  insertMany(tx, audit, rows)

/** The record of who did what, and why. */

import type { AuditAction } from '@greensward/domain'
import type { Reader } from './db/database.ts'
import { audit } from './db/schema/index.ts'

export interface AuditEntry {
  /** Absent for what the system does by itself. */
  readonly user?: { readonly id: number | null; readonly fullname: string }
  readonly action: AuditAction
  readonly subject: string
  readonly subjectId?: string
  readonly details?: unknown
}

/** @param at when it was done; write it in the transaction of the action */
export const writeAudit = async (tx: Reader, at: Date, entry: AuditEntry): Promise<void> => {
  await tx.insert(audit).values({
    at,
    userId: entry.user?.id ?? null,
    who: entry.user?.fullname ?? 'system',
    action: entry.action,
    subject: entry.subject,
    subjectId: entry.subjectId ?? null,
    details: entry.details ?? null,
  })
}

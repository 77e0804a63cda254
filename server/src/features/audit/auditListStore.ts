/** Reads the record. `auditStore` writes it, in the transaction of each action. */
import { and, asc, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { matching, pageOf } from '../../platform/db/listing.ts'
import { audit } from '../../platform/db/schema/index.ts'

export type StoredAuditLine = typeof audit.$inferSelect

export interface AuditFilter {
  readonly search?: string | undefined
  readonly subject?: string | undefined
  readonly userId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const where = ({ search, subject, userId, from, to }: AuditFilter): SQL | undefined =>
  and(
    matching(search, [audit.who, audit.action, audit.subjectId]),
    subject === undefined ? undefined : eq(audit.subject, subject),
    userId === undefined ? undefined : eq(audit.userId, userId),
    from === undefined ? undefined : gte(audit.at, new Date(from)),
    to === undefined ? undefined : lt(audit.at, new Date(to)),
  )

export const listAudit = async (
  db: Reader,
  filter: AuditFilter,
  page: { readonly page: number; readonly perPage: number },
): Promise<{ rows: readonly StoredAuditLine[]; total: number }> => {
  const { limit, offset } = pageOf(page)
  const rows = await db
    .select()
    .from(audit)
    .where(where(filter))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(audit).where(where(filter))
  return { rows, total: counted?.total ?? 0 }
}

export const listAuditSubjects = async (db: Reader): Promise<readonly string[]> => {
  const rows = await db.selectDistinct({ subject: audit.subject }).from(audit).orderBy(asc(sql`1`))
  return rows.map(({ subject }) => subject)
}

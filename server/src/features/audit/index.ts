/** The record of who did what, for those who may read it. */

import type { AuditLine } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { csvFile } from '@greensward/domain'
import type { Feature } from '../../platform/feature.ts'
import { route } from '../../platform/http/route.ts'
import { listAudit, listAuditSubjects, type StoredAuditLine } from './auditListStore.ts'
import { subjectNames } from './subjectNamesStore.ts'

const MOST_EXPORTED = 50_000

const lineOf = (stored: StoredAuditLine, subjectName: string | null): AuditLine => ({
  ...stored,
  subjectName,
  at: stored.at.toISOString(),
})

export const auditFeature = (): Feature => ({
  routes: [
    route(lateCalls.audit.list, async ({ ctx, query: { page, perPage, ...filter } }) => {
      const { rows, total } = await listAudit(ctx.db, filter, { page, perPage })
      const nameOf = await subjectNames(ctx.db, rows)
      return { items: rows.map(row => lineOf(row, nameOf(row))), total }
    }),
    route(lateCalls.audit.subjects, async ({ ctx }) => ({ items: [...(await listAuditSubjects(ctx.db))] })),
    route(
      lateCalls.audit.export,
      async ({ ctx, query, reply }) => {
        const { rows } = await listAudit(ctx.db, query, { page: 1, perPage: MOST_EXPORTED })
        reply.header('content-disposition', 'attachment; filename="audit.csv"')
        reply.type('text/csv; charset=utf-8')
        return csvFile([
          ['at', 'who', 'userId', 'action', 'subject', 'subjectId', 'details'],
          ...rows.map(row => [
            row.at.toISOString(),
            row.who,
            row.userId,
            row.action,
            row.subject,
            row.subjectId,
            row.details === null ? null : JSON.stringify(row.details),
          ]),
        ])
      },
      { bare: true },
    ),
  ],
})

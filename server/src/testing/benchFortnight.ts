/**
 * A program: how long the demo's two weeks take to make, what they cost the processor, and the queries that they need. With
 * `--digest` it prints the rows and a checksum of each table, so that two versions of the program can be compared.
 */
import { momentOf } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { makeFortnight } from '../app/firstStart/history/fortnight.ts'
import { fillWithDemo } from '../app/firstStart/index.ts'
import { users } from '../platform/db/schema/index.ts'
import { startTestServer } from './testServer.ts'

/** Of the demo course. */
const ZONE = 'Europe/London'
/** Whenever it runs, the same rows are written. */
const AT = momentOf('2026-06-18', 8, 0, ZONE)
const wantsDigest = process.argv.includes('--digest')
const at = process.argv.indexOf('--days')
const days = at < 0 ? 14 : Number(process.argv[at + 1])

const queries = new Map<string, { count: number; ms: number }>()
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args
  const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
  const key = text.replaceAll(/\$\d+/g, '?').replaceAll(/\s+/g, ' ').slice(0, 90)
  const known = queries.get(key) ?? { count: 0, ms: 0 }
  queries.set(key, known)
  known.count += 1
  const startedMs = performance.now()
  const answer = query.apply(this, args)
  if (answer instanceof Promise)
    answer.then(
      () => {
        known.ms += performance.now() - startedMs
      },
      () => undefined,
    )
  return answer
} as typeof pg.Client.prototype.query

const server = await startTestServer()
const { ctx } = server.app
server.clock.set(AT.getTime() - server.clock.now().getTime())
await ctx.db.delete(users)
await fillWithDemo({ ...ctx, config: { ...ctx.config, demoHistory: true } })
queries.clear()
const secondsOf = ({ user, system }: NodeJS.CpuUsage): string => ((user + system) / 1e6).toFixed(1)
const [before, beforeHere] = [process.cpuUsage(), process.threadCpuUsage()]
const startedMs = performance.now()
const taken = (): string =>
  `${((performance.now() - startedMs) / 1_000).toFixed(1)} s; of a processor ${secondsOf(process.threadCpuUsage(beforeHere))} s, ` +
  `and ${secondsOf(process.cpuUsage(before))} s with the threads that plan, both without the database`
let shown = 0
const made = await makeFortnight(
  ctx,
  share => {
    if (share - shown < 0.0999) return
    shown = share
    console.log(`${Math.round(share * 100)} % after ${taken()}`)
  },
  { pastDays: days },
)
const count = [...queries.values()].reduce((sum, one) => sum + one.count, 0)
console.log(`${made.missions} missions, ${made.positions} positions, ${count} queries: ${taken()}`)
for (const [text, { count: times, ms }] of [...queries].toSorted((a, b) => b[1].ms - a[1].ms).slice(0, 12))
  console.log(`${String(times).padStart(6)} ${ms.toFixed(0).padStart(7)} ms  ${text}`)
if (wantsDigest) {
  const { rows: tables } = await ctx.db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  for (const { name } of tables) {
    const { rows } = await ctx.db.execute<{ count: number; digest: string | null }>(sql`
      select count(*)::int as count, md5(string_agg(md5(row_::text), '' order by row_::text)) as digest from ${sql.identifier(name)} row_`)
    console.log(`digest ${name} ${rows[0]?.count} ${rows[0]?.digest}`)
  }
}
await server.close()

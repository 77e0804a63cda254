/**
 * A database for tests that start servers as programs: prints its address and stops on a signal or when its input ends,
 * as it does where the program that started it was killed. With `template` it is quick instead of durable and holds a
 * template with every table.
 */
import { mkdirSync } from 'node:fs'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbeddedPostgres } from '../platform/db/embeddedPostgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { prepareDays } from '../shared/recording/daysStore.ts'
import { createDatabase, TEMPLATE, urlOf } from './testDatabase.ts'

const [folder, kind] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder')
mkdirSync(folder, { recursive: true })
const isForManyTests = kind === 'template'
const postgres = await startEmbeddedPostgres(
  folder,
  { info: () => undefined, warn: console.error },
  isForManyTests ? { isDurable: false, connections: 300 } : {},
)
if (isForManyTests) {
  await createDatabase(postgres.url, TEMPLATE)
  const url = urlOf(postgres.url, TEMPLATE)
  await migrate(url)
  // Every server makes the partitions of the coming days when it starts: here they are made once for all.
  const { db, close } = openDatabase(url, console.error)
  for (const table of ['positions', 'telemetry_chunks'] as const) await prepareDays(db, table, new Date())
  await close()
}
// Its input may still be open, which alone would keep this program.
const stop = (): void => void postgres.stop().then(() => process.exit(0))
process.stdin.once('close', stop).resume()
process.once('SIGTERM', stop)
// Ctrl+C goes to the whole group; the servers are ended first, and with them our input.
process.on('SIGINT', () => undefined)
console.log(postgres.url)

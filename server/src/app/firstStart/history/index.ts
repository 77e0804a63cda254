/**
 * The demo's past is made beside the server, after its address is printed: planning and driving two weeks takes seconds, and nobody
 * waits for them. A file in the data directory asks for it, from the first start until it is done.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '../../../platform/context.ts'
import { programOptions } from '../../../platform/threads/programOptions.ts'
import { missionOf, readMission } from '../../../shared/missionLife/missionsStore.ts'
import { announceMission } from '../../../shared/missionLife/moveMission.ts'
import type { HistoryNews, HistoryOrder } from './historyProgram.ts'

const PROGRAM = fileURLToPath(new URL('./historyProgram.ts', import.meta.url))
const fileOf = (dataDir: string): string => join(dataDir, 'demo-history-wanted')

/** Called where the demo was filled in: a database of another past is never asked for one. */
export const askForHistory = ({ dataDir }: Context['config']): void => writeFileSync(fileOf(dataDir), '')

const announce = async (ctx: Context, missionIds: readonly string[]): Promise<void> => {
  ctx.events.emit('garageChanged', { subject: 'mowers' })
  ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  ctx.live.publish('settings', 'changed', { subject: 'standingPlans' })
  ctx.live.publish('settings', 'changed', { subject: 'jobs' })
  for (const id of missionIds) {
    const row = await readMission(ctx.db, id)
    if (row !== undefined) announceMission(ctx, missionOf(row))
  }
}

/** A database that is slow for a while, such as one on a loaded host, does not cost the demo its past. */
const AGAIN_MS = 30_000
const MOST_TRIES = 5

export interface DemoHistory {
  /** Resolves when nothing of it is made any more, or made again later. */
  readonly rests: Promise<void>
  /** Ends it early. */
  readonly end: () => void
}

export const startDemoHistory = (ctx: Context, databaseUrl: string, againMs = AGAIN_MS): DemoHistory => {
  const { config, log } = ctx
  if (!existsSync(fileOf(config.dataDir))) return { rests: Promise.resolve(), end: () => undefined }
  const resting = Promise.withResolvers<void>()
  const begunMs = performance.now()
  const order: HistoryOrder = { databaseUrl, clockAheadS: config.clockAheadS }
  let child: ChildProcess
  let again: NodeJS.Timeout | undefined
  let isEnding = false
  let tries = 0
  let reported = 0
  const receive = (news: HistoryNews): void => {
    if (news.kind === 'progress') {
      const percent = Math.floor(news.share * 4) * 25
      if (percent <= reported || percent === 100) return
      reported = percent
      log.info(`Working the last two weeks of the demo course: ${percent} %`)
      return
    }
    rmSync(fileOf(config.dataDir), { force: true })
    const seconds = Math.round((performance.now() - begunMs) / 100) / 10
    const { missions, positions } = news
    log.info({ missions, positions, seconds }, 'The demo course was worked for two weeks')
    announce(ctx, news.todayIds).catch((error: unknown) => log.warn({ err: error }, 'The past is not shown'))
  }
  /** It begins where the one before has ended. */
  const run = (): void => {
    tries += 1
    child = fork(PROGRAM, programOptions())
    // People and machines come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.send(order)
    child.on('message', message => receive(message as HistoryNews))
    child.once('error', error => {
      resting.resolve()
      log.warn({ err: error }, 'The past of the demo course is not made')
    })
    child.once('exit', code => {
      resting.resolve()
      if (code === 0 || isEnding) return
      const isOver = tries >= MOST_TRIES
      log.warn({ code, tries }, `The past of the demo course is not made${isOver ? '' : ', and is tried again'}`)
      if (!isOver) again = setTimeout(run, againMs)
    })
  }
  run()
  const end = (): void => {
    isEnding = true
    clearTimeout(again)
    child.kill()
  }
  return { rests: resting.promise, end }
}

/** Reads files to drafts of imports, in a process of its own, so that a large or hostile file blocks nothing. */

import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { faultOf, importOptions } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { leavingOf } from '../../platform/http/leaving.ts'
import { refuse, refuseFields, refuseSaid } from '../../platform/http/refusal.ts'
import type { User } from '../../platform/http/route.ts'
import { storeUpload } from '../../platform/http/upload.ts'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'
import { createThreadPool, RunCancelled, ThreadCrash, ThreadTimeout } from '../../platform/threads/threadPool.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { addDraft, draftExpiry } from './importDraftStore.ts'
import type { ImportAnswer, ImportInput } from './importThread.ts'

const optionsOf = (text: string | undefined): ImportInput['options'] => {
  if (text === undefined) return importOptions.parse({})
  try {
    const read = importOptions.safeParse(JSON.parse(text), { reportInput: true })
    if (read.success) return read.data
    const issue = read.error.issues[0]
    const field = ['body.options', ...(issue?.path ?? [])].join('.')
    return refuseFields({ [field]: issue === undefined ? said('notAcceptable') : faultOf(issue) })
  } catch (error) {
    if (error instanceof SyntaxError) return refuseFields({ 'body.options': said('notJson') })
    throw error
  }
}

/** Files that are received, wait or are read: of one person, and of everybody. Each may take 64 MB of the disk. */
const MOST_EACH = 2
const MOST = 4
const AGAIN_S = 10

export interface Imports {
  /**
   * Reads the file of a form and keeps what it would become. The file never is in the server's own memory, and its work
   * ends with its caller.
   * @returns JSON of the answer to `imports.create`, as its thread wrote it
   * @throws Refusal importRefused, which names the reason and where it can the line; tooManyRequests, unavailable
   */
  read(request: FastifyRequest, reply: FastifyReply, user: User): Promise<Uint8Array>
  close(): Promise<void>
}

export const createImports = (ctx: Context, course: CurrentCourse): Imports => {
  const pool = createThreadPool<ImportInput, ImportAnswer>({
    script: new URL('./importThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 1_536,
    // GeoPackages are read by SQLite: a schema alone can keep it busy for hours.
    isIsolated: true,
    // Reading takes many times a file's size; the memory is given back with the thread.
    endIdleAfterMs: 2_000,
  })
  const folder = join(ctx.config.dataDir, 'imports')
  const atWork = new Map<string, number>()

  const read = async (input: ImportInput, owner: string, signal: AbortSignal): Promise<ImportAnswer> => {
    try {
      return await pool.run(input, { owner, signal })
    } catch (error) {
      if (error instanceof ThreadTimeout) return { ok: false, error: { reason: 'tooSlow', ...said('importTooSlow') } }
      if (error instanceof ThreadCrash) {
        ctx.log.warn({ err: error }, 'An import ended its thread')
        return { ok: false, error: { reason: 'tooLarge', ...said('importTooMuchMemory') } }
      }
      if (error instanceof RunCancelled) return refuse('fileIncomplete')
      throw error
    }
  }

  /** @throws Refusal where too many are at work */
  const inTurn = async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const mine = atWork.get(owner) ?? 0
    if (mine >= MOST_EACH)
      refuse(
        'ownFilesBusy',
        {},
        {
          retryAfterS: AGAIN_S,
        },
      )
    if ([...atWork.values()].reduce((sum, count) => sum + count, 0) >= MOST)
      refuse('filesBusy', {}, { retryAfterS: AGAIN_S })
    atWork.set(owner, mine + 1)
    try {
      return await work()
    } finally {
      const left = (atWork.get(owner) ?? 1) - 1
      if (left > 0) atWork.set(owner, left)
      else atWork.delete(owner)
    }
  }

  const draftOf = async (request: FastifyRequest, path: string, user: User, signal: AbortSignal) => {
    const { fields } = await storeUpload(request, path)
    const options = optionsOf(fields.options)
    const now = ctx.clock.now()
    const noteBy = { author: user.fullname, time: now.toISOString() }
    const draft = { id: randomUUID(), expiresAt: draftExpiry(now).toISOString() }
    const zoneTypes = await readZoneTypes(ctx.db)
    const { features } = await course.read()
    const answer = await read(
      { path, options, zoneTypes, todayJson: await jsonInSlices(features), noteBy, draft },
      String(user.id),
      signal,
    )
    if (!answer.ok) return refuseSaid(answer.error, 'importRefused', { details: answer.error })
    const { preview, packed } = answer.value
    await ctx.db.transaction(tx => addDraft(tx, { id: draft.id, userId: user.id, createdAt: now, content: packed }))
    return preview
  }

  return {
    read: (request, reply, user) =>
      inTurn(String(user.id), async () => {
        const path = join(folder, randomUUID())
        await mkdir(folder, { recursive: true, mode: 0o700 })
        try {
          return await draftOf(request, path, user, leavingOf(reply))
        } finally {
          await rm(path, { force: true })
        }
      }),
    close: async () => {
      await pool.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

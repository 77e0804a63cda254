/** A file becomes a preview, and the same file, sent again with the versions of that preview, the tee sheets of its days. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calls, type TeeSheetImport, teeSheetVersions } from '@greensward/contract'
import { type Day, isDay } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Reader } from '../../platform/db/database.ts'
import { leavingOf } from '../../platform/http/leaving.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, type RouteInput, route } from '../../platform/http/route.ts'
import { storeUpload } from '../../platform/http/upload.ts'
import { RunCancelled, ThreadsBusy } from '../../platform/threads/threadPool.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { lockTeeSheets, readTeeSheets, readTeeTimes, replaceTeeSheet } from '../../shared/play/teeSheetStore.ts'
import { TEE_SHEET_BYTES } from './readTeeSheets.ts'
import type { TeeSheetParts } from './teeSheetParts.ts'
import type { TeeSheetAnswer } from './teeSheetThread.ts'

const AGAIN_S = 5

type Input = Pick<RouteInput<typeof calls.teeSheets.import>, 'request' | 'reply' | 'user'>

interface Upload {
  readonly found: TeeSheetAnswer
  readonly versions: ReadonlyMap<Day, string | null>
}

const versionsOf = (text: string | undefined): ReadonlyMap<Day, string | null> => {
  if (text === undefined) return new Map()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuseFields({ 'body.versions': said('notJson') })
  }
  const read = teeSheetVersions.safeParse(json)
  if (!read.success) return refuseFields({ 'body.versions': said('notAcceptable') })
  return new Map(read.data.map(({ day, updatedAt }) => [day, updatedAt]))
}

export const importRoutes = ({ ctx, reader, changed }: TeeSheetParts): readonly Route[] => {
  const folder = join(ctx.config.dataDir, 'imports')

  const readFile = async (path: string, day: string, { user, reply }: Input): Promise<TeeSheetAnswer> => {
    try {
      const found = await reader.read({ path }, day, String(user.id), leavingOf(reply))
      return found ?? refuseFields({ 'body.file': said('importTooSlow') })
    } catch (error) {
      if (error instanceof RunCancelled) return refuse('fileIncomplete')
      if (error instanceof ThreadsBusy) return refuse('filesBusy', {}, { retryAfterS: AGAIN_S })
      throw error
    }
  }

  /** The file is on disk while it is read, so that memory never holds it. */
  const receive = async (input: Input): Promise<Upload> => {
    const path = join(folder, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const { fields } = await storeUpload(input.request, path)
      const { day = '' } = fields
      if (!isDay(day)) refuseFields({ 'body.day': said('day') })
      const versions = versionsOf(fields.versions)
      if ((await stat(path)).size > TEE_SHEET_BYTES) refuse('fileTooLarge', { count: TEE_SHEET_BYTES / 1024 / 1024 })
      return { found: await readFile(path, day, input), versions }
    } finally {
      await rm(path, { force: true })
    }
  }

  /** What the file has beside what its days have now. */
  const compared = async (
    db: Reader,
    { format, days, faults, faultCount }: TeeSheetAnswer,
  ): Promise<TeeSheetImport> => {
    const names = days.map(({ day }) => day)
    const sheets = await readTeeSheets(db, names)
    const teeTimes = await readTeeTimes(db, names, await readTimeZone(db))
    return {
      format,
      days: days.map(({ day, count, firstAt, lastAt }) => ({
        day,
        before: teeTimes.get(day)?.length ?? 0,
        source: sheets.get(day)?.source ?? 'pattern',
        updatedAt: sheets.get(day)?.updatedAt.toISOString() ?? null,
        count,
        firstAt,
        lastAt,
      })),
      faults,
      faultCount,
    }
  }

  return [
    route(calls.teeSheets.preview, async input => compared(ctx.db, (await receive(input)).found), { multipart: true }),
    route(
      calls.teeSheets.import,
      async input => {
        const { user, write } = input
        const { found, versions } = await receive(input)
        if (found.days.length === 0) refuseFields({ 'body.file': said('noTeeTimes') })
        const done = await write(async tx => {
          await lockTeeSheets(tx)
          const before = await readTeeSheets(
            tx,
            found.days.map(({ day }) => day),
          )
          const answer = await compared(tx, found)
          if (answer.days.some(({ day, updatedAt }) => (versions.get(day) ?? null) !== updatedAt)) refuse('conflict')
          for (const { day, json } of found.days) {
            const sheet = { day, teeTimes: JSON.parse(json), source: 'import' as const, updatedBy: user.fullname }
            await replaceTeeSheet(tx, before.get(day), sheet, ctx.clock.now())
          }
          const details = Object.fromEntries(found.days.map(({ day, count }) => [day, count]))
          await ctx.audit(tx, {
            user,
            action: 'teeSheet.import',
            subject: 'settings',
            subjectId: found.days[0]?.day ?? '',
            details,
          })
          return answer
        })
        changed()
        return done
      },
      { multipart: true },
    ),
  ]
}

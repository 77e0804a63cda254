/** The routes of tee sheets: who may plan missions changes them, since the schedule follows them. */
import { calls, type TeeSheetImport } from '@greensward/contract'
import {
  type Day,
  dayOf,
  MOST_TEE_TIMES,
  numberedHoles,
  patternTeeTimes,
  readTeeSheetCsv,
  type TeeTime,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Reader } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import type { MissionParts } from './missionParts.ts'
import {
  lockTeeSheet,
  readTeeSheet,
  readTeeSheetSettings,
  readTeeTimes,
  removeTeeSheet,
  replaceTeeSheet,
  type TeeSheetRow,
  writeTeeSheetSettings,
} from './teeSheetStore.ts'

/** Two bytes for each character of the longest text, escaped. */
const IMPORT_BYTES = 2 * 1024 * 1024
/** A list of faults is for people to read. */
const MOST_FAULTS = 200

const shown = ({ updatedAt, teeTimes, ...row }: TeeSheetRow) => ({
  ...row,
  teeTimes: [...teeTimes],
  updatedAt: updatedAt.toISOString(),
})

export const teeSheetRoutes = ({ ctx, course }: MissionParts): readonly Route[] => {
  const changed = (): void => ctx.live.publish('settings', 'changed', { subject: 'teeSheet' })
  const countHoles = async (): Promise<number> => numberedHoles((await course.read()).features).length

  const refuseTeeTimes = async (teeTimes: readonly TeeTime[], day: Day): Promise<void> => {
    const [count, zone] = [await countHoles(), await readTimeZone(ctx.db)]
    const fields: Record<string, Said> = {}
    for (const [index, { at, hole }] of teeTimes.entries()) {
      if (hole > count) fields[`body.teeTimes.${index}.hole`] = said('noSuchHole')
      if (dayOf(new Date(at), zone) !== day) fields[`body.teeTimes.${index}.at`] = said('otherDay', { day })
    }
    if (Object.keys(fields).length > 0) refuseFields(fields)
  }

  /** Each day of the text with its tee times; a day with too many is named and left out. */
  const readText = async (reader: Reader, { day, text }: { day: Day; text: string }): Promise<TeeSheetImport> => {
    const zone = await readTimeZone(reader)
    const read = readTeeSheetCsv(text, { day, zone, holeCount: await countHoles() })
    const faults = read.faults.slice(0, MOST_FAULTS)
    const days: TeeSheetImport['days'] = []
    for (const [on, teeTimes] of Map.groupBy(read.teeTimes, ({ at }) => dayOf(new Date(at), zone)))
      if (teeTimes.length > MOST_TEE_TIMES)
        faults.push({ line: 1, ...said('teeSheetTooMany', { day: on, count: MOST_TEE_TIMES }) })
      else days.push({ day: on, before: (await readTeeTimes(reader, on, zone)).length, teeTimes })
    return { days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)), faults }
  }

  return [
    route(calls.teeSheets.get, async ({ params: { day } }) => {
      const row = await readTeeSheet(ctx.db, day)
      if (row !== undefined) return shown(row)
      const { patterns } = await readTeeSheetSettings(ctx.db)
      const teeTimes = patternTeeTimes(patterns, day, await readTimeZone(ctx.db))
      return { day, source: 'pattern' as const, teeTimes, updatedBy: null, updatedAt: null }
    }),
    route(calls.teeSheets.put, async ({ params: { day }, body, user, write }) => {
      await refuseTeeTimes(body.teeTimes, day)
      const stored = await write(async tx => {
        const before = await lockTeeSheet(tx, day)
        if ((before?.updatedAt.toISOString() ?? null) !== body.updatedAt) refuse('conflict')
        const sheet = { day, teeTimes: body.teeTimes, source: 'hand' as const, updatedBy: user.fullname }
        const after = await replaceTeeSheet(tx, before, sheet, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'teeSheet.update',
          subject: 'settings',
          subjectId: day,
          details: { before: before?.teeTimes.length ?? null, after: after.teeTimes.length },
        })
        return shown(after)
      })
      changed()
      return stored
    }),
    route(calls.teeSheets.remove, async ({ params: { day }, user, write }) => {
      const done = await write(async tx => {
        const before = (await lockTeeSheet(tx, day)) ?? refuse('notFound')
        await removeTeeSheet(tx, day)
        const details = { before: before.teeTimes.length }
        await ctx.audit(tx, { user, action: 'teeSheet.remove', subject: 'settings', subjectId: day, details })
        return {}
      })
      changed()
      return done
    }),
    route(calls.teeSheets.preview, ({ body }) => readText(ctx.db, body), { bodyLimit: IMPORT_BYTES }),
    route(
      calls.teeSheets.import,
      async ({ body, user, write }) => {
        const done = await write(async tx => {
          const read = await readText(tx, body)
          if (read.days.length === 0) refuseFields({ 'body.text': said('noTeeTimes') })
          for (const { day, teeTimes } of read.days) {
            const sheet = { day, teeTimes, source: 'import' as const, updatedBy: user.fullname }
            await replaceTeeSheet(tx, await lockTeeSheet(tx, day), sheet, ctx.clock.now())
          }
          const details = Object.fromEntries(read.days.map(({ day, teeTimes }) => [day, teeTimes.length]))
          await ctx.audit(tx, { user, action: 'teeSheet.import', subject: 'settings', subjectId: body.day, details })
          return read
        })
        changed()
        return done
      },
      { bodyLimit: IMPORT_BYTES },
    ),
    route(calls.teeSheets.settings, async () => {
      const { patterns } = await readTeeSheetSettings(ctx.db)
      return { patterns: [...patterns] }
    }),
    route(calls.teeSheets.update, async ({ body, user, write }) => {
      const count = await countHoles()
      const fields = Object.fromEntries(
        body.patterns.flatMap(({ holes }, index) =>
          holes.some(hole => hole > count) ? [[`body.patterns.${index}.holes`, said('noSuchHole')]] : [],
        ),
      )
      if (Object.keys(fields).length > 0) refuseFields(fields)
      const stored = await write(async tx => {
        const before = await readTeeSheetSettings(tx)
        await writeTeeSheetSettings(tx, body, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'settings',
          subjectId: 'teeSheet',
          details: { before, after: body },
        })
        return body
      })
      changed()
      return stored
    }),
  ]
}

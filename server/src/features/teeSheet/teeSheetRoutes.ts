/** The routes of tee sheets: who may plan missions changes them, since the schedule follows them. */
import { calls, type TeeSheet } from '@greensward/contract'
import { type Day, dayOf, numberedHoles, patternTeeTimes, type TeeTime } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import {
  lockTeeSheets,
  readTeeSheet,
  readTeeSheetSettings,
  removeTeeSheet,
  replaceTeeSheet,
  type TeeSheetRow,
  type TeeSheetSettings,
  writeTeeSheetSettings,
} from '../../shared/play/teeSheetStore.ts'
import type { TeeSheetParts } from './teeSheetParts.ts'

const shown = ({ updatedAt, teeTimes, ...row }: TeeSheetRow): TeeSheet => ({
  ...row,
  teeTimes: [...teeTimes],
  updatedAt: updatedAt.toISOString(),
})

const shownSettings = ({ patterns, marginMinutes, updatedAt }: TeeSheetSettings) => ({
  patterns: [...patterns],
  marginMinutes,
  updatedAt: updatedAt?.toISOString() ?? null,
})

export const teeSheetRoutes = ({ ctx, course, watch, changed }: TeeSheetParts): readonly Route[] => {
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
        await lockTeeSheets(tx)
        const before = await readTeeSheet(tx, day)
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
    route(calls.teeSheets.remove, async ({ params: { day }, query, user, write }) => {
      const done = await write(async tx => {
        await lockTeeSheets(tx)
        const before = (await readTeeSheet(tx, day)) ?? refuse('notFound')
        if (before.updatedAt.toISOString() !== query.updatedAt) refuse('conflict')
        await removeTeeSheet(tx, day)
        const details = { before: before.teeTimes.length }
        await ctx.audit(tx, { user, action: 'teeSheet.remove', subject: 'settings', subjectId: day, details })
        return {}
      })
      changed()
      // The address may have this day.
      void watch.look(true).catch((error: unknown) => ctx.log.warn({ err: error }, 'Could not read the tee sheets'))
      return done
    }),
    route(calls.teeSheets.settings, async () => shownSettings(await readTeeSheetSettings(ctx.db))),
    route(calls.teeSheets.update, async ({ body, user, write }) => {
      const count = await countHoles()
      const fields = Object.fromEntries(
        (body.patterns ?? []).flatMap(({ holes }, index) =>
          holes.some(hole => hole > count) ? [[`body.patterns.${index}.holes`, said('noSuchHole')]] : [],
        ),
      )
      if (Object.keys(fields).length > 0) refuseFields(fields)
      const stored = await write(async tx => {
        await lockTeeSheets(tx)
        const before = await readTeeSheetSettings(tx)
        if ((before.updatedAt?.toISOString() ?? null) !== body.updatedAt) refuse('conflict')
        const change = {
          patterns: body.patterns ?? before.patterns,
          marginMinutes: body.marginMinutes ?? before.marginMinutes,
        }
        const after = await writeTeeSheetSettings(tx, before, change, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'settings',
          subjectId: 'teeSheet',
          details: { before: shownSettings(before), after: shownSettings(after) },
        })
        return shownSettings(after)
      })
      changed()
      return stored
    }),
  ]
}

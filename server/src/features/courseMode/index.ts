/**
 * Course modes: one switch for carts, mowers and messages. A mode stops missions and holds them by the pre-start checks; it
 * never starts or resumes one, and neither does its end or its undo.
 */

import { type CourseModePreview, calls } from '@greensward/contract'
import { addDays, COURSE_MODES, type CourseMode, dayOf, startOfDay } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StoredCourseMode } from '../../platform/db/schema/settings.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route, type User } from '../../platform/http/route.ts'
import { lockCourseMode, readCourseMode, shownMode, writeCourseMode } from '../../shared/course/courseModeStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { plannedBetween } from './plannedMissionsStore.ts'

export interface CourseModePorts {
  timeZone(): Promise<string>
  /** Missions that drive or are about to. */
  driving(): CourseModePreview['missionsStopped']
  /** Stops their mowers, through the same stop as everything else. */
  holdAll(user: User): Promise<{ name: string; reason: string }[]>
  cartCount(): number
  cartsOffPaths(): number
  /** @returns the ids of the messages */
  tell(tx: Tx, kind: 'text' | 'callBack', text: string, from: string): Promise<string[]>
  /** @returns how many were still open */
  lift(tx: Tx, messageIds: readonly string[]): Promise<number>
  countOpen(messageIds: readonly string[]): Promise<number>
}

export const createCourseModeFeature = (ctx: Context, course: CurrentCourse, ports: CourseModePorts): Feature => {
  const preview = async (mode: CourseMode): Promise<CourseModePreview> => {
    const [before, after] = [await readCourseMode(ctx.db), COURSE_MODES[mode]]
    const { features } = await course.read()
    const zones = features.filter(({ kind }) => kind === 'zone').length
    const wereKept = COURSE_MODES[before.mode].keepsCartsToPaths
    const now = ctx.clock.now()
    const zone = await ports.timeZone()
    const tomorrow = startOfDay(addDays(dayOf(now, zone), 1), zone)
    return {
      mode,
      zonesClosed: after.keepsCartsToPaths && !wereKept ? zones : 0,
      zonesOpened: !after.keepsCartsToPaths && wereKept ? zones : 0,
      cartsOffPaths: after.keepsCartsToPaths ? ports.cartsOffPaths() : 0,
      missionsStopped: after.holdsMissions ? ports.driving() : [],
      missionsHeld: after.holdsMissions ? await plannedBetween(ctx.db, now, tomorrow) : 0,
      cartMessage: after.cartMessage,
      cartsNotified: after.cartMessage === null ? 0 : ports.cartCount(),
      messagesLifted: await ports.countOpen(before.messageIds),
    }
  }

  /** Written first, so that no check passes any more before the last mower is asked to stop. */
  const begin = async (
    user: User,
    choose: (before: StoredCourseMode) => { mode: CourseMode; text: string; undoTo: CourseMode | null },
  ) => {
    const { before, after } = await ctx.db.transaction(async tx => {
      const now = ctx.clock.now()
      const before = await lockCourseMode(tx, now)
      const { mode, text, undoTo } = choose(before)
      await ports.lift(tx, before.messageIds)
      const { cartMessage } = COURSE_MODES[mode]
      const isSent = cartMessage === 'callBack' || (cartMessage === 'text' && text !== '')
      const messageIds = isSent ? await ports.tell(tx, cartMessage, text, user.fullname) : []
      const after = { mode, since: now.toISOString(), by: user.fullname, undoTo, messageIds }
      await writeCourseMode(tx, after, now)
      await ctx.audit(tx, {
        user,
        action: 'courseMode.change',
        subject: 'settings',
        subjectId: 'courseMode',
        details: { from: before.mode, to: mode, text, cartsNotified: messageIds.length },
      })
      return { before, after }
    })
    ctx.live.publish('settings', 'changed', { subject: 'courseMode' })
    ctx.events.emit('settingsChanged', { subject: 'courseMode' })
    const notStopped = COURSE_MODES[after.mode].holdsMissions ? await ports.holdAll(user) : []
    if (before.mode !== after.mode)
      ctx.events.emit('notice', {
        level: after.mode === 'lightning' ? 'alarm' : 'info',
        subject: 'system',
        subjectId: null,
        kind: 'courseModeChanged',
        values: { who: user.fullname, reason: after.mode },
      })
    return { now: shownMode(after), notStopped }
  }

  return {
    routes: [
      route(calls.courseMode.get, async () => shownMode(await readCourseMode(ctx.db))),
      route(calls.courseMode.preview, ({ query }) => preview(query.mode)),
      route(calls.courseMode.change, ({ body, user }) =>
        begin(user, before =>
          before.mode === body.mode
            ? refuse('courseModeAlready')
            : { mode: body.mode, text: body.text, undoTo: before.mode },
        ),
      ),
      route(calls.courseMode.undo, ({ user }) =>
        begin(user, ({ undoTo }) =>
          undoTo === null ? refuse('nothingToUndo') : { mode: undoTo, text: '', undoTo: null },
        ),
      ),
    ],
  }
}

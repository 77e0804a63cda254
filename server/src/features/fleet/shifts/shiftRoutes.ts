/** The calls by which a person makes, releases, pauses and continues a shift. */
import { calls } from '@greensward/contract'
import type { Shift } from '@greensward/domain'
import { databaseFailure } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { announceMission } from '../../../shared/missionLife/moveMission.ts'
import type { Commands } from '../commands/commands.ts'
import type { FleetParts } from '../fleetParts.ts'
import { planDayOf } from './dayFacts.ts'
import { filmRoute } from './filmRoute.ts'
import { checkWindow, makeShift } from './makeShift.ts'
import { lockedShift, ShiftPresses } from './shiftPresses.ts'
import { deleteShift, readShift } from './shiftStore.ts'
import { shiftsOfDay } from './shiftsOfDay.ts'

/** A stop that was pressed before is recorded before the press that continues. */
const SETTLE_MS = 5_000

export const shiftRoutes = (parts: FleetParts, commands: Pick<Commands, 'stop'>): readonly Route[] => {
  const { ctx, interruptions, journal } = parts
  const presses = new ShiftPresses(parts, commands)
  const found = async (id: string): Promise<Shift> => (await readShift(ctx.db, id)) ?? refuse('notFound')
  const changed = <T>(answer: T): T => {
    interruptions.announce()
    return answer
  }

  return [
    route(calls.shifts.list, async ({ query }) => {
      const items = await shiftsOfDay(ctx.db, query.day)
      return { items, total: items.length }
    }),

    route(calls.shifts.film, async ({ params }) => {
      const shift = await found(params.id)
      const own = shift.routes.find(({ mowerId }) => mowerId === params.mowerId) ?? refuse('notFound')
      return { moves: await filmRoute(parts, shift, own) }
    }),

    route(calls.shifts.create, async ({ body, user, write }) => {
      checkWindow(body)
      const planned = await planDayOf(parts, body)
      let announce = (): void => undefined
      const shift = await write(async tx => {
        const made = await makeShift(ctx, tx, body, planned, user)
        announce = () => {
          for (const mission of made.changed) announceMission(ctx, mission)
        }
        return made.shift
      })
      announce()
      return changed(shift)
    }),

    route(calls.shifts.remove, async ({ params, user, write }) =>
      changed(
        await write(async tx => {
          const shift = await lockedShift(tx, params.id)
          if (shift.release !== null) refuse('shiftReleasedAlready', { who: shift.release.by })
          await deleteShift(tx, shift.id)
          await presses.audit(tx, user, 'delete', shift)
          return {}
        }),
      ),
    ),

    route(calls.shifts.release, async ({ params, body, user, write }) => {
      await journal.settled(SETTLE_MS)
      try {
        return changed(
          await write(async tx => {
            await presses.release(tx, await lockedShift(tx, params.id), body.until, user)
            return lockedShift(tx, params.id)
          }),
        )
      } catch (error) {
        // Two shifts of one mower were released at once.
        if (databaseFailure(error) === 'duplicate') await presses.refuseInOtherShift(ctx.db, await found(params.id))
        throw error
      }
    }),

    route(calls.shifts.continue, async ({ params, body, user, write }) => {
      await journal.settled(SETTLE_MS)
      return changed(
        await write(async tx => {
          await presses.continue(tx, await lockedShift(tx, params.id), body.mowerId, user)
          return lockedShift(tx, params.id)
        }),
      )
    }),

    // Those that are seen to drive are stopped first; what was started meanwhile is seen in the record, and stopped then.
    route(calls.shifts.revoke, async ({ params, user, write }) => {
      const before = await found(params.id)
      const mowerIds = before.release === null ? [] : before.routes.map(({ mowerId }) => mowerId)
      const seen = presses.seenDriving(before, mowerIds)
      const notStopped = await presses.stop(seen, user)
      let driving: readonly string[] = []
      const answer = await write(async tx => {
        driving = await presses.revoke(tx, await lockedShift(tx, params.id), user)
        return { shift: await lockedShift(tx, params.id), notStopped }
      })
      const late = await presses.stop(
        driving.filter(id => !seen.includes(id)),
        user,
      )
      return changed({ ...answer, notStopped: [...answer.notStopped, ...late] })
    }),

    route(calls.shifts.pause, async ({ params, body, user, write }) => {
      const before = await found(params.id)
      if (before.release === null) refuse('shiftNotReleased')
      const mowerIds = before.routes.map(({ mowerId }) => mowerId).filter(id => (body.mowerId ?? id) === id)
      if (mowerIds.length === 0) refuse('notFound')
      const seen = presses.seenDriving(before, mowerIds)
      const notStopped = await presses.stop(seen, user)
      let driving: readonly string[] = []
      const answer = await write(async tx => {
        driving = await presses.pause(tx, await lockedShift(tx, params.id), mowerIds, user)
        return { shift: await lockedShift(tx, params.id), notStopped }
      })
      const late = await presses.stop(
        driving.filter(id => !seen.includes(id)),
        user,
      )
      return changed({ ...answer, notStopped: [...answer.notStopped, ...late] })
    }),
  ]
}

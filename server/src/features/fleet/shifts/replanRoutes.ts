/** The calls by which a person plans a shift again. */
import { calls } from '@greensward/contract'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { askerOf } from '../../../shared/missionLife/askers.ts'
import { announceMission } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
import { Garage } from '../garage.ts'
import { applyReplan, prepareReplan, previewReplan } from './replanShift.ts'
import { lockedShift } from './shiftPresses.ts'
import { readShift } from './shiftStore.ts'

export const replanRoutes = (parts: FleetParts): readonly Route[] => {
  const { ctx, interruptions, planner } = parts
  const found = async (id: string) => (await readShift(ctx.db, id)) ?? refuse('notFound')
  /** With the garage as it is stored: the fleet learns of a change of it a moment later. */
  const partsNow = async (): Promise<FleetParts> => {
    const garage = new Garage()
    await garage.read(ctx.db)
    return { ...parts, garage }
  }

  return [
    route(calls.shifts.replan, async ({ params, user, reply }) =>
      planner.asking(askerOf(user, reply), async () => previewReplan(await partsNow(), await found(params.id))),
    ),

    route(calls.shifts.applyReplan, async ({ params, body, user, write, reply }) => {
      const now = await partsNow()
      const prepared = await planner.asking(askerOf(user, reply), async () =>
        prepareReplan(now, await found(params.id), body),
      )
      let announce = (): void => undefined
      const answer = await write(async tx => {
        const { changed, needPress } = await applyReplan(now, tx, prepared, user)
        announce = () => {
          for (const mission of changed) announceMission(ctx, mission)
        }
        return { shift: await lockedShift(tx, params.id), needPress }
      })
      announce()
      interruptions.announce()
      return answer
    }),
  ]
}

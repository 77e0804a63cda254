/** A person confirms that a mower is refuelled or charged. */
import { calls } from '@greensward/contract'
import { isActive } from '@greensward/domain'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { saveRefuelling } from '../../../shared/missionLife/energyStore.ts'
import { readMower } from '../../../shared/missionLife/machinesStore.ts'
import type { FleetParts } from '../fleetParts.ts'

export const refuelRoute = ({ ctx, view }: Pick<FleetParts, 'ctx' | 'view'>): Route =>
  route(calls.mowers.refuelled, async ({ params: { id }, user }) => {
    const mission = view.missionOf(id)
    const during =
      mission !== undefined && isActive(mission.status)
        ? { missionId: mission.id, progress: mission.progress.share }
        : null
    const refuelled = { at: ctx.clock.now().toISOString(), by: user.fullname, during }
    await ctx.db.transaction(async tx => {
      if (!(await saveRefuelling(tx, id, refuelled))) refuse('notFound')
      await ctx.audit(tx, { user, action: 'mower.refuel', subject: 'mower', subjectId: id })
    })
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
    ctx.events.emit('garageChanged', { subject: 'mowers' })
    return (await readMower(ctx.db, id)) ?? refuse('notFound')
  })

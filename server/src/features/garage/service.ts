/** The service of mowers and carts: plans, records, and one word to people when it is due. */

import { lateCalls } from '@greensward/contract/late'
import { clockOf, dayOf, type ServiceEntry, type ServiceVerb, type VehicleService } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import {
  addRecord,
  nameOfVehicle,
  readAllDue,
  readChecklist,
  readService,
  removeRecord,
  storePlan,
  takeOverdue,
  takeTelling,
  vehicleExists,
} from './serviceStore.ts'

/** A checklist that somebody has changed meanwhile: what was ticked may not be on it any more. */
const refuseUnlisted = (done: readonly string[], checklist: readonly string[]): void => {
  const unlisted = [...done.entries()].filter(([, item]) => !checklist.includes(item))
  if (unlisted.length === 0) return
  refuseFields(Object.fromEntries(unlisted.map(([i]) => [`body.done.${i}`, said('notOnChecklist')])))
}

export const serviceRoutes = (ctx: Context): readonly Route[] => {
  const changed = (kind: 'mower' | 'cart'): void =>
    ctx.live.publish('garage', 'changed', { subject: kind === 'mower' ? 'mowers' : 'carts' })

  const get = async (kind: 'mower' | 'cart', id: string): Promise<VehicleService> =>
    (await vehicleExists(ctx.db, kind, id)) ? readService(ctx.db, id, ctx.clock.now()) : refuse('notFound')

  /** One change, recorded, and the service after it. */
  const change = async (
    kind: 'mower' | 'cart',
    id: string,
    user: User,
    write: (work: (tx: Tx) => Promise<VehicleService>) => Promise<VehicleService>,
    action: {
      readonly name: ServiceVerb
      readonly details: unknown
      readonly work: (tx: Tx) => Promise<void>
    },
  ): Promise<VehicleService> => {
    const answer = await write(async tx => {
      if (!(await vehicleExists(tx, kind, id))) return refuse('notFound')
      await action.work(tx)
      await ctx.audit(tx, {
        user,
        action: `${kind}.${action.name}`,
        subject: kind,
        subjectId: id,
        details: action.details,
      })
      return readService(tx, id, ctx.clock.now())
    })
    changed(kind)
    return answer
  }

  const bladeless = (everyBladeHours: number | null): void => {
    if (everyBladeHours !== null) refuseFields({ 'body.everyBladeHours': said('cartWithoutBlade') })
  }

  const serve =
    (id: string, { what, done = [], parts = [] }: ServiceEntry, { fullname }: User) =>
    async (tx: Tx) => {
      const checklist = await readChecklist(tx, id)
      refuseUnlisted(done, checklist)
      await addRecord(tx, id, { what, by: fullname, checklist, done, parts }, ctx.clock.now())
    }

  const dropRecord = (vehicleId: string, id: string) => async (tx: Tx) => {
    if ((await removeRecord(tx, vehicleId, id)) === undefined) refuse('notFound')
  }

  return [
    route(lateCalls.mowerService.get, ({ params }) => get('mower', params.id)),
    route(lateCalls.cartService.get, ({ params }) => get('cart', params.id)),
    route(lateCalls.mowerService.plan, ({ params: { id }, body, user, write }) =>
      change('mower', id, user, write, {
        name: 'servicePlan',
        details: body,
        work: tx => storePlan(tx, id, body, ctx.clock.now()),
      }),
    ),
    route(lateCalls.cartService.plan, ({ params: { id }, body, user, write }) => {
      bladeless(body.everyBladeHours)
      return change('cart', id, user, write, {
        name: 'servicePlan',
        details: body,
        work: tx => storePlan(tx, id, body, ctx.clock.now()),
      })
    }),
    route(lateCalls.mowerService.record, ({ params: { id }, body, user, write }) =>
      change('mower', id, user, write, {
        name: 'serviced',
        details: body,
        work: serve(id, body, user),
      }),
    ),
    route(lateCalls.cartService.record, ({ params: { id }, body, user, write }) =>
      change('cart', id, user, write, {
        name: 'serviced',
        details: body,
        work: serve(id, body, user),
      }),
    ),
    route(lateCalls.mowerService.removeRecord, ({ params: { id, recordId }, user, write }) =>
      change('mower', id, user, write, {
        name: 'serviceUnwritten',
        details: { recordId },
        work: dropRecord(id, recordId),
      }),
    ),
    route(lateCalls.cartService.removeRecord, ({ params: { id, recordId }, user, write }) =>
      change('cart', id, user, write, {
        name: 'serviceUnwritten',
        details: { recordId },
        work: dropRecord(id, recordId),
      }),
    ),
  ]
}

/** Notifies once of every vehicle whose service has become due; again only after it was done or planned otherwise. */
export const notifyOfService = async (ctx: Context): Promise<void> => {
  const now = ctx.clock.now()
  for (const [id, { state }] of await readAllDue(ctx.db, now)) {
    if (state !== 'due' || !(await takeTelling(ctx.db, id, now))) continue
    const vehicle = await nameOfVehicle(ctx.db, id)
    if (vehicle === undefined) continue
    ctx.events.emit('notice', {
      level: 'warning',
      subject: vehicle.kind,
      subjectId: id,
      kind: 'serviceDue',
      values: { vehicle: vehicle.name },
    })
  }
}

/** Notifies once of every mower that should be back from service and is not. */
export const notifyOfOverdue = async (ctx: Context): Promise<void> => {
  const overdue = await takeOverdue(ctx.db, ctx.clock.now())
  if (overdue.length === 0) return
  const zone = await readTimeZone(ctx.db)
  for (const { id, name, serviceUntil } of overdue) {
    const until = new Date(serviceUntil)
    ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mower',
      subjectId: id,
      kind: 'serviceOverdue',
      values: { vehicle: name, until: `${dayOf(until, zone)} ${clockOf(until, zone)}` },
    })
  }
}

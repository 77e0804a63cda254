/** Blades, mowers, their bases, carts, and the garage's one table of them. */

import { calls, type LiveVehicle } from '@greensward/contract'
import {
  approachLine,
  type Base,
  backFromServiceMs,
  frameAround,
  type GarageRow,
  MAX_APPROACH_M,
  type ServiceDue,
  type VehicleStatus,
  worksByItself,
} from '@greensward/domain'
import { lengthM } from '@greensward/geometry'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { crudRoutes } from '../../platform/crud/crudRoutes.ts'
import type { CrudItem } from '../../platform/crud/crudStore.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { fleetHealthRoutes } from './fleetHealth.ts'
import {
  advanceOdometers,
  baseOfMower,
  baseStore,
  bladeExists,
  bladeStore,
  cartStore,
  hasActiveMission,
  holderOfSystemId,
  mowerExists,
  mowerStore,
  mowersAtWork,
  mowersWithBlade,
  openMissionsWith,
  plannedMissionsOf,
  readGarage,
} from './garageStore.ts'
import { notifyOfOverdue, notifyOfService, serviceRoutes } from './service.ts'
import { forgetService, readAllDue } from './serviceStore.ts'

const ODOMETER_MS = 30_000

const statusOf = (inService: boolean, isAtWork: boolean, vehicle: LiveVehicle | undefined): VehicleStatus => {
  if (inService) return 'service'
  if (vehicle === undefined || vehicle.telemetry.link === 'never' || vehicle.telemetry.link === 'lost') return 'offline'
  if (isAtWork || vehicle.foreignDrive === true || worksByItself(vehicle.activity)) return 'working'
  return vehicle.telemetry.charging === true ? 'charging' : 'idle'
}

const kilometres = (distanceM: number | null): number | null =>
  distanceM === null ? null : Math.round(distanceM) / 1_000

/** To a few seconds, as the history of the missions tells them. */
const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 3.6) / 1_000)

const NO_SERVICE: ServiceDue = { state: 'none', engineHoursLeft: null, bladeHoursLeft: null, dueAt: null }

const listGarage = async (ctx: Context): Promise<GarageRow[]> => {
  const { mowers, carts } = await readGarage(ctx.db)
  const due = await readAllDue(ctx.db, ctx.clock.now())
  const atWork = await mowersAtWork(ctx.db)
  const live = new Map(ctx.live.vehicles().map(vehicle => [vehicle.id, vehicle]))
  return [
    ...mowers.map(
      (mower): GarageRow => ({
        id: mower.id,
        title: mower.name,
        vehicleType: 'mower',
        status: statusOf(mower.inService, atWork.has(mower.id), live.get(mower.id)),
        bladeName: mower.bladeName,
        // No machine of today reports its fuel, so it is what somebody wrote down; unknown is not zero.
        fuelLitresPer100Km: mower.fuelLitresPer100Km,
        distanceKm: kilometres(mower.distanceM),
        engineHours: hours(mower.drivingS),
        bladeHours: hours(mower.bladeS),
        serviceUntil: mower.serviceUntil,
        service: due.get(mower.id) ?? NO_SERVICE,
      }),
    ),
    ...carts.map(
      (cart): GarageRow => ({
        id: cart.id,
        title: cart.name,
        vehicleType: 'golfCart',
        status: statusOf(cart.inService, false, live.get(cart.id)),
        bladeName: null,
        fuelLitresPer100Km: cart.fuelLitresPer100Km,
        distanceKm: kilometres(cart.distanceM),
        engineHours: hours(cart.drivingS),
        bladeHours: null,
        service: due.get(cart.id) ?? NO_SERVICE,
      }),
    ),
  ]
}

const refuseMissions = (count: number): void => {
  if (count > 0) refuse('missionsNeedIt', { count })
}

const checkMower = async (
  tx: Tx,
  mower: Readonly<Record<string, unknown>>,
  before: CrudItem | undefined,
): Promise<void> => {
  const { bladeId, systemId, inService, serviceUntil } = mower
  if (inService !== true && typeof serviceUntil === 'string')
    refuseFields({ 'body.serviceUntil': said('onlyInService') })
  if (typeof bladeId === 'string' && !(await bladeExists(tx, bladeId))) {
    refuseFields({ 'body.bladeId': said('noSuchBlade') })
  }
  const holder = await holderOfSystemId(tx, Number(systemId), before?.id)
  if (holder !== undefined) {
    refuse(
      'systemIdTaken',
      { id: Number(systemId), who: holder },
      {
        fields: { 'body.systemId': said('belongsTo', { who: holder }) },
      },
    )
  }
  if (before === undefined) return
  const isAnotherMachine = ['systemId', 'bladeId', 'widthM', 'minTurnRadiusM', 'bladeSwitch'].some(
    name => JSON.stringify(mower[name]) !== JSON.stringify(before[name]),
  )
  if (isAnotherMachine && (await hasActiveMission(tx, before.id))) {
    refuse('mowerPlannedAsItIs')
  }
}

/** Locks the mower, so that of two bases that take it at once the second one is refused. */
const checkBase = async (
  tx: Tx,
  body: Readonly<Record<string, unknown>>,
  before: CrudItem | undefined,
): Promise<void> => {
  const { mowerId, approach, position } = body as Pick<Base, 'mowerId' | 'approach' | 'position'>
  const line = approachLine({ approach, position })
  const frame = frameAround(line)
  if (lengthM(line.map(frame.toLocal)) > MAX_APPROACH_M)
    refuseFields({ 'body.approach': said('approachTooLong', { maximum: MAX_APPROACH_M }) })
  if (mowerId === null) return
  if (!(await mowerExists(tx, mowerId))) refuseFields({ 'body.mowerId': said('noSuchMower') })
  const other = await baseOfMower(tx, mowerId, before?.id)
  if (other !== undefined)
    refuse('mowerHasBase', { base: other }, { fields: { 'body.mowerId': said('parksAt', { base: other }) } })
}

/** One word to people whose plans rest on a mower that was taken out of work. */
const warnOfService = async (ctx: Context, mower: CrudItem): Promise<void> => {
  const until = backFromServiceMs(
    { inService: true, serviceUntil: mower.serviceUntil as string | null },
    ctx.clock.now().getTime(),
  )
  const count = await plannedMissionsOf(ctx.db, mower.id, Number.isFinite(until) ? new Date(until) : undefined)
  if (count === 0) return
  ctx.events.emit('notice', {
    level: 'warning',
    subject: 'mower',
    subjectId: mower.id,
    kind: 'missionsHindered',
    values: { mower: String(mower.name), count },
  })
}

const announce =
  (subject: 'mowers' | 'carts' | 'bases') =>
  (ctx: Context): void => {
    ctx.live.publish('garage', 'changed', { subject })
    ctx.events.emit('garageChanged', { subject })
  }

export const garageFeature = (ctx: Context): Feature => {
  let timer: NodeJS.Timeout | undefined
  const { simulator, simSpeed, simMowers, simCarts } = ctx.config
  const simulated = { rate: Math.max(1, simSpeed), mowers: simulator ? simMowers : 0, carts: simCarts > 0 }
  return {
    routes: [
      ...crudRoutes(calls.blades, bladeStore, {
        noun: 'blade',
        checkRemoval: async (tx, id) => {
          const holders = await mowersWithBlade(tx, id)
          if (holders.length > 0) refuse('bladeFitted', { who: holders.join(', ') })
          refuseMissions(await openMissionsWith(tx, { bladeId: id }))
        },
        changed: () => {
          ctx.live.publish('settings', 'changed', { subject: 'blades' })
          ctx.events.emit('garageChanged', { subject: 'blades' })
        },
      }),
      ...crudRoutes(calls.mowers, mowerStore, {
        noun: 'mower',
        check: checkMower,
        checkRemoval: async (tx, id) => {
          refuseMissions(await openMissionsWith(tx, { mowerId: id }))
          await forgetService(tx, id)
        },
        changed: (_, change) => {
          announce('mowers')(ctx)
          if (change === undefined || change.before.inService === true || change.item.inService !== true) return
          warnOfService(ctx, change.item).catch((error: unknown) =>
            ctx.log.warn({ err: error }, 'The missions of a mower in service were not counted'),
          )
        },
      }),
      ...crudRoutes(calls.bases, baseStore, {
        noun: 'base',
        check: checkBase,
        changed: () => announce('bases')(ctx),
      }),
      ...crudRoutes(calls.carts, cartStore, { noun: 'cart', checkRemoval: forgetService, changed: announce('carts') }),
      ...serviceRoutes(ctx),
      ...fleetHealthRoutes(ctx),
      route(calls.garage.list, async () => {
        const items = await listGarage(ctx)
        return { items, total: items.length }
      }),
    ],
    start: async () => {
      timer = setInterval(() => {
        advanceOdometers(ctx.db, simulated)
          .then(() => notifyOfService(ctx))
          .then(() => notifyOfOverdue(ctx))
          .catch((error: unknown) => ctx.log.warn({ err: error }, 'Distances were not counted'))
      }, ODOMETER_MS)
      timer.unref()
    },
    stop: async () => clearInterval(timer),
  }
}

/** Carts: their trackers and tablets, what their positions mean, and the messages sent to them. */

import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Route } from '../../platform/http/route.ts'
import { inTurn } from '../../platform/inTurn.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { recordPositions } from '../../shared/recording/recordPositions.ts'
import { createCartFleet } from './cartFleet.ts'
import type { CartPorts, CartsPort } from './cartPorts.ts'
import { cartRoutes } from './cartRoutes.ts'
import { addMessages, allCartIds, countOpen, forgetMessages, liftAll, noteKeysUsed, readKeys } from './cartsStore.ts'
import { playerRoutes } from './playerRoutes.ts'
import { readyTextRoutes } from './readyTextRoutes.ts'
import { roundRoutes } from './roundRoutes.ts'
import { forgetRounds } from './roundsStore.ts'
import { trackerRoutes } from './trackerRoutes.ts'

/** Use of keys is written down for all of them at once. */
const USED_MS = 60_000
const MESSAGES_KEPT_MS = 90 * 24 * 3_600_000
const ROUNDS_KEPT_MS = 2 * 366 * 24 * 3_600_000

export interface CartsFeature extends Feature {
  readonly port: CartsPort
}

export const createCartsFeature = (ctx: Context, course: CurrentCourse, ports: CartPorts): CartsFeature => {
  const recorder = recordPositions(ctx)
  let keys: ReadonlyMap<string, string> = new Map()
  const readAllKeys = inTurn(async (): Promise<void> => {
    keys = await readKeys(ctx.db)
  })
  const used = new Set<string>()
  const writeUsed = async (): Promise<void> => {
    const ids = [...used]
    used.clear()
    await noteKeysUsed(ctx.db, ids, ctx.clock.now())
  }
  const fleet = createCartFleet(ctx, course, ports, recorder)
  let timer: NodeJS.Timeout | undefined
  let stopListening = (): void => undefined
  const routes: readonly Route[] = [
    ...trackerRoutes({ ctx, fleet, keys: () => keys, onUsed: cartId => used.add(cartId) }),
    ...cartRoutes(ctx, async () => {
      await readAllKeys()
      ctx.events.emit('trackerKeysChanged', {})
    }),
    ...readyTextRoutes(ctx),
    ...roundRoutes(ctx, fleet),
    ...playerRoutes(ctx, fleet, ports),
  ]
  return {
    routes,
    port: {
      cartCount: () => fleet.carts.size,
      cartsOffPaths: () => fleet.countOffPaths(),
      tell: async (tx, kind, text, from) =>
        (await addMessages(tx, await allCartIds(tx), { kind, text, from }, ctx.clock.now())).map(({ id }) => id),
      lift: (tx, ids) => liftAll(tx, ids, ctx.clock.now()),
      countOpen: ids => countOpen(ctx.db, ids),
    },
    start: async () => {
      await readAllKeys()
      await fleet.start()
      const off = [
        ctx.events.onEverywhere('garageChanged', readAllKeys),
        ctx.events.onEverywhere('trackerKeysChanged', readAllKeys),
        ctx.events.onEverywhere('missed', readAllKeys),
      ]
      stopListening = () => {
        for (const end of off) end()
      }
      timer = setInterval(() => {
        writeUsed()
          .then(() => forgetMessages(ctx.db, new Date(ctx.clock.now().getTime() - MESSAGES_KEPT_MS)))
          .then(() => forgetRounds(ctx.db, new Date(ctx.clock.now().getTime() - ROUNDS_KEPT_MS)))
          .catch((error: unknown) => ctx.log.warn({ err: error }, 'Keys of trackers were not noted as used'))
      }, USED_MS)
    },
    stop: async () => {
      stopListening()
      clearInterval(timer)
      await fleet.stop()
      await writeUsed().catch((error: unknown) => ctx.log.warn({ err: error }, 'Keys were not noted as used'))
      await recorder.close()
    },
  }
}

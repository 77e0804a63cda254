/** Displays on a wall: their pairing, and the day that they show. */
import type { WallDay } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type Day, dayOf } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { newPairingCode, newToken, tokenHash } from '../../platform/secrets.ts'
import { readMowers } from '../../shared/missionLife/machinesStore.ts'
import { addDisplay, readDisplays, redeemPairing, removeDisplay, storePairing } from './wallStore.ts'

const PAIRING_MS = 10 * 60_000
/** A code has fifty random bits and lives for minutes. */
const PAIRINGS_A_MINUTE = 20

/** What a display shows of other features. */
export interface WallPort {
  settings(): Promise<{ readonly courseName: string; readonly timeZone: string }>
  shifts(day: Day): Promise<WallDay['shifts']>
  jobs(day: Day): Promise<WallDay['jobs']>
}

export const createWallFeature = (ctx: Context, port: WallPort): Feature => ({
  routes: [
    route(lateCalls.walls.list, async () => {
      const items = (await readDisplays(ctx.db)).map(({ pairedAt, lastSeenAt, ...display }) => ({
        ...display,
        pairedAt: pairedAt.toISOString(),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
      }))
      return { items, total: items.length }
    }),
    route(lateCalls.walls.pair, ({ user, write }) =>
      write(async tx => {
        const code = newPairingCode()
        const expiresAt = new Date(ctx.clock.now().getTime() + PAIRING_MS)
        await storePairing(tx, tokenHash(code), expiresAt)
        await ctx.audit(tx, { user, action: 'wall.pair', subject: 'wall' })
        return { code, expiresAt: expiresAt.toISOString() }
      }),
    ),
    route(lateCalls.walls.remove, ({ params, user, write }) =>
      write(async tx => {
        const name = (await removeDisplay(tx, params.id)) ?? refuse('notFound')
        await ctx.audit(tx, { user, action: 'wall.remove', subject: 'wall', subjectId: params.id, details: { name } })
        return {}
      }),
    ),
    route(
      lateCalls.walls.redeem,
      ({ body, write }) =>
        write(async tx => {
          const now = ctx.clock.now()
          if (!(await redeemPairing(tx, tokenHash(body.code.trim().toLowerCase()), now))) return refuse('wrongCode')
          const token = newToken()
          const id = await addDisplay(tx, { tokenHash: tokenHash(token), name: body.name, pairedAt: now })
          await ctx.audit(tx, {
            action: 'wall.paired',
            subject: 'wall',
            subjectId: id,
            details: { name: body.name },
          })
          return { token, name: body.name }
        }),
      { perMinute: PAIRINGS_A_MINUTE },
    ),
    route(lateCalls.walls.get, async () => {
      const at = ctx.clock.now()
      const { courseName, timeZone } = await port.settings()
      const day = dayOf(at, timeZone)
      const [shifts, jobs, mowers] = await Promise.all([port.shifts(day), port.jobs(day), readMowers(ctx.db)])
      return {
        at: at.toISOString(),
        ...{ courseName, timeZone, day, shifts, jobs },
        mowers: mowers.map(({ id, name }) => ({ id, name })),
      }
    }),
  ],
})

/** The routes of the ready texts of the course: who may write to carts keeps them. */
import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import {
  lockReadyTexts,
  READY_TEXTS,
  readReadyTexts,
  type StoredReadyTexts,
  writeReadyTexts,
} from './readyTextsStore.ts'

const shown = ({ updatedAt, ...texts }: StoredReadyTexts) => ({ ...texts, updatedAt: updatedAt?.toISOString() ?? null })

export const readyTextRoutes = (ctx: Context): readonly Route[] => [
  route(lateCalls.cartMessages.readyTexts, async () => shown(await readReadyTexts(ctx.db))),
  route(lateCalls.cartMessages.changeReadyTexts, async ({ body: { updatedAt, ...texts }, user, write }) => {
    const stored = await write(async tx => {
      await lockReadyTexts(tx)
      const before = await readReadyTexts(tx)
      if (shown(before).updatedAt !== updatedAt) refuse('conflict')
      const after = await writeReadyTexts(tx, before, texts, ctx.clock.now())
      await ctx.audit(tx, {
        user,
        action: 'settings.update',
        subject: 'settings',
        subjectId: READY_TEXTS,
        details: { before: shown(before), after: shown(after) },
      })
      return shown(after)
    })
    ctx.live.publish('settings', 'changed', { subject: READY_TEXTS })
    return stored
  }),
]

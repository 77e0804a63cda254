/** The routes of the address that tee sheets are read from. */
import { calls } from '@greensward/contract'
import { dayOf, type TeeSheetAddressState } from '@greensward/domain'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { lockTeeSheets, removeTeeSheet, sheetsOfAddress } from '../../shared/play/teeSheetStore.ts'
import { type AddressRow, readAddress, removeAddress, writeAddress } from './addressStore.ts'
import type { TeeSheetParts } from './teeSheetParts.ts'

const shown = (row: AddressRow | undefined): TeeSheetAddressState => ({
  host: row?.host ?? null,
  triedAt: row?.triedAt?.toISOString() ?? null,
  readAt: row?.readAt?.toISOString() ?? null,
  nextAt: row?.dueAt.toISOString() ?? null,
  last: row?.last ?? null,
  updatedAt: row?.updatedAt.toISOString() ?? null,
})

export const addressRoutes = ({ ctx, seal, watch, changed }: TeeSheetParts): readonly Route[] => [
  route(calls.teeSheets.address, async () => shown(await readAddress(ctx.db))),
  route(calls.teeSheets.changeAddress, async ({ body: { address, updatedAt }, user, write }) => {
    const today = dayOf(ctx.clock.now(), await readTimeZone(ctx.db))
    const stored = await write(async tx => {
      await lockTeeSheets(tx)
      const before = await readAddress(tx)
      if ((before?.updatedAt.toISOString() ?? null) !== updatedAt) refuse('conflict')
      // The coming days of the old address no longer count; past days stay as they were played.
      for (const { day } of await sheetsOfAddress(tx, today)) await removeTeeSheet(tx, day)
      if (address === null) await removeAddress(tx)
      else {
        const change = { sealedAddress: seal.close(address), host: new URL(address).hostname }
        await writeAddress(tx, before, change, ctx.clock.now())
      }
      const after = await readAddress(tx)
      await ctx.audit(tx, {
        user,
        action: 'settings.update',
        subject: 'settings',
        subjectId: 'teeSheet',
        // The address itself is secret.
        details: { before: { host: before?.host ?? null }, after: { host: after?.host ?? null } },
      })
      return shown(after)
    })
    changed()
    void watch.look().catch((error: unknown) => ctx.log.warn({ err: error }, 'Could not read the tee sheets'))
    return stored
  }),
  route(
    calls.teeSheets.testAddress,
    async ({ body: { address }, user }) => {
      const row = address === null ? ((await readAddress(ctx.db)) ?? refuse('noTeeSheetAddress')) : undefined
      const asked = address ?? seal.open(row?.sealedAddress ?? '')
      if (asked === undefined) return { problem: 'sealBroken' as const, detail: '', days: 0, teeTimes: 0, faults: [] }
      return (await watch.read(asked, String(user.id))).reading
    },
    { perMinute: 60 },
  ),
  route(
    calls.teeSheets.readAddress,
    async () => {
      if ((await readAddress(ctx.db)) === undefined) refuse('noTeeSheetAddress')
      await watch.look(true)
      return shown(await readAddress(ctx.db))
    },
    { perMinute: 60 },
  ),
]

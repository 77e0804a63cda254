/** The hosts of the base map: pages may load its pictures, or parts of its file, from there and from nowhere else. */
import { type BaseMapOrigins, baseMapOrigins } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { inTurn } from '../../platform/inTurn.ts'
import { readSettings } from './settingsStore.ts'

/** @returns a function that gives the current hosts: the same object for as long as the base map is the same */
export const followBaseMap = async (ctx: Context): Promise<() => BaseMapOrigins> => {
  let address = ''
  let origins = baseMapOrigins(address)
  const read = inTurn(async (): Promise<void> => {
    const { baseMapUrl } = await readSettings(ctx.db, 'map')
    if (baseMapUrl === address) return
    address = baseMapUrl
    origins = baseMapOrigins(address)
  })
  await read()
  ctx.events.onEverywhere('settingsChanged', ({ subject }) => (subject === 'map' ? read() : undefined))
  ctx.events.onEverywhere('missed', read)
  return () => origins
}

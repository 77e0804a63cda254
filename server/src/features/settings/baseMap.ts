/** The source of the tiles of the base map: pages may load pictures from there and from nowhere else. */
import type { Context } from '../../platform/context.ts'
import { inTurn } from '../../platform/inTurn.ts'
import { readSettings } from './settingsStore.ts'

const originOf = (address: string): string | undefined => {
  try {
    // Braces are not part of an address, and a placeholder in the host means any of its subdomains.
    const url = new URL(address.replace(/\{[^}]*\}/g, 'x'))
    const inHost = /^https?:\/\/[^/]*\{[^}]*\}/.test(address)
    const origin = inHost ? `${url.protocol}//*.${url.host.split('.').slice(1).join('.')}` : url.origin
    // Those are let into the name of a host, and would end a rule of the policy.
    return /[;,]/.test(origin) ? undefined : origin
  } catch {
    return undefined
  }
}

/** @returns a function that gives the current origin; undefined where none is set */
export const followBaseMap = async (ctx: Context): Promise<() => string | undefined> => {
  let origin: string | undefined
  const read = inTurn(async (): Promise<void> => {
    const { baseMapUrl } = await readSettings(ctx.db, 'map')
    origin = baseMapUrl === '' ? undefined : originOf(baseMapUrl)
  })
  await read()
  ctx.events.onEverywhere('settingsChanged', ({ subject }) => (subject === 'map' ? read() : undefined))
  ctx.events.onEverywhere('missed', read)
  return () => origin
}

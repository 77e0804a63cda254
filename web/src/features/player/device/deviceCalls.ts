/** The tablet's interface to the server. */
import { lateCalls } from '@greensward/contract/late'

export { deviceCall } from '../../../api/deviceCall.ts'

const ENTRY = 'player.device'

export interface Device {
  readonly token: string
  readonly cart: { readonly id: string; readonly name: string }
}

export const readDevice = (): Device | null => {
  try {
    const parsed = lateCalls.player.pair.result.safeParse(JSON.parse(localStorage.getItem(ENTRY) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export const keepDevice = (device: Device | null): void => {
  if (device === null) localStorage.removeItem(ENTRY)
  else localStorage.setItem(ENTRY, JSON.stringify(device))
}

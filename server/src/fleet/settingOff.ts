/**
 * Mowers that are started on one zone together are let go together. The order of their drives keeps them apart as long
 * as they begin within seconds of each other, while one mission may take far longer to send than the next.
 */

/** A start under way. */
export interface Companion {
  /**
   * Everything is sent: waits until all others that are being started on the zone are as far, or have given up.
   * @returns at the latest after the patience; who joins while others are waited for is waited for as well
   */
  ready(signal: AbortSignal): Promise<void>
  /** It has set off, or will not. */
  leave(): void
}

export interface SettingOff {
  join(zoneId: string): Companion
}

/** @param patienceMs how long one that is ready waits for the others */
export const createSettingOff = (patienceMs: number): SettingOff => {
  const zones = new Map<string, { sending: number; readonly waiting: Set<() => void> }>()
  return {
    join: zoneId => {
      const zone = zones.get(zoneId) ?? { sending: 0, waiting: new Set() }
      zones.set(zoneId, zone)
      zone.sending += 1
      let isSending = true
      const sent = (): void => {
        if (!isSending) return
        isSending = false
        zone.sending -= 1
        if (zone.sending > 0) return
        zones.delete(zoneId)
        for (const go of zone.waiting) go()
      }
      return {
        ready: signal =>
          new Promise(resolve => {
            const go = (): void => {
              clearTimeout(timer)
              signal.removeEventListener('abort', go)
              zone.waiting.delete(go)
              resolve()
            }
            const timer = setTimeout(go, patienceMs)
            signal.addEventListener('abort', go)
            zone.waiting.add(go)
            if (signal.aborted) go()
            sent()
          }),
        leave: sent,
      }
    },
  }
}

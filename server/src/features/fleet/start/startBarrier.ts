/**
 * Mowers that are started on one zone together begin to drive together. The order of their drives keeps them apart as
 * long as they begin within seconds of each other, while one mission may take far longer to send than the next.
 */

/** One start's entry at the barrier. */
export interface BarrierTurn {
  /**
   * Everything is sent: waits until all other starts on the zone are as far, or have ended.
   * @returns at the latest after the patience; a start that joins meanwhile is waited for as well
   */
  ready(signal: AbortSignal): Promise<void>
  /** The mower drives, or will not. */
  leave(): void
}

export interface StartBarrier {
  join(zoneId: string): BarrierTurn
}

/** @param patienceMs how long a start that is ready waits for the others */
export const createStartBarrier = (patienceMs: number): StartBarrier => {
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

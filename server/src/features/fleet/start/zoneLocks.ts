/** One start after the other for each zone: the second sees the first in its gate. */
import type { Context } from '../../../platform/context.ts'
import type { MissionRow } from '../../../shared/missionLife/missionsStore.ts'
import type { RemoteMowers } from '../ownership/remoteMowers.ts'
import { withDatabaseLock } from './zoneLockStore.ts'

export interface ZoneLocks {
  withLock<T>(zoneId: string, work: () => Promise<T>): Promise<T>
  /**
   * The starts of this server one after the other, on all zones: the second one is compared with the first as it is
   * recorded. Within `withLock`, never the other way round.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

/** Drives lead anywhere, so each waits for the others. */
export const lockOf = ({ targetKind, targetId }: Pick<MissionRow, 'targetKind' | 'targetId'>): string =>
  targetKind === 'drive' ? 'drives' : targetId

/** Of this server's own; one at a time, as each holds a connection to the database while it has others work. */
const SHARED = 'shared'
const TURN = 'turn'

/** Among several gateways the database gives the lock, and its holder reads the missions of the others first. */
export const createZoneLocks = ({ db, bus }: Pick<Context, 'db' | 'bus'>, remoteMowers: RemoteMowers): ZoneLocks => {
  const waiting = new Map<string, Promise<unknown>>()
  const inOrder = async <T>(zoneId: string, work: () => Promise<T>): Promise<T> => {
    const before = waiting.get(zoneId) ?? Promise.resolve()
    const mine = before.then(work, work)
    waiting.set(zoneId, mine)
    try {
      return await mine
    } finally {
      if (waiting.get(zoneId) === mine) waiting.delete(zoneId)
    }
  }
  return {
    withLock: (zoneId, work) =>
      bus.isShared
        ? inOrder(SHARED, () =>
            withDatabaseLock(db, zoneId, async () => {
              await remoteMowers.read()
              return work()
            }),
          )
        : inOrder(zoneId, work),
    inTurn: work => inOrder(TURN, work),
  }
}

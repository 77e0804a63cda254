/** Finds the tablet of a token. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { cartDevices } from '../../platform/db/schema/index.ts'
import type { Device } from '../../platform/http/route.ts'
import { secretHash } from './cartSecrets.ts'

/** A tablet that asks all day is written down once in this time. */
const SEEN_STEP_MS = 60_000

/** Undefined for a token that never was or was taken back. */
export const findDeviceByToken = async (db: Database, token: string, now: Date): Promise<Device | undefined> => {
  const [row] = await db
    .select({ id: cartDevices.id, cartId: cartDevices.cartId, lastSeenAt: cartDevices.lastSeenAt })
    .from(cartDevices)
    .where(eq(cartDevices.tokenHash, secretHash(token)))
  if (row === undefined) return undefined
  const { lastSeenAt, ...device } = row
  if (lastSeenAt === null || now.getTime() - lastSeenAt.getTime() > SEEN_STEP_MS)
    await db.update(cartDevices).set({ lastSeenAt: now }).where(eq(cartDevices.id, device.id))
  return device
}

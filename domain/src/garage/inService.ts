/** When a mower that is in service is expected to be away. */
import type { Mower } from './garage.ts'

export type InService = Pick<Mower, 'inService' | 'serviceUntil'>

/**
 * The moment from which work may be planned for it, in milliseconds since 1970: 0 where it is not in service, infinity where its
 * return is unknown, also where it should be back by now and is not.
 */
export const backFromServiceMs = ({ inService, serviceUntil }: InService, nowMs: number): number => {
  if (!inService) return 0
  const untilMs = Date.parse(serviceUntil ?? '')
  return untilMs > nowMs ? untilMs : Number.POSITIVE_INFINITY
}

/** Whether it is expected to be in service at a moment that is to come. */
export const isInServiceAt = (mower: InService, atMs: number, nowMs: number): boolean =>
  atMs < backFromServiceMs(mower, nowMs)

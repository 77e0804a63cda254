/** Whether somebody drives a mower past this server, by remote control or from another ground station. */
import type { Telemetry } from '@greensward/domain'

/** Slower than this it is still, as far as its own speed shows. */
export const STILL_MPS = 0.2

/**
 * In a mode that is neither HOLD nor AUTO and moving; an unknown speed counts as moving. One at a standstill in such a mode, as
 * after it was switched on, is in nobody's hand. AUTO without a start from here is a foreign drive.
 */
export const isInOtherHand = ({ mode, speedMps }: Pick<Telemetry, 'mode' | 'speedMps'>): boolean =>
  mode !== null && mode !== 'hold' && mode !== 'auto' && !(speedMps !== null && speedMps < STILL_MPS)

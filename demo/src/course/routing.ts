/**
 * The routing: where each hole runs. Two loops of nine that both leave and reach the clubhouse; the first goes round
 * the west, the second round the mere in the east. Metres east and north of the centre.
 */
import { BACK_NINE } from './backNine.ts'
import { FRONT_NINE } from './frontNine.ts'
import type { HoleRoute } from './holeRoute.ts'

export const ROUTING: readonly HoleRoute[] = [...FRONT_NINE, ...BACK_NINE]

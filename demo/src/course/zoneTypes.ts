/** The kinds of ground the demo course knows, and the directions each is mown in. */
import { type Direction, mowingPattern, type ZoneType } from '@greensward/domain'
import { fixedId } from './chance.ts'

export type GroundKind = 'fairway' | 'green' | 'tee' | 'bunker' | 'rough' | 'practice'

const directions = {
  fairway: ['12-6', '2-8', '3-9', '10-4'],
  green: ['12-6', '2-8', '3-9', '10-4', 'diagonal-left', 'diagonal-right'],
  tee: ['12-6', '3-9'],
  bunker: ['12-6'],
  rough: ['12-6', 'diagonal-left', 'diagonal-right'],
  practice: ['12-6', '3-9', 'diagonal-left', 'diagonal-right'],
} as const satisfies Readonly<Record<GroundKind, readonly Direction[]>>

/** Days after which the grass wants to be cut again. */
const intervalDays = { fairway: 3, green: 1, tee: 3, bunker: null, rough: 7, practice: 5 } as const satisfies Readonly<
  Record<GroundKind, number | null>
>

const typeOf = (kind: GroundKind, name: string, color: string): DemoZoneType => ({
  id: fixedId(`zone type ${kind}`),
  name,
  color,
  directions: [...directions[kind]],
  patterns: kind === 'rough' ? [...mowingPattern.options] : ['straight'],
  allowsIntersection: kind === 'rough',
  mowable: kind !== 'bunker',
  turnsOutside: kind === 'green',
  intervalDays: intervalDays[kind],
})

/** A zone type before it is stored: the store adds when it was last changed. */
export type DemoZoneType = Omit<ZoneType, 'updatedAt'>

export const ZONE_TYPES: Readonly<Record<GroundKind, DemoZoneType>> = {
  fairway: typeOf('fairway', 'Fairway', '#D6F08C'),
  green: typeOf('green', 'Green', '#6FE7E1'),
  tee: typeOf('tee', 'Tee', '#D3BDFF'),
  bunker: typeOf('bunker', 'Bunker', '#FFD08A'),
  rough: typeOf('rough', 'Rough', '#9CC98A'),
  practice: typeOf('practice', 'Practice ground', '#B9DDF2'),
}

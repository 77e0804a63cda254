/** Single things a mower must go round: trees that are in the mown grass, sprinkler heads, distance posts. */
import type { XY } from '@greensward/geometry'
import { chance } from './chance.ts'
import { holes } from './holes.ts'
import { apartM, blob } from './shape.ts'

export interface Specimen {
  readonly title: string
  readonly at: XY
  readonly kind: 'tree' | 'sprinkler' | 'post'
  /** The round no-go about it. */
  readonly radiusM: number
}

/** Hole, metres from the tee, metres to the left of the line of play. */
const TREES: readonly (readonly [number, number, number, string])[] = [
  [2, 196, 10.5, 'Oak on fairway 2'],
  [4, 300, -9.5, 'Lime on fairway 4'],
  [9, 196, 11, 'Beech on fairway 9'],
  [13, 150, -10, 'Oak on fairway 13'],
  [15, 318, 8.5, 'Maple on fairway 15'],
  [1, 96, 12, 'Birch by the first carry'],
  [7, 84, -12, 'Birch by the seventh carry'],
  [11, 86, 11, 'Rowan by the eleventh carry'],
  [18, 92, -12, 'Willow by the last carry'],
  [10, 92, 12, 'Hawthorn by the tenth carry'],
]
const SPRINKLERS: readonly (readonly [number, number, number])[] = [
  [1, 180, 0],
  [6, 190, 2],
  [8, 180, -1],
  [14, 190, 1],
  [17, 250, 0],
  [18, 360, 2],
]
const POSTS: readonly (readonly [number, number, number])[] = [
  [4, 345, 0],
  [13, 238, 0],
  [15, 345, 0],
]

const place = (hole: number, alongM: number, leftM: number): XY =>
  holes()
    .find(shapes => shapes.route.number === hole)
    ?.line.place(alongM, leftM) ?? [0, 0]

/** A no-go disc keeps clear of sand: a disc that half covers a bunker would say nothing new and confuse a plan. */
const clearOfBunkers = (specimen: Specimen): boolean => {
  const [x, y] = specimen.at
  const disc = blob(
    { centre: [x, y], halfLengthM: specimen.radiusM, halfWidthM: specimen.radiusM, angleRad: 0, unrest: 0 },
    chance(''),
  )
  return holes().every(shapes => shapes.bunkers.every(bunker => apartM(disc, bunker, true, 1) >= 1))
}

export const specimens = (): readonly Specimen[] =>
  [
    ...TREES.map(
      ([hole, alongM, leftM, title]): Specimen => ({ title, at: place(hole, alongM, leftM), kind: 'tree', radiusM: 4 }),
    ),
    ...SPRINKLERS.map(
      ([hole, alongM, leftM]): Specimen => ({
        title: `Sprinkler on hole ${hole}`,
        at: place(hole, alongM, leftM),
        kind: 'sprinkler',
        radiusM: 0.5,
      }),
    ),
    ...POSTS.map(
      ([hole, alongM, leftM]): Specimen => ({
        title: `Distance post on hole ${hole}`,
        at: place(hole, alongM, leftM),
        kind: 'post',
        radiusM: 0.6,
      }),
    ),
  ].filter(clearOfBunkers)

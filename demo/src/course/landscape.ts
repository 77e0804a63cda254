/** Everything on the ground that is not a hole: water, woods, meadows, buildings, the practice ground. Metres. */
import type { Ring, XY } from '@greensward/geometry'
import { chance } from './chance.ts'
import { type Centreline, centreline, smoothRing } from './curve.ts'
import { blob, corridor, roundedBox } from './shape.ts'

export interface NamedRing {
  readonly title: string
  readonly ring: Ring
}

/** One block of a building, its ridge along `angleRad` from east. */
export interface Roof {
  readonly centre: XY
  readonly lengthM: number
  readonly widthM: number
  readonly angleRad: number
  readonly look: 'slate' | 'tile' | 'metal'
}

export interface Building {
  readonly title: string
  readonly ring: Ring
  readonly roofs: readonly Roof[]
}

const MERE: readonly XY[] = [
  [214, 172],
  [246, 176],
  [262, 146],
  [256, 104],
  [262, 60],
  [278, 14],
  [284, -40],
  [272, -92],
  [266, -140],
  [236, -158],
  [206, -146],
  [200, -108],
  [212, -74],
  [196, -40],
  [184, -12],
  [190, 30],
  [206, 64],
  [196, 104],
  [194, 142],
]
const WEST_POND: readonly XY[] = [
  [-246, 92],
  [-228, 72],
  [-230, 44],
  [-214, 18],
  [-212, -14],
  [-226, -44],
  [-246, -66],
  [-268, -58],
  [-276, -24],
  [-268, 14],
  [-276, 48],
  [-268, 82],
]
const KINGFISHER_POND: readonly XY[] = [
  [-312, -318],
  [-286, -310],
  [-262, -316],
  [-246, -328],
  [-262, -340],
  [-288, -336],
  [-308, -334],
]
const BROOK: readonly XY[] = [
  [196, -20],
  [166, -30],
  [128, -26],
  [92, -8],
  [56, -14],
  [20, -30],
  [-20, -26],
  [-62, -14],
  [-98, 4],
  [-130, 10],
  [-170, 16],
  [-200, 8],
  [-222, 12],
]

export const mere: Ring = smoothRing(MERE, 2)
export const westPond: Ring = smoothRing(WEST_POND, 2)
export const kingfisherPond: Ring = smoothRing(KINGFISHER_POND, 1.5)
export const island: Ring = blob(
  { centre: [236, 34], halfLengthM: 15, halfWidthM: 9, angleRad: 1.3, unrest: 0.14 },
  chance('island'),
)

export const brook: Centreline = centreline(BROOK)

/** Half the brook's width at a place along it. */
export const brookHalfWidthM = (alongM: number): number =>
  2.1 + 0.5 * Math.sin(alongM / 17) + 0.3 * Math.sin(alongM / 7.3)

export const brookRing: Ring = corridor(brook, 0, brook.lengthM, 2, brookHalfWidthM, 2)

export const lakes: readonly NamedRing[] = [
  { title: 'Lark Mere', ring: mere },
  { title: 'West Pond', ring: westPond },
  { title: 'Kingfisher Pond', ring: kingfisherPond },
]

const wood = (
  title: string,
  x: number,
  y: number,
  a: number,
  b: number,
  angleDeg: number,
  unrest = 0.16,
): NamedRing => ({
  title,
  ring: blob(
    { centre: [x, y], halfLengthM: a, halfWidthM: b, angleRad: (angleDeg * Math.PI) / 180, unrest },
    chance(title),
    3,
  ),
})

export const woods: readonly NamedRing[] = [
  wood('Owl Wood', -220, 186, 52, 46, 20),
  wood('Rook Copse', -254, -160, 54, 32, 95),
  wood('Larch Clump', 2, 290, 40, 26, 80),
  wood('Heron Spinney', 228, 226, 58, 22, 4),
  wood('Alder Carr', 220, -186, 40, 15, -8),
  wood('Fox Covert', 404, -408, 66, 36, 4),
  wood('Mill Wood', -330, -446, 96, 24, 0),
  wood('North Belt', -222, 466, 220, 20, 2, 0.1),
  wood('Top Covert', 236, 470, 205, 19, -2, 0.1),
  wood('West Belt', -479, 40, 330, 13, 90, 0.08),
  wood('East Belt', 481, -40, 350, 13, 90, 0.08),
]

export const meadows: readonly NamedRing[] = [
  {
    title: 'Orchid Bank (ecological area)',
    ring: blob(
      { centre: [212, 354], halfLengthM: 86, halfWidthM: 8.5, angleRad: 0.02, unrest: 0.1 },
      chance('orchid'),
      3,
    ),
  },
  {
    title: 'Lapwing Meadow (ecological area)',
    ring: blob(
      { centre: [75, -128], halfLengthM: 46, halfWidthM: 10, angleRad: 1.55, unrest: 0.12 },
      chance('lapwing'),
      3,
    ),
  },
]

const box = (title: string, centre: XY, lengthM: number, widthM: number, angleRad = 0, cornerM = 0): NamedRing => ({
  title,
  ring: roundedBox(centre, lengthM, widthM, angleRad, cornerM),
})

const shed = (
  title: string,
  centre: XY,
  lengthM: number,
  widthM: number,
  angleRad: number,
  look: Roof['look'],
): Building => ({
  title,
  ring: roundedBox(centre, lengthM, widthM, angleRad, 0),
  roofs: [{ centre, lengthM, widthM, angleRad, look }],
})

export const clubhouse: Building = {
  title: 'Clubhouse',
  // An L: the dining wing looks over the last green, the locker wing runs down to the car park.
  ring: [
    [-8, -352],
    [-8, -338],
    [34, -338],
    [34, -352],
    [10, -352],
    [10, -366],
    [-4, -366],
    [-4, -352],
  ],
  roofs: [
    { centre: [13, -345], lengthM: 42, widthM: 14, angleRad: 0, look: 'slate' },
    { centre: [3, -357], lengthM: 22, widthM: 14, angleRad: Math.PI / 2, look: 'slate' },
  ],
}

export const cartBarn: Building = shed('Cart barn', [62, -352], 26, 11, 0, 'tile')
export const mowerShed: Building = shed('Mower shed', [-150, -467], 34, 13, 0, 'metal')
export const seedStore: Building = shed('Seed and sand store', [-118, -464], 12, 16, 0, 'metal')
export const shelters: readonly Building[] = [
  shed('Halfway hut', [-20, 336], 8, 6, 0.4, 'tile'),
  shed('Mere hut', [384, 148], 7, 5.5, 1.5, 'tile'),
  shed('Pond hut', [-374, -230], 6, 5, 0.2, 'tile'),
  shed('Range hut', [82, -414], 30, 6, Math.PI / 2, 'metal'),
]
export const buildings: readonly Building[] = [clubhouse, cartBarn, mowerShed, seedStore, ...shelters]

export const terrace: Ring = roundedBox([13, -333.5], 40, 7, 0, 1.5)
export const carPark: NamedRing = box('Car park', [8, -420], 74, 40, 0, 3)
export const yard: NamedRing = box('Mower yard', [-138, -452], 62, 46, 0, 2)
export const cartYard: Ring = roundedBox([62, -364], 32, 11, 0, 1.5)
export const lawn: NamedRing = box('Clubhouse lawn', [-22, -330], 20, 15, 0.15, 4)

/** The practice ground: a long mown strip shot along eastward from the hut, with five targets on it. */
export const range: NamedRing = {
  title: 'Driving range',
  ring: corridor(
    centreline([
      [98, -414],
      [210, -416],
      [322, -412],
    ]),
    0,
    222,
    8,
    alongM => 25 - alongM * 0.012,
  ),
}
export const rangeTee: Ring = roundedBox([90.5, -414], 7, 34, 0, 1)
export const rangeTargets: readonly XY[] = [
  [150, -420],
  [186, -406],
  [222, -424],
  [258, -410],
  [296, -417],
]

export const practiceGreen: Ring = blob(
  { centre: [-18, -302], halfLengthM: 13, halfWidthM: 9.5, angleRad: 0.5, unrest: 0.12 },
  chance('practice green'),
)

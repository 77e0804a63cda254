/**
 * The routing: where each hole runs. Two loops of nine that both leave and reach the clubhouse; the first goes round
 * the west, the second round the mere in the east. Metres east and north of the centre.
 */
import type { XY } from '@greensward/geometry'

export type Side = 'left' | 'right'

/** A bunker beside the fairway: metres from the tee, and on which side of play. */
export interface FairwayBunker {
  readonly alongM: number
  readonly side: Side
  readonly sizeM: number
}

/** A bunker at the green: degrees from the line of play, clockwise seen from the green's middle; 180 lies in front. */
export interface GreenBunker {
  readonly turnDeg: number
  readonly sizeM: number
}

export interface HoleRoute {
  readonly number: number
  readonly par: 3 | 4 | 5
  /** Stroke index, 1 the hardest. */
  readonly strokeIndex: number
  /** From the middle of the back tee to the middle of the green. */
  readonly line: readonly XY[]
  readonly fairwayHalfWidthM: number
  readonly fairwayBunkers: readonly FairwayBunker[]
  readonly greenBunkers: readonly GreenBunker[]
  /** The side the cart path keeps to, and how it goes on from the green to the next tee. */
  readonly pathSide: Side
  readonly pathVia: readonly XY[]
  /** How the fairway is striped: along play or across it. */
  readonly stripes: 'along' | 'diagonal'
}

const hole = (route: HoleRoute): HoleRoute => route

export const ROUTING: readonly HoleRoute[] = [
  hole({
    number: 1,
    par: 5,
    strokeIndex: 9,
    line: [
      [-62, -292],
      [-84, -160],
      [-60, -20],
      [-54, 80],
      [-92, 178],
    ],
    fairwayHalfWidthM: 17.5,
    fairwayBunkers: [
      { alongM: 222, side: 'left', sizeM: 8.5 },
      { alongM: 242, side: 'left', sizeM: 6.5 },
      { alongM: 385, side: 'right', sizeM: 7.5 },
    ],
    greenBunkers: [
      { turnDeg: 235, sizeM: 7.5 },
      { turnDeg: 100, sizeM: 7 },
      { turnDeg: 130, sizeM: 6 },
    ],
    pathSide: 'right',
    pathVia: [
      [-70, 214],
      [-112, 210],
      [-134, 176],
    ],
    stripes: 'along',
  }),
  hole({
    number: 2,
    par: 4,
    strokeIndex: 3,
    line: [
      [-152, 142],
      [-172, 20],
      [-156, -110],
      [-174, -228],
    ],
    fairwayHalfWidthM: 16.5,
    fairwayBunkers: [
      { alongM: 228, side: 'right', sizeM: 8.5 },
      { alongM: 262, side: 'right', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 270, sizeM: 7.5 },
      { turnDeg: 75, sizeM: 7.5 },
    ],
    pathSide: 'left',
    pathVia: [
      [-148, -258],
      [-172, -270],
    ],
    stripes: 'diagonal',
  }),
  hole({
    number: 3,
    par: 3,
    strokeIndex: 15,
    line: [
      [-206, -288],
      [-280, -276],
      [-354, -268],
    ],
    fairwayHalfWidthM: 14.5,
    fairwayBunkers: [],
    greenBunkers: [
      { turnDeg: 215, sizeM: 9 },
      { turnDeg: 120, sizeM: 7.5 },
      { turnDeg: 290, sizeM: 6.5 },
    ],
    pathSide: 'right',
    pathVia: [],
    stripes: 'along',
  }),
  hole({
    number: 4,
    par: 5,
    strokeIndex: 1,
    line: [
      [-330, -208],
      [-338, -60],
      [-318, 80],
      [-340, 190],
      [-332, 276],
    ],
    fairwayHalfWidthM: 17,
    fairwayBunkers: [
      { alongM: 215, side: 'left', sizeM: 8.5 },
      { alongM: 360, side: 'right', sizeM: 7.5 },
      { alongM: 378, side: 'right', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 140, sizeM: 7.5 },
      { turnDeg: 250, sizeM: 7 },
    ],
    pathSide: 'left',
    pathVia: [
      [-336, 313],
      [-300, 338],
    ],
    stripes: 'along',
  }),
  hole({
    number: 5,
    par: 3,
    strokeIndex: 17,
    line: [
      [-262, 316],
      [-190, 298],
      [-110, 270],
    ],
    fairwayHalfWidthM: 13.5,
    fairwayBunkers: [],
    greenBunkers: [
      { turnDeg: 160, sizeM: 8.5 },
      { turnDeg: 60, sizeM: 7 },
      { turnDeg: 245, sizeM: 6.5 },
    ],
    pathSide: 'left',
    pathVia: [
      [-74, 292],
      [-42, 308],
    ],
    stripes: 'along',
  }),
  hole({
    number: 6,
    par: 4,
    strokeIndex: 13,
    line: [
      [-62, 334],
      [-168, 390],
      [-354, 398],
    ],
    fairwayHalfWidthM: 16.5,
    fairwayBunkers: [
      { alongM: 205, side: 'left', sizeM: 7.5 },
      { alongM: 226, side: 'left', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 150, sizeM: 7.5 },
      { turnDeg: 205, sizeM: 7.5 },
      { turnDeg: 300, sizeM: 6 },
    ],
    pathSide: 'right',
    pathVia: [
      [-384, 428],
      [-416, 430],
      [-434, 412],
    ],
    stripes: 'diagonal',
  }),
  hole({
    number: 7,
    par: 4,
    strokeIndex: 7,
    line: [
      [-406, 394],
      [-426, 220],
      [-410, 40],
    ],
    fairwayHalfWidthM: 17,
    fairwayBunkers: [{ alongM: 232, side: 'left', sizeM: 8.5 }],
    greenBunkers: [
      { turnDeg: 90, sizeM: 7.5 },
      { turnDeg: 230, sizeM: 7.5 },
    ],
    pathSide: 'right',
    pathVia: [],
    stripes: 'along',
  }),
  hole({
    number: 8,
    par: 4,
    strokeIndex: 11,
    line: [
      [-422, -10],
      [-406, -150],
      [-420, -304],
    ],
    fairwayHalfWidthM: 15.5,
    fairwayBunkers: [
      { alongM: 196, side: 'left', sizeM: 7 },
      { alongM: 212, side: 'left', sizeM: 6.5 },
      { alongM: 240, side: 'right', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 180, sizeM: 6.5 },
      { turnDeg: 100, sizeM: 7 },
      { turnDeg: 265, sizeM: 6.5 },
    ],
    pathSide: 'right',
    pathVia: [
      [-448, -340],
      [-440, -366],
    ],
    stripes: 'along',
  }),
  hole({
    number: 9,
    par: 4,
    strokeIndex: 5,
    line: [
      [-412, -366],
      [-230, -390],
      [-66, -362],
    ],
    fairwayHalfWidthM: 17.5,
    fairwayBunkers: [
      { alongM: 222, side: 'left', sizeM: 8.5 },
      { alongM: 246, side: 'left', sizeM: 7 },
    ],
    greenBunkers: [
      { turnDeg: 235, sizeM: 8.5 },
      { turnDeg: 130, sizeM: 7 },
    ],
    pathSide: 'right',
    pathVia: [
      [-40, -388],
      [-18, -372],
      [4, -374],
      [38, -368],
    ],
    stripes: 'diagonal',
  }),
  hole({
    number: 10,
    par: 4,
    strokeIndex: 10,
    line: [
      [76, -318],
      [240, -336],
      [412, -306],
    ],
    fairwayHalfWidthM: 17,
    fairwayBunkers: [
      { alongM: 215, side: 'right', sizeM: 8.5 },
      { alongM: 240, side: 'right', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 125, sizeM: 7.5 },
      { turnDeg: 215, sizeM: 6.5 },
    ],
    pathSide: 'left',
    pathVia: [],
    stripes: 'along',
  }),
  hole({
    number: 11,
    par: 4,
    strokeIndex: 4,
    line: [
      [420, -258],
      [434, -80],
      [416, 108],
    ],
    fairwayHalfWidthM: 16.5,
    fairwayBunkers: [{ alongM: 230, side: 'right', sizeM: 7 }],
    greenBunkers: [
      { turnDeg: 105, sizeM: 7.5 },
      { turnDeg: 145, sizeM: 6.5 },
      { turnDeg: 250, sizeM: 7 },
    ],
    pathSide: 'left',
    pathVia: [],
    stripes: 'diagonal',
  }),
  hole({
    number: 12,
    par: 3,
    strokeIndex: 16,
    line: [
      [416, 164],
      [420, 240],
      [428, 322],
    ],
    fairwayHalfWidthM: 13.5,
    fairwayBunkers: [],
    greenBunkers: [
      { turnDeg: 195, sizeM: 7.5 },
      { turnDeg: 80, sizeM: 7 },
      { turnDeg: 285, sizeM: 6.5 },
    ],
    pathSide: 'left',
    pathVia: [[396, 352]],
    stripes: 'along',
  }),
  hole({
    number: 13,
    par: 4,
    strokeIndex: 6,
    line: [
      [412, 382],
      [230, 410],
      [34, 390],
    ],
    fairwayHalfWidthM: 17.5,
    fairwayBunkers: [
      { alongM: 220, side: 'right', sizeM: 7.5 },
      { alongM: 275, side: 'left', sizeM: 7 },
    ],
    greenBunkers: [
      { turnDeg: 130, sizeM: 7.5 },
      { turnDeg: 225, sizeM: 7.5 },
    ],
    pathSide: 'left',
    pathVia: [[32, 350]],
    stripes: 'along',
  }),
  hole({
    number: 14,
    par: 4,
    strokeIndex: 14,
    line: [
      [62, 322],
      [205, 302],
      [354, 316],
    ],
    fairwayHalfWidthM: 16.5,
    fairwayBunkers: [
      { alongM: 205, side: 'left', sizeM: 7 },
      { alongM: 222, side: 'left', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 210, sizeM: 7.5 },
      { turnDeg: 110, sizeM: 6.5 },
      { turnDeg: 310, sizeM: 6.5 },
    ],
    pathSide: 'right',
    pathVia: [],
    stripes: 'diagonal',
  }),
  hole({
    number: 15,
    par: 5,
    strokeIndex: 2,
    line: [
      [350, 242],
      [322, 110],
      [340, -60],
      [322, -232],
    ],
    fairwayHalfWidthM: 17,
    fairwayBunkers: [
      { alongM: 225, side: 'left', sizeM: 8.5 },
      { alongM: 248, side: 'left', sizeM: 7 },
      { alongM: 385, side: 'left', sizeM: 7.5 },
    ],
    greenBunkers: [
      { turnDeg: 120, sizeM: 7.5 },
      { turnDeg: 240, sizeM: 7.5 },
    ],
    pathSide: 'right',
    pathVia: [],
    stripes: 'along',
  }),
  hole({
    number: 16,
    par: 3,
    strokeIndex: 18,
    line: [
      [280, -252],
      [210, -240],
      [134, -234],
    ],
    fairwayHalfWidthM: 13.5,
    fairwayBunkers: [],
    greenBunkers: [
      { turnDeg: 150, sizeM: 8.5 },
      { turnDeg: 215, sizeM: 7.5 },
      { turnDeg: 20, sizeM: 6.5 },
    ],
    pathSide: 'right',
    pathVia: [],
    stripes: 'along',
  }),
  hole({
    number: 17,
    par: 4,
    strokeIndex: 8,
    line: [
      [112, -180],
      [128, 0],
      [110, 188],
    ],
    fairwayHalfWidthM: 16,
    fairwayBunkers: [
      { alongM: 228, side: 'left', sizeM: 7.5 },
      { alongM: 250, side: 'left', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 255, sizeM: 7.5 },
      { turnDeg: 160, sizeM: 7 },
    ],
    pathSide: 'right',
    pathVia: [
      [126, 224],
      [100, 234],
    ],
    stripes: 'diagonal',
  }),
  hole({
    number: 18,
    par: 5,
    strokeIndex: 12,
    line: [
      [60, 236],
      [34, 80],
      [10, -90],
      [16, -256],
    ],
    fairwayHalfWidthM: 18,
    fairwayBunkers: [
      { alongM: 218, side: 'right', sizeM: 8.5 },
      { alongM: 395, side: 'right', sizeM: 7 },
      { alongM: 412, side: 'right', sizeM: 6.5 },
    ],
    greenBunkers: [
      { turnDeg: 135, sizeM: 8.5 },
      { turnDeg: 230, sizeM: 7.5 },
      { turnDeg: 275, sizeM: 6 },
    ],
    pathSide: 'left',
    pathVia: [
      [50, -292],
      [40, -326],
      [38, -368],
    ],
    stripes: 'along',
  }),
]

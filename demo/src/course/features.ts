/** The shapes as features of the map: named, typed, in degrees. */
import type { CourseFeature, Hole, Position } from '@greensward/domain'
import { difference, headingOfDeg, offset, type PolygonXY, type Ring, type XY } from '@greensward/geometry'
import { fixedId } from './chance.ts'
import { centreline } from './curve.ts'
import { type HoleShapes, holes } from './holes.ts'
import {
  brook,
  brookHalfWidthM,
  brookRing,
  buildings,
  carPark,
  lakes,
  lawn,
  meadows,
  practiceGreen,
  range,
  rangeTee,
  woods,
  yard,
} from './landscape.ts'
import { bridgePlacesM, ways } from './paths.ts'
import { corridor, signedAreaM2 } from './shape.ts'
import { toPosition } from './site.ts'
import { specimens } from './specimen.ts'
import { type GroundKind, ZONE_TYPES } from './zoneTypes.ts'

const closed = (ring: Ring, counterClockwise: boolean): Position[] => {
  const turned = signedAreaM2(ring) > 0 === counterClockwise ? ring : ring.toReversed()
  const positions = turned.map(toPosition)
  const first = positions[0]
  return first === undefined ? positions : [...positions, first]
}

/** GeoJSON's winding (RFC 7946): outer rings counter-clockwise, holes clockwise. */
const polygon = ({ outer, holes: inner }: PolygonXY): { type: 'Polygon'; coordinates: Position[][] } => ({
  type: 'Polygon',
  coordinates: [closed(outer, true), ...inner.map(ring => closed(ring, false))],
})

const plain = (outer: Ring): PolygonXY => ({ outer, holes: [] })
const point = (at: XY): { type: 'Point'; coordinates: Position } => ({ type: 'Point', coordinates: toPosition(at) })
const feature = { type: 'Feature' } as const

export const holeId = (number: number): string => fixedId(`hole ${number}`)

interface ZoneChoices {
  readonly rainModeRestricted?: boolean
  readonly hiddenForBuggy?: boolean
}

const zone = (
  title: string,
  kind: GroundKind,
  shape: PolygonXY,
  hole: number | null,
  choices: ZoneChoices = {},
): CourseFeature => ({
  ...feature,
  id: fixedId(`zone ${title}`),
  kind: 'zone',
  geometry: polygon(shape),
  properties: {
    title,
    zoneTypeId: ZONE_TYPES[kind].id,
    holeId: hole === null ? null : holeId(hole),
    hiddenForMower: false,
    hiddenForBuggy: choices.hiddenForBuggy ?? false,
    rainModeRestricted: choices.rainModeRestricted ?? false,
  },
})

/** Low ground beside brook and mere, where wheels would cut in when it rains. */
const WET_HOLES: readonly number[] = [2, 15, 17]

const TEE_NAMES = ['white', 'yellow', 'blue', 'red'] as const

/** Minutes a group of four may take, by par. */
const PASS_MIN = { 3: 10, 4: 14, 5: 17 } as const

/** Height in CSS pixels that a hole's view has between the player's bars; sets the zoom. */
const VIEW_HEIGHT_PX = 640
/** Web Mercator's metres a pixel at zoom 0 on the equator. */
const ZOOM_0_MPP = 156_543.03392804097

const holeFeature = ({ route, line }: HoleShapes): Hole => {
  const tee = line.place(0)
  const green = line.place(line.lengthM)
  const bearing = Number(headingOfDeg(tee, green).toFixed(2))
  const middle: XY = [(tee[0] + green[0]) / 2, (tee[1] + green[1]) / 2]
  const centre = toPosition(middle)
  const span = Math.hypot(green[0] - tee[0], green[1] - tee[1]) + 90
  const zoom = Math.log2((ZOOM_0_MPP * Math.cos((centre[1] * Math.PI) / 180)) / (span / VIEW_HEIGHT_PX))
  const landings = route.par === 3 ? [] : route.par === 4 ? [225] : [225, line.lengthM - 125]
  return {
    ...feature,
    id: holeId(route.number),
    kind: 'hole',
    geometry: {
      type: 'LineString',
      coordinates: [tee, ...landings.map(alongM => line.place(alongM)), green].map(toPosition),
    },
    properties: {
      name: `Hole ${route.number}`,
      baseAngle: bearing % 360,
      par: route.par,
      rating: route.strokeIndex,
      pass: PASS_MIN[route.par],
      sort: route.number,
      isActive: true,
      // The map is turned back by the bearing, so that the line of play points up.
      view: { angle: (360 - bearing) % 360, zoom: Number(zoom.toFixed(2)), center: centre },
    },
  }
}

/** The rough is what is left of a hole when its mown and raked forms and the brook's banks are cut out. */
const roughZones = (shapes: HoleShapes): CourseFeature[] => {
  const { route, rough, green, tees, fairways, bunkers } = shapes
  const inner = [green, ...tees, ...fairways, ...bunkers]
  const banks = offset([plain(brookRing)], 1.2)
  const pieces = difference([plain(rough)], [...banks, ...inner.map(plain)]).filter(
    piece => Math.abs(signedAreaM2(piece.outer)) > 60,
  )
  return pieces.map((piece, i) =>
    zone(
      pieces.length === 1 ? `Rough ${route.number}` : `Rough ${route.number}${'abcdef'.charAt(i)}`,
      'rough',
      piece,
      route.number,
      {
        rainModeRestricted: WET_HOLES.includes(route.number),
      },
    ),
  )
}

const holeZones = (shapes: HoleShapes): CourseFeature[] => {
  const { route, green, tees, fairways, bunkers } = shapes
  const n = route.number
  const wet = { rainModeRestricted: WET_HOLES.includes(n) }
  return [
    ...fairways.map((ring, i) =>
      zone(fairways.length === 1 ? `Fairway ${n}` : `Fairway ${n}${'ab'.charAt(i)}`, 'fairway', plain(ring), n, wet),
    ),
    zone(`Green ${n}`, 'green', plain(green), n, { hiddenForBuggy: false }),
    ...tees.map((ring, i) => zone(`Tee ${n} ${TEE_NAMES[i] ?? 'red'}`, 'tee', plain(ring), n)),
    ...bunkers.map((ring, i) => zone(`Bunker ${n}.${i + 1}`, 'bunker', plain(ring), n)),
    ...roughZones(shapes),
  ]
}

const restriction = (title: string, appliesTo: 'mowers' | 'carts' | 'both', ring: Ring): CourseFeature => ({
  ...feature,
  id: fixedId(`restriction ${title}`),
  kind: 'restriction',
  geometry: polygon(plain(ring)),
  properties: { title, appliesTo },
})

/** The brook between its bridges, with the bank that wheels must keep from: whole, it would close the bridges too. */
const brookReaches = (bankM: number): Ring[] => {
  const halfBridgeM = 3.6
  const cuts = [0, ...bridgePlacesM, brook.lengthM]
  return cuts.slice(0, -1).map((from, i) => {
    const start = i === 0 ? from : from + halfBridgeM
    const end = (cuts[i + 1] ?? brook.lengthM) - (i === cuts.length - 2 ? 0 : halfBridgeM)
    return corridor(brook, start, end, 1.2, along => brookHalfWidthM(along) + bankM, 2)
  })
}

const restrictions = (): CourseFeature[] => [
  ...lakes.map(lake => restriction(lake.title, 'both', lake.ring)),
  ...brookReaches(0.7).map((ring, i) => restriction(`Lark Brook, reach ${i + 1}`, 'both', ring)),
  ...meadows.map(meadow => restriction(meadow.title, 'both', meadow.ring)),
  ...holes().flatMap(({ route, green, tees }) => [
    ...offset([plain(green)], 6).map(ring => restriction(`No carts at green ${route.number}`, 'carts', ring.outer)),
    ...offset(tees.slice(0, 1).map(plain), 2.5).map(ring =>
      restriction(`No carts on tee ${route.number}`, 'carts', ring.outer),
    ),
  ]),
]

const area = (title: string, ring: Ring): CourseFeature => ({
  ...feature,
  id: fixedId(`area ${title}`),
  kind: 'area',
  geometry: polygon(plain(ring)),
  properties: { title },
})

const areas = (): CourseFeature[] => [
  ...buildings.map(building => area(building.title, building.ring)),
  area(carPark.title, carPark.ring),
  area(yard.title, yard.ring),
  ...woods.map(wood => area(wood.title, wood.ring)),
  ...lakes.map(lake => area(`${lake.title} (water)`, lake.ring)),
  ...brookReaches(0).map((ring, i) => area(`Lark Brook, reach ${i + 1} (water)`, ring)),
]

const strip = (hole: number, fromM: number, toM: number, leftM: number, halfWidthM: number): Ring => {
  const line =
    holes().find(shapes => shapes.route.number === hole)?.line ??
    centreline([
      [0, 0],
      [10, 0],
    ])
  const beside = centreline(
    Array.from({ length: 7 }, (_, i) => line.place(fromM - 4 + ((toM - fromM + 8) * i) / 6, leftM)),
  )
  return corridor(beside, 2, beside.lengthM - 2, halfWidthM, () => halfWidthM, 2)
}

const workAreas = (): CourseFeature[] => [
  {
    ...feature,
    id: fixedId('marked area 14'),
    kind: 'markedArea',
    geometry: polygon(plain(strip(14, 238, 262, -4, 5))),
    properties: { title: 'Ground under repair', colour: '#2F80C3', until: null },
  },
  {
    ...feature,
    id: fixedId('marked area 18'),
    kind: 'markedArea',
    geometry: polygon(plain(strip(18, 300, 316, 6, 4))),
    properties: { title: 'Wet spot', colour: '#5B6FD6', until: null },
  },
  {
    ...feature,
    id: fixedId('mission area 9'),
    kind: 'missionArea',
    geometry: polygon(plain(strip(9, 276, 318, 0, 9.5))),
    properties: { title: 'Approach 9', holeId: holeId(9) },
  },
  {
    ...feature,
    id: fixedId('mission area 6'),
    kind: 'missionArea',
    geometry: polygon(plain(strip(6, 150, 240, 0, 11))),
    properties: { title: 'Landing zone 6', holeId: holeId(6) },
  },
  {
    ...feature,
    id: fixedId('mission area range'),
    kind: 'missionArea',
    geometry: polygon(
      plain(
        corridor(
          centreline([
            [108, -414],
            [180, -415],
            [250, -413],
          ]),
          0,
          120,
          6,
          () => 18,
          3,
        ),
      ),
    ),
    properties: { title: 'Range, first half', holeId: null },
  },
]

const places = (): CourseFeature[] => [
  ...(
    [
      ['Mower garage', [-138, -448]],
      ['Cart barn', [62, -362]],
    ] as const
  ).map(
    ([title, at]): CourseFeature => ({
      ...feature,
      id: fixedId(`garage ${title}`),
      kind: 'garage',
      geometry: point(at),
      properties: { title },
    }),
  ),
  ...(
    [
      ['Clubhouse WC', [28, -343]],
      ['Halfway WC', [-20, 336]],
      ['Mere hut WC', [384, 148]],
      ['Pond hut WC', [-374, -230]],
    ] as const
  ).map(
    ([title, at]): CourseFeature => ({
      ...feature,
      id: fixedId(`wc ${title}`),
      kind: 'wc',
      geometry: point(at),
      properties: { title },
    }),
  ),
  ...(
    [
      ['Sprinkler head leaks here, dig before the weekend', 'I. Marsh', '2026-09-14T06:40:00.000Z', 6, 192, 5],
      ['Sand low at the back lip, top up two barrows', 'T. Ashdown', '2026-09-15T07:05:00.000Z', 3, 132, 14],
      [
        'Lapwings nesting, keep the fairway mower 20 m off the meadow',
        'I. Marsh',
        '2026-04-22T05:55:00.000Z',
        17,
        60,
        26,
      ],
      ['Dry patch, hand water', 'R. Okafor', '2026-07-30T16:20:00.000Z', 11, 300, -6],
    ] as const
  ).map(
    ([label, author, time, hole, alongM, leftM]): CourseFeature => ({
      ...feature,
      id: fixedId(`note ${label}`),
      kind: 'note',
      geometry: point(
        holes()
          .find(shapes => shapes.route.number === hole)
          ?.line.place(alongM, leftM) ?? [0, 0],
      ),
      properties: { label, author, time },
    }),
  ),
]

/** Mown grass round the practice green, as wide as the picture of the course shows it. */
const COLLAR_M = 3.4

/** Every feature of the course, holes first, ground before what is on it. */
export const courseFeatures = (): CourseFeature[] => [
  ...holes().map(holeFeature),
  ...holes().flatMap(holeZones),
  zone('Practice green', 'green', plain(practiceGreen), null),
  ...difference(offset([plain(practiceGreen)], COLLAR_M), [plain(practiceGreen)]).map(collar =>
    zone('Practice green collar', 'rough', collar, null),
  ),
  zone('Driving range', 'practice', plain(range.ring), null),
  zone('Range tee', 'tee', plain(rangeTee), null),
  zone(lawn.title, 'practice', plain(lawn.ring), null),
  ...restrictions(),
  ...areas(),
  ...workAreas(),
  ...specimens().map(
    (one, i): CourseFeature => ({
      ...feature,
      id: fixedId(`radius ${i} ${one.title}`),
      kind: 'radius',
      geometry: point(one.at),
      properties: { title: one.title, appliesTo: 'mowers', radiusM: one.radiusM },
    }),
  ),
  ...ways.map(
    (way): CourseFeature => ({
      ...feature,
      id: fixedId(`road ${way.title}`),
      kind: 'road',
      geometry: { type: 'LineString', coordinates: way.line.map(toPosition) },
      properties: { title: way.title, type: way.type },
    }),
  ),
  ...places(),
]

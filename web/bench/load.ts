/** The load for both pages of the map's bench: the same course, missions and vehicles, made by rule. */
import type { CourseFeature, PlanLeg, Position, ZoneType } from '@greensward/domain'
import type { VehicleView } from '../src/api/liveStore.ts'
import type { MissionDrawing, VehicleLook } from '../src/map-canvas/scene.ts'

const ZONES = 200
const CORNERS = 100
const PATHS = 50
const PATH_POINTS = 2_000
const VEHICLES = 500

export const CENTRE: Position = [-2.81, 52.737]
export const ZOOM = 16
/** A degree of latitude, and of longitude at the middle, in metres. */
const NORTH_M = 111_250
const EAST_M = 67_500
/** Zones per row. */
const COLUMNS = 20
const APART_M = 70

const at = (eastM: number, northM: number): Position => [CENTRE[0] + eastM / EAST_M, CENTRE[1] + northM / NORTH_M]

const uuid = (kind: number, index: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`

const middleOf = (index: number): readonly [number, number] => [
  ((index % COLUMNS) - COLUMNS / 2 + 0.5) * APART_M,
  (Math.floor(index / COLUMNS) - ZONES / COLUMNS / 2 + 0.5) * APART_M,
]

const ring = ([east, north]: readonly [number, number], corners: number, radiusM: number): Position[] => {
  const points = Array.from({ length: corners }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / corners
    const far = radiusM * (1 + 0.12 * Math.sin(angle * 5))
    return at(east + Math.cos(angle) * far, north + Math.sin(angle) * far)
  })
  const [first] = points
  return first === undefined ? points : [...points, first]
}

const ZONE_TYPE = uuid(1, 1)
export const zoneTypes: readonly ZoneType[] = [
  {
    id: ZONE_TYPE,
    name: 'Fairway',
    color: '#b7e36b',
    directions: ['12-6'],
    allowsIntersection: true,
    mowable: true,
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
]

export const zone = (index: number, corners = CORNERS, radiusM = 28): CourseFeature => ({
  type: 'Feature',
  id: uuid(2, index),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: [ring(middleOf(index % ZONES), corners, radiusM)] },
  properties: {
    title: `Zone ${index}`,
    zoneTypeId: ZONE_TYPE,
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

export const zones = (): CourseFeature[] => Array.from({ length: ZONES }, (_, index) => zone(index))

/** To and fro over its zone. */
const pathOf = (index: number): Position[] => {
  const [east, north] = middleOf((index * 4) % ZONES)
  return Array.from({ length: PATH_POINTS }, (_, i) => {
    const row = Math.floor(i / 40)
    const along = (i % 40) / 39 - 0.5
    return at(east + (row % 2 === 0 ? along : -along) * 44, north + (row / 50 - 0.5) * 44)
  })
}

export const paths = (): Position[][] => Array.from({ length: PATHS }, (_, index) => pathOf(index))

export const missions = (): MissionDrawing[] =>
  paths().map((points, index) => ({
    id: uuid(3, index),
    tone: index % 2 === 0 ? 'working' : 'planned',
    featureId: uuid(2, (index * 4) % ZONES),
    legs: [{ kind: 'swath', bladeOn: true, speedMps: 2, points } satisfies PlanLeg],
    widthM: 1,
    mown: [],
    title: `Mission ${index}`,
    note: '',
  }))

/** Where a vehicle is at a tick: a tenth of a second each. */
export const placeOf = (index: number, tick: number): { readonly at: Position; readonly headingDeg: number } => {
  const angle = (tick * 0.02 + index) % (2 * Math.PI)
  const [east, north] = middleOf((index * 7) % ZONES)
  return {
    at: at(east + Math.cos(angle) * 20, north + Math.sin(angle) * 20),
    headingDeg: (((-angle * 180) / Math.PI) % 360) + 360,
  }
}

export const vehicleCount = VEHICLES

export const looks = (): ReadonlyMap<string, VehicleLook> =>
  new Map(
    Array.from({ length: VEHICLES }, (_, index) => [
      uuid(4, index),
      { name: `Mower ${index}`, colour: '#0b7390', workingWidthM: 2 },
    ]),
  )

export const vehicles = (tick: number): VehicleView[] =>
  Array.from({ length: VEHICLES }, (_, index) => {
    const { at: position, headingDeg } = placeOf(index, tick)
    return {
      id: uuid(4, index),
      kind: 'mower',
      telemetry: {
        position,
        headingDeg: headingDeg % 360,
        speedMps: 2,
        fixType: 'rtkFixed',
        accuracyM: 0.02,
        battery: 0.8,
        batteryV: 25,
        charging: false,
        batteryFailsafe: false,
        preArm: 'passed',
        preArmText: null,
        armed: true,
        mode: 'auto',
        bladeOn: true,
        ready: true,
        missionSeq: 1,
        missionCount: 2,
        ageMs: 100,
        link: 'live',
      },
      missionId: null,
      progress: null,
      stop: null,
      receivedAt: Date.now(),
    }
  })

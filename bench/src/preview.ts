/** Duration of a preview in the mission form while its angle moves: planning, and copying the answer out of the worker. */
import { parseArgs } from 'node:util'
import { type Blade, type Mower, type Position, planMission, type Zone, type ZoneType } from '@greensward/domain'
import { createFieldCache, type LocalFrame, type Ring } from '@greensward/geometry'
import { type Field, readCourse } from './coverage/fields.ts'

const USAGE = 'usage: npm run bench:preview -- --course FILE [--width 3.2] [--laps 2]'

const { values } = parseArgs({
  options: {
    course: { type: 'string' },
    width: { type: 'string', default: '3.2' },
    laps: { type: 'string', default: '2' },
  },
})

/** One frame of a screen that draws sixty a second. */
const FRAME_MS = 16
/** Angles between 0 and 180 degrees for each fairway. */
const STEPS = 60
const AT = '2026-01-01T00:00:00.000Z'

let made = 0
const newId = (): string => `00000000-0000-4000-8000-${(made++).toString(16).padStart(12, '0')}`

const blade: Blade = { id: newId(), name: 'Reels', widthM: Number(values.width), missionSpeedMps: 2.4, updatedAt: AT }
const mower: Mower = {
  id: newId(),
  name: 'Mower',
  color: '#0B7390',
  bladeId: blade.id,
  systemId: 1,
  widthM: blade.widthM + 0.2,
  minTurnRadiusM: blade.widthM / 2,
  transitSpeedMps: 3,
  turningSpeedMps: 0.9,
  batteryRangeM: 24_000,
  bladeSwitch: { kind: 'relay', index: 0 },
  inService: false,
  updatedAt: AT,
}

const CLASSES = ['fairway', 'green', 'tee', 'bunker', 'rough'] as const
const types = new Map(
  CLASSES.map((name): [string, ZoneType] => [
    name,
    {
      id: newId(),
      name,
      color: '#17A73F',
      directions: ['12-6'],
      allowsIntersection: name === 'rough',
      mowable: name !== 'bunker',
      updatedAt: AT,
    },
  ]),
)

const closed = (frame: LocalFrame, ring: Ring): Position[] => {
  const positions = ring.map((point): Position => {
    const [lon, lat] = frame.toLonLat(point)
    return [lon, lat]
  })
  return [...positions, ...positions.slice(0, 1)]
}

const zoneOf = ({ name, cls, polygon, frame }: Field): Zone => ({
  type: 'Feature',
  id: newId(),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: [polygon.outer, ...polygon.holes].map(ring => closed(frame, ring)) },
  properties: {
    title: name,
    zoneTypeId: types.get(cls)?.id ?? '',
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const show = (cells: readonly (string | number)[]): void =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(24) : String(cell).padStart(9))).join(' '))

const bench = (file: string): void => {
  const fields = readCourse(file, CLASSES)
  const features = fields.map(zoneOf)
  const fairways = features.filter((_, i) => fields[i]?.cls === 'fairway')
  // As the form's worker does while its angle moves.
  const memory = createFieldCache()
  const plan = (zone: Zone, headingDeg: number) =>
    planMission(
      {
        features,
        zoneTypes: [...types.values()],
        target: { kind: 'zone', featureId: zone.id },
        mower,
        blade,
        headingDeg,
        turnScheme: 'oneInOne',
        cleaningCycles: Number(values.laps),
      },
      memory,
    )
  // Warm: the first plans pay for compilation.
  for (const zone of fairways) for (let step = 0; step < 6; step++) plan(zone, step * 30)
  show(['', 'plan ms', '95 %', 'copy ms', 'both ms', '95 %', `in ${FRAME_MS} ms`])
  const all: { planMs: number; copyMs: number }[] = []
  const row = (title: string, runs: readonly { planMs: number; copyMs: number }[]): void => {
    const sorted = (of: (run: (typeof runs)[number]) => number): number[] => runs.map(of).sort((a, b) => a - b)
    const [plans, copies, both] = [
      sorted(r => r.planMs),
      sorted(r => r.copyMs),
      sorted(r => r.planMs + r.copyMs),
    ] as const
    const within = both.filter(ms => ms <= FRAME_MS).length / both.length
    show([
      title,
      at(plans, 0.5).toFixed(1),
      at(plans, 0.95).toFixed(1),
      at(copies, 0.5).toFixed(2),
      at(both, 0.5).toFixed(1),
      at(both, 0.95).toFixed(1),
      `${(within * 100).toFixed(0)} %`,
    ])
  }
  for (const zone of fairways) {
    const runs = Array.from({ length: STEPS }, (_, step) => {
      const begun = performance.now()
      const answer = plan(zone, (step * 180) / STEPS)
      const planned = performance.now()
      structuredClone(answer)
      return { planMs: planned - begun, copyMs: performance.now() - planned }
    })
    all.push(...runs)
    row(zone.properties.title, runs)
  }
  row(`all ${fairways.length}`, all)
}

if (values.course === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else bench(values.course)

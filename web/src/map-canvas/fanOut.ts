/** Machines that stand on one spot are drawn side by side, so that each can be seen and pressed. */
import type { DrawnVehicle } from './vehicleMarks.ts'

/** Marks nearer to each other than this hide each other. */
const NEAR_PX = 26
const APART_PX = 34
const MOST_IN_ROW = 5
/** Slower than this is standing: a fix wanders a little. */
const STANDING_MPS = 0.1

type Coordinate = readonly [number, number]

const isParked = ({ vehicle }: DrawnVehicle): boolean =>
  vehicle.missionId === null && (vehicle.telemetry.speedMps ?? 0) < STANDING_MPS

const placeIn = (index: number, count: number, [x, y]: Coordinate, stepUnits: number): [number, number] => {
  const row = Math.floor(index / MOST_IN_ROW)
  const inRow = Math.min(MOST_IN_ROW, count - row * MOST_IN_ROW)
  return [x + ((index % MOST_IN_ROW) - (inRow - 1) / 2) * stepUnits, y - row * stepUnits]
}

/**
 * The same vehicles in the same order; those that are parked within a mark of each other are moved apart.
 * @param unitsPerPixel units of the map for one pixel of the screen
 */
export function fanOut(drawn: readonly DrawnVehicle[], unitsPerPixel: number): readonly DrawnVehicle[] {
  const clusters: { readonly at: Coordinate; readonly ids: string[] }[] = []
  for (const one of drawn.filter(isParked)) {
    const { at } = one.pose
    const near = clusters.find(({ at: [x, y] }) => Math.hypot(at[0] - x, at[1] - y) < NEAR_PX * unitsPerPixel)
    if (near === undefined) clusters.push({ at, ids: [one.vehicle.id] })
    else near.ids.push(one.vehicle.id)
  }
  const places = new Map(
    clusters
      .filter(({ ids }) => ids.length > 1)
      .flatMap(({ at, ids }) =>
        ids.map((id, index) => [id, placeIn(index, ids.length, at, APART_PX * unitsPerPixel)] as const),
      ),
  )
  return drawn.map(one => {
    const at = places.get(one.vehicle.id)
    return at === undefined ? one : { ...one, pose: { ...one.pose, at } }
  })
}

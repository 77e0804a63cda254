/** The objects under a click: marks first, then lines near the finger, then areas from the smallest up. */
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import type { CourseShape } from './courseSource.ts'
import type { Target } from './marks.ts'
import type { Coordinate } from './project.ts'
import { type MapObject, sameThing } from './scene.ts'

export interface Picked {
  readonly thing: MapObject
  readonly name: string
}

const distanceToBox = ([x, y]: readonly [number, number], box: Target): number =>
  Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))

export interface PickInput {
  readonly pixel: readonly [number, number]
  readonly coordinate: Coordinate
  /** How far a thin thing may be missed, in pixels and in units of the map. */
  readonly reachPx: number
  readonly reachUnits: number
  readonly targets: readonly Target[]
  readonly shapes: readonly CourseShape[]
  /** Missions by the feature they work on. */
  readonly missionOf: (featureId: string) => Picked | undefined
}

export const pick = (input: PickInput): Picked[] => {
  const { pixel, coordinate, reachPx, reachUnits, targets, shapes, missionOf } = input
  const found: Picked[] = []
  const add = (picked: Picked): void => {
    if (!found.some(({ thing }) => sameThing(thing, picked.thing))) found.push(picked)
  }
  // The object drawn last is on top.
  const near = targets
    .map((target, order) => ({ target, order, distance: distanceToBox(pixel, target) }))
    .filter(({ distance }) => distance <= reachPx)
    .sort((a, b) => a.distance - b.distance || b.order - a.order)
  for (const { target } of near) add({ thing: target.thing, name: target.name })
  const areas: CourseShape[] = []
  for (const shape of shapes) {
    const thing: MapObject = { kind: 'feature', id: shape.course.id }
    if (shape.shape instanceof LineString) {
      const [x = 0, y = 0] = shape.shape.getClosestPoint(coordinate)
      if (Math.hypot(x - coordinate[0], y - coordinate[1]) <= reachUnits) add({ thing, name: shape.title })
    } else if (!(shape.shape instanceof Point) && shape.shape.intersectsCoordinate(coordinate)) {
      areas.push(shape)
    }
  }
  areas.sort((a, b) => a.areaUnits - b.areaUnits)
  for (const shape of areas) {
    add({ thing: { kind: 'feature', id: shape.course.id }, name: shape.title })
    const mission = missionOf(shape.course.id)
    if (mission !== undefined) add(mission)
  }
  return found
}

/** The next one below the selection, so that clicks on one position go through all objects there. */
export const nextPicked = (
  found: readonly Picked[],
  selected: MapObject | null,
  samePlace: boolean,
): Picked | undefined => {
  const index = samePlace ? found.findIndex(({ thing }) => sameThing(thing, selected)) : -1
  return found[(index + 1) % Math.max(1, found.length)]
}

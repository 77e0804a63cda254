/** The public part of a course: its holes and the areas they are played on. No vehicle, no plan, no note. */
import { lengthM } from '@greensward/geometry'
import { z } from 'zod'
import type { ZoneType } from '../garage/garage.ts'
import { type CourseMap, position } from './course.ts'
import { frameAround } from './courseGeometry.ts'
import type { MapSettings } from './settings.ts'

export const publicCourse = z.strictObject({
  courseName: z.string(),
  /** How the course's map is turned, in degrees clockwise. */
  degree: z.number(),
  /** In the order of play. */
  holes: z.array(
    z.strictObject({
      name: z.string(),
      par: z.number().int(),
      /** From the tee along the line of play to the green. */
      lengthM: z.number(),
      /** Longitude and latitude, tee first. */
      line: z.array(position),
    }),
  ),
  areas: z.array(
    z.strictObject({
      type: z.string(),
      color: z.string(),
      /** The outline, then what is cut out of it. */
      rings: z.array(z.array(position)),
    }),
  ),
})
export type PublicCourse = z.infer<typeof publicCourse>

/** Of a course: holes that are in play, and zones that are shown to the people in carts. */
export const publicCourseOf = (
  { features }: CourseMap,
  zoneTypes: readonly ZoneType[],
  { courseName, degree }: Pick<MapSettings, 'courseName' | 'degree'>,
): PublicCourse => {
  const types = new Map(zoneTypes.map(type => [type.id, type]))
  return {
    courseName,
    degree,
    holes: features
      .filter(feature => feature.kind === 'hole')
      .filter(({ properties }) => properties.isActive)
      .toSorted((a, b) => a.properties.sort - b.properties.sort)
      .map(({ properties: { name, par }, geometry: { coordinates: line } }) => {
        const frame = frameAround(line)
        return { name, par, lengthM: lengthM(line.map(place => frame.toLocal(place))), line }
      }),
    areas: features.flatMap(feature => {
      if (feature.kind !== 'zone' || feature.properties.hiddenForBuggy) return []
      const type = types.get(feature.properties.zoneTypeId)
      return type === undefined ? [] : [{ type: type.name, color: type.color, rings: feature.geometry.coordinates }]
    }),
  }
}

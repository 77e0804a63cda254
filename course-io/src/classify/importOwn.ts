/** Features of the product's own export. */
import {
  type CourseFeature,
  courseFeature,
  faultOf,
  LEAST_AREA_M2,
  type Position,
  polygonXY,
  positionOf,
  type ZoneType,
} from '@greensward/domain'
import { areaM2, type LocalFrame, polygonProblem } from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import type { ImportLedger, MeantElement } from './importLedger.ts'
import type { ImportReason } from './importShape.ts'
import { zoneTypeFor } from './importZoneType.ts'

/** The course that an import is for. */
export interface ImportTarget {
  readonly zoneTypes: readonly ZoneType[]
  /** Features that are on the map already. */
  readonly existing?: readonly CourseFeature[]
  /** Gives a fresh id for each feature. */
  newId(): string
}

/** Features of our own export keep everything but their id; references among them are kept. */
export const readOwn = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  input: ImportTarget,
): void => {
  const fresh = new Map<string, string>()
  const idFor = (old: string): string => {
    const known = fresh.get(old)
    if (known !== undefined) return known
    const made = input.newId()
    fresh.set(old, made)
    return made
  }
  const parsed = read.flatMap(({ element }) => {
    const result = courseFeature.safeParse(element.own)
    if (result.success) return [{ source: element.id, feature: result.data, typeName: element.ownType }]
    const issue = result.error.issues[0]
    const what =
      issue === undefined
        ? said('notAFeature')
        : said('badProperty', { path: issue.path.join('.'), why: faultOf(issue) })
    book.report(element.id, 'feature', { reason: 'invalidProperties', ...what, at: null }, false)
    return []
  })
  const ids = new Set(parsed.map(({ feature }) => feature.id))
  const holeIdFor = (holeId: string | null): string | null =>
    holeId !== null && ids.has(holeId) ? idFor(holeId) : null
  const types = new Map(input.zoneTypes.map(type => [type.id, type]))
  const typeOf = (typeId: string, name: string | undefined): ZoneType | undefined =>
    types.get(typeId) ?? (name === undefined ? undefined : zoneTypeFor(input.zoneTypes, name))
  for (const { source, feature, typeName } of parsed) {
    const refuse = (reason: ImportReason, what: Said, at: Position | null = null): void =>
      book.report(source, feature.kind, { reason, ...what, at }, false)
    if (feature.geometry.type === 'Polygon') {
      const polygon = polygonXY(frame, feature.geometry)
      const problem = polygonProblem(polygon)
      const at = problem?.at === undefined ? null : positionOf(frame, problem.at)
      if (problem !== undefined) {
        refuse(
          problem.kind === 'zeroArea' ? 'zeroArea' : 'selfIntersection',
          said(problem.kind === 'zeroArea' ? 'shapeEmpty' : 'shapeCrossesItself'),
          at,
        )
        continue
      }
      if (areaM2(polygon) < LEAST_AREA_M2) {
        refuse('zeroArea', said('shapeEmpty'))
        continue
      }
      if (feature.kind === 'zone' && typeOf(feature.properties.zoneTypeId, typeName) === undefined) {
        refuse('noZoneType', said('zoneTypeNotHere'))
        continue
      }
    }
    const id = idFor(feature.id)
    if (feature.kind === 'zone')
      book.add({
        ...feature,
        id,
        properties: {
          ...feature.properties,
          zoneTypeId: typeOf(feature.properties.zoneTypeId, typeName)?.id ?? feature.properties.zoneTypeId,
          holeId: holeIdFor(feature.properties.holeId),
        },
      })
    else if (feature.kind === 'missionArea')
      book.add({ ...feature, id, properties: { ...feature.properties, holeId: holeIdFor(feature.properties.holeId) } })
    else book.add({ ...feature, id })
  }
}

/** Features of the product's own export. */
import {
  type CourseFeature,
  courseFeature,
  faultOf,
  polygonGeometryOf,
  polygonXY,
  type ZoneType,
} from '@greensward/domain'
import type { LocalFrame } from '@greensward/geometry'
import { said } from '@greensward/messages'
import type { ImportLedger, MeantElement } from './importLedger.ts'
import { soundShape } from './importShape.ts'
import { zoneTypeFor } from './importZoneType.ts'

/** The course that an import is for. */
export interface ImportTarget {
  readonly zoneTypes: readonly ZoneType[]
  /** Features that are on the map already. */
  readonly existing?: readonly CourseFeature[]
  /** Gives a fresh id for each feature. */
  newId(): string
}

interface OwnFeature {
  readonly source: string
  readonly feature: CourseFeature
  readonly typeName: string | undefined
}

/** A feature whose shape crosses or touches itself becomes one for each of its pieces; what has no area is reported and left out. */
const inPieces = (book: ImportLedger, frame: LocalFrame, own: OwnFeature): OwnFeature[] => {
  const { feature, source } = own
  if (feature.geometry.type !== 'Polygon') return [own]
  const outcome = soundShape(frame, polygonXY(frame, feature.geometry))
  const pieces = book.usable(source, feature.kind, outcome)
  if (outcome.repaired.length === 0) return pieces.length === 0 ? [] : [own]
  return pieces.map((piece, i) => ({
    ...own,
    feature: {
      ...feature,
      id: i === 0 ? feature.id : `${feature.id}/${i}`,
      geometry: polygonGeometryOf(frame, piece),
    } as CourseFeature,
  }))
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
  const parsed = read.flatMap(({ element }): OwnFeature[] => {
    const result = courseFeature.safeParse(element.own)
    if (result.success) {
      const id = element.ownPart === undefined ? result.data.id : `${result.data.id}/part ${element.ownPart}`
      return [{ source: element.id, feature: { ...result.data, id }, typeName: element.ownType }]
    }
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
  for (const { source, feature, typeName } of parsed.flatMap(read => inPieces(book, frame, read))) {
    if (feature.kind === 'zone' && typeOf(feature.properties.zoneTypeId, typeName) === undefined) {
      book.report(source, feature.kind, { reason: 'noZoneType', ...said('zoneTypeNotHere'), at: null }, false)
      continue
    }
    const id = idFor(feature.id)
    if (feature.kind === 'zone')
      book.add(source, {
        ...feature,
        id,
        properties: {
          ...feature.properties,
          zoneTypeId: typeOf(feature.properties.zoneTypeId, typeName)?.id ?? feature.properties.zoneTypeId,
          holeId: holeIdFor(feature.properties.holeId),
        },
      })
    else if (feature.kind === 'missionArea')
      book.add(source, {
        ...feature,
        id,
        properties: { ...feature.properties, holeId: holeIdFor(feature.properties.holeId) },
      })
    else book.add(source, { ...feature, id })
  }
}

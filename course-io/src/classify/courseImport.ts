/** From the things in a file to the features of a course. Nothing is written: the answer is a preview to be confirmed. */

import type { ImportPreview } from '@greensward/contract'
import { boxIndex, type ImportTargetName, polygonGeometryOf, positionOf, type ZoneType } from '@greensward/domain'
import { areaM2, boxOf, contains, type LocalFrame, type PolygonXY, type XY } from '@greensward/geometry'
import { said } from '@greensward/messages'
import type { ImportElement } from './importElement.ts'
import { groupElements } from './importGroups.ts'
import { readHoles } from './importHoles.ts'
import { type ImportLedger, importLedger, type MeantElement } from './importLedger.ts'
import { lineOf, numberOfEnd, refOf, whatItIs, type ZoneWord } from './importMeaning.ts'
import { type ImportTarget, readOwn } from './importOwn.ts'
import { courseFrame, courseTest, localPositions } from './importPlace.ts'
import { linesOf, placeOfShape, polygonsOf } from './importShape.ts'
import { sortStanding } from './importStanding.ts'
import { cutNested, type ImportHole, placeZones, type ZoneDraft, zoneTitles } from './importZones.ts'
import { zoneTypeFor } from './importZoneType.ts'

export interface CourseImportInput extends ImportTarget {
  readonly elements: readonly ImportElement[]
  /** Other targets for groups of the file, by their keys. */
  readonly mapping?: Readonly<Record<string, ImportTargetName>>
  /** Author and time of imported notes; without it notes are left out. */
  readonly noteBy?: { readonly author: string; readonly time: string }
}

/** The contract's preview without what only the reader of the file knows. */
export type CourseImport = Omit<ImportPreview, 'format' | 'coordinateSystems' | 'drawingUnit'>

/** A tree in the data is a point; a mower keeps this far from its middle. */
const TREE_RADIUS_M = 1

/** A marked area of a file has no colour of its own. */
const MARK_COLOUR = '#EF9715'

const titleIn = (tags: Readonly<Record<string, string>>): string | undefined =>
  tags.name ?? tags.Name ?? tags.NAME ?? tags.title
const textIn = (tags: Readonly<Record<string, string>>): string | undefined => tags.desc ?? tags.description ?? tags.cmt

/** Reads a course: what each element becomes, what is ignored, what is refused or was repaired and why. */
export const importCourse = (input: CourseImportInput): CourseImport => {
  const book = importLedger(input.newId)
  const { read, groups } = groupElements(withShape(book, input.elements), input.zoneTypes, input.mapping ?? {})
  const frame = courseFrame(read)
  const own = read.filter(({ element }) => element.own !== undefined)
  const foreign = read.filter(({ element }) => element.own === undefined)
  const onCourse = courseTest(frame, foreign)
  const holes = readHoles(book, frame, foreign, input.newId)
  const drafts = readZones(book, frame, foreign, input.zoneTypes)
  const zones = addZones(book, frame, drafts, holes, input)
  readRest(book, frame, foreign, onCourse, zones, input)
  readOwn(book, frame, own, input)
  const { features, standing } = sortStanding(frame, book.features, input.existing ?? [], input.zoneTypes)
  const counts: Record<string, number> = {}
  for (const { kind } of features) counts[kind] = (counts[kind] ?? 0) + 1
  return {
    features,
    standing,
    groups: [...groups],
    counts,
    ignored: Object.fromEntries(book.ignored),
    refused: book.refused,
  }
}

/** Reports the elements of which the reader of the file knows that it cannot read their shape; gives the others. */
const withShape = (book: ImportLedger, elements: readonly ImportElement[]): readonly ImportElement[] =>
  elements.filter(({ id, tags, fault }) => {
    if (fault === undefined) return true
    const becomes = titleIn(tags) ?? whatItIs(tags)
    book.report(id, becomes.slice(0, 60), { reason: 'unreadableShape', ...fault, at: null }, false)
    return false
  })

/** Twice the largest practice tees and double greens that are known; a wrong tag would cut up everything in it. */
const LARGEST_M2: Partial<Record<ZoneWord, number>> = { green: 15_000, tee: 10_000 }

const readZones = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  zoneTypes: readonly ZoneType[],
): ZoneDraft[] =>
  read.flatMap(({ element, meaning }) => {
    if (meaning.kind !== 'zone') return []
    const { word, typeId } = meaning
    const type = typeId === undefined ? zoneTypeFor(zoneTypes, word) : zoneTypes.find(({ id }) => id === typeId)
    if (type === undefined) {
      const what = said('noZoneTypeNamed', { word })
      book.report(element.id, 'zone', { reason: 'noZoneType', ...what, at: null }, false)
      return []
    }
    const polygons = book.usable(element.id, 'zone', polygonsOf(frame, element.geometry)).filter(polygon => {
      const most = typeId === undefined ? LARGEST_M2[word] : undefined
      const area = areaM2(polygon)
      if (most === undefined || area <= most) return true
      const corner = polygon.outer[0]
      const what = said('implausibleArea', { word, area: Math.round(area), most })
      const at = corner === undefined ? null : positionOf(frame, corner)
      book.report(element.id, 'zone', { reason: 'implausible', ...what, at }, false)
      return false
    })
    return polygons.map(polygon => ({
      source: element.id,
      word,
      typeId: type.id,
      typeName: type.name,
      title: lineOf(element.tags.name, 100),
      ref: refOf(element.tags) ?? (element.isDrawing === true ? numberOfEnd(element.tags.name) : undefined),
      polygon,
      allowsIntersection: type.allowsIntersection,
    }))
  })

/** Adds the zones that stand free of each other and of what is on the map, and gives the ground they cover. */
const addZones = (
  book: ImportLedger,
  frame: LocalFrame,
  drafts: readonly ZoneDraft[],
  holes: readonly ImportHole[],
  input: CourseImportInput,
): readonly PolygonXY[] => {
  const { zones, gone } = cutNested(frame, placeZones(drafts, holes))
  for (const zone of gone) {
    const corner = zone.polygon.outer[0]
    const at = corner === undefined ? null : positionOf(frame, corner)
    const what = said('insideOthers', { word: zone.word })
    book.report(zone.source, 'zone', { reason: 'overlaps', ...what, at }, false)
  }
  const titles = zoneTitles(zones)
  const taken: PolygonXY[] = []
  for (const [i, zone] of zones.entries()) {
    taken.push(zone.polygon)
    book.add(zone.source, {
      type: 'Feature',
      id: input.newId(),
      kind: 'zone',
      geometry: polygonGeometryOf(frame, zone.polygon),
      properties: {
        title: (titles[i] ?? zone.typeName).slice(0, 120),
        zoneTypeId: zone.typeId,
        holeId: zone.hole?.id ?? null,
        hiddenForMower: false,
        hiddenForBuggy: false,
        rainModeRestricted: false,
      },
    })
  }
  return taken
}

const insideAny = (polygons: readonly PolygonXY[]): ((point: XY) => boolean) => {
  const index = boxIndex(polygons.map(polygon => boxOf(polygon.outer)))
  return point =>
    index.meeting(boxOf([point])).some(i => {
      const polygon = polygons[i]
      return polygon !== undefined && contains(polygon, point)
    })
}

/** A row of trees is looked at this often, metres: less than a strip between two zones is wide. */
const LOOK_M = 2

const placesAlong = (line: readonly XY[]): XY[] =>
  line.flatMap(([x, y], i): XY[] => {
    const [toX, toY] = line[i + 1] ?? [x, y]
    const steps = Math.min(10_000, Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / LOOK_M)))
    return Array.from(
      { length: steps },
      (_, step): XY => [x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps],
    )
  })

/** Adds a note in the name of the person who imports; without a person no notes are added. */
const addNote = (
  book: ImportLedger,
  frame: LocalFrame,
  { id: source, tags, geometry }: ImportElement,
  title: string,
  { newId, noteBy }: { readonly newId: () => string; readonly noteBy: CourseImportInput['noteBy'] | undefined },
): void => {
  if (noteBy === undefined) {
    book.ignore(whatItIs(tags))
    return
  }
  const label = lineOf([titleIn(tags), textIn(tags)].filter(text => text !== undefined).join(': '), 500)
  for (const point of book.usable(source, 'note', placeOfShape(frame, geometry)))
    book.add(source, {
      type: 'Feature',
      id: newId(),
      kind: 'note',
      geometry: { type: 'Point', coordinates: positionOf(frame, point) },
      properties: { label: label ?? title, author: noteBy.author, time: noteBy.time },
    })
}

const readRest = (
  book: ImportLedger,
  frame: LocalFrame,
  read: readonly MeantElement[],
  onCourse: (points: readonly XY[]) => boolean,
  zones: readonly PolygonXY[],
  { newId, noteBy }: CourseImportInput,
): void => {
  const inZone = insideAny(zones)
  const inWood = insideAny(
    read.flatMap(({ element, meaning }) =>
      meaning.kind === 'restriction' ? polygonsOf(frame, element.geometry).shapes : [],
    ),
  )
  let trees = 0
  for (const { element, meaning, isChosen = false } of read) {
    const { id: source, tags, geometry } = element
    const named = (fallback: string): string => lineOf(titleIn(tags), 110) ?? lineOf(fallback, 110) ?? whatItIs(tags)
    if (meaning.kind === 'hole' || meaning.kind === 'zone') continue
    if (meaning.kind === 'ignored' || meaning.kind === 'outline') {
      book.ignore(meaning.kind === 'outline' ? 'leisure=golf_course' : meaning.what)
      if (meaning.kind === 'ignored' && meaning.why !== undefined) {
        const [place] = localPositions(frame, element)
        const at = place === undefined ? null : positionOf(frame, place)
        book.report(source, 'restriction', { reason: 'wrongGeometry', ...meaning.why, at }, false)
      }
      continue
    }
    if (meaning.kind === 'treeRow') {
      const inTheWay = placesAlong(localPositions(frame, element)).find(inZone)
      book.ignore('natural=tree_row')
      if (inTheWay !== undefined)
        book.report(
          source,
          'restriction',
          { reason: 'wrongGeometry', ...said('treesAsLine'), at: positionOf(frame, inTheWay) },
          false,
        )
      continue
    }
    if (!isChosen && tags.golf === undefined && geometry !== null && !onCourse(localPositions(frame, element))) {
      book.ignore(`${whatItIs(tags)} outside the course`)
      continue
    }
    switch (meaning.kind) {
      case 'road':
        for (const line of book.usable(source, 'road', linesOf(frame, geometry)))
          book.add(source, {
            type: 'Feature',
            id: newId(),
            kind: 'road',
            geometry: { type: 'LineString', coordinates: line.map(point => positionOf(frame, point)) },
            properties: { title: named(meaning.title), type: meaning.type },
          })
        break
      case 'restriction':
        for (const polygon of book.usable(source, 'restriction', polygonsOf(frame, geometry)))
          book.add(source, {
            type: 'Feature',
            id: newId(),
            kind: 'restriction',
            geometry: polygonGeometryOf(frame, polygon),
            properties: { title: named(meaning.title), appliesTo: meaning.appliesTo },
          })
        break
      case 'area':
        if (geometry?.type === 'Point') book.ignore(whatItIs(tags))
        else
          for (const polygon of book.usable(source, 'area', polygonsOf(frame, geometry)))
            book.add(source, {
              type: 'Feature',
              id: newId(),
              kind: 'area',
              geometry: polygonGeometryOf(frame, polygon),
              properties: { title: named(meaning.title) },
            })
        break
      case 'missionArea':
        for (const polygon of book.usable(source, 'missionArea', polygonsOf(frame, geometry)))
          book.add(source, {
            type: 'Feature',
            id: newId(),
            kind: 'missionArea',
            geometry: polygonGeometryOf(frame, polygon),
            properties: { title: named(meaning.title), holeId: null },
          })
        break
      case 'markedArea':
        for (const polygon of book.usable(source, 'markedArea', polygonsOf(frame, geometry)))
          book.add(source, {
            type: 'Feature',
            id: newId(),
            kind: 'markedArea',
            geometry: polygonGeometryOf(frame, polygon),
            properties: { title: named(meaning.title), colour: MARK_COLOUR, until: null },
          })
        break
      case 'wc':
      case 'garage':
        for (const point of book.usable(source, meaning.kind, placeOfShape(frame, geometry)))
          book.add(source, {
            type: 'Feature',
            id: newId(),
            kind: meaning.kind,
            geometry: { type: 'Point', coordinates: positionOf(frame, point) },
            properties: { title: named(meaning.kind === 'wc' ? 'WC' : 'Garage') },
          })
        break
      case 'note':
        addNote(book, frame, element, named(meaning.title), { newId, noteBy })
        break
      case 'tree':
        for (const point of book.usable(source, 'radius', placeOfShape(frame, geometry))) {
          // Only a tree in a zone blocks a mower; a wood has its own restriction.
          if (meaning.anywhere !== true && (!inZone(point) || inWood(point))) {
            book.ignore('natural=tree outside the zones or in a wood')
            continue
          }
          trees += 1
          book.add(source, {
            type: 'Feature',
            id: newId(),
            kind: 'radius',
            geometry: { type: 'Point', coordinates: positionOf(frame, point) },
            properties: { title: named(`Tree ${trees}`), appliesTo: 'mowers', radiusM: TREE_RADIUS_M },
          })
        }
        break
    }
  }
}

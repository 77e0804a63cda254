/** From the things in a file to the features of a course. Nothing is written: the answer is a preview to be confirmed. */
import {
  areaM2,
  boxOf,
  contains,
  distanceToLineM,
  headingOfDeg,
  type LocalFrame,
  lengthM,
  localFrame,
  type PolygonXY,
  type PolylineXY,
  polygonProblem,
  polygonsIntersect,
  type XY,
} from '@greensward/geometry'
import { boxIndex } from './boxIndex.ts'
import type { ImportPreview } from './contract/http.ts'
import { type CourseFeature, courseFeature, type Position } from './course.ts'
import { polygonGeometryOf, polygonXY, positionOf } from './courseGeometry.ts'
import type { ZoneType } from './garage.ts'
import type { ImportElement } from './importElement.ts'
import { type ImportMeaning, lineOf, meaningOf, refOf, whatItIs } from './importMeaning.ts'
import {
  type ImportReason,
  LEAST_AREA_M2,
  linesOf,
  placeOfShape,
  polygonsOf,
  positionsOf,
  type ShapeFault,
  type ShapeOutcome,
} from './importShape.ts'
import { cutNested, type ImportHole, placeZones, type ZoneDraft, zoneTitles } from './importZones.ts'

export interface CourseImportInput {
  readonly elements: readonly ImportElement[]
  readonly zoneTypes: readonly ZoneType[]
  /** What is on the map already: zones that would lie in one of its zones are refused. */
  readonly existing?: readonly CourseFeature[]
  /** Gives a fresh id for each feature. */
  newId(): string
}

/** The contract's preview without the format of the file. */
export type CourseImport = Omit<ImportPreview, 'format'>

/** The box round the course, west, south, east, north in degrees, with 100 m to spare. */
export interface CourseBounds {
  readonly topLeft: Position
  readonly bottomRight: Position
}

/** Things that are not golf are imported when they reach this near to the course, metres. */
const NEAR_COURSE_M = 30
const BOUNDS_MARGIN_M = 100

/** A tree in the data is a point; a mower keeps this far from its middle. */
const TREE_RADIUS_M = 1

/** Minutes a group may take on a hole of this par; a rule of thumb of four and a half hours for a round. */
const paceMinutes = (par: number): number => Math.min(120, 3 * par + 3)

/** Par by length, as the World Handicap System guides for men: up to 240 m, up to 450 m, beyond. */
const parByLength = (metres: number): number => (metres <= 240 ? 3 : metres <= 450 ? 4 : 5)

type Refused = ImportPreview['refused'][number]

/** Collects what becomes of each element. */
const ledger = () => {
  const features: CourseFeature[] = []
  const counts = new Map<string, number>()
  const ignored = new Map<string, number>()
  const refused: Refused[] = []
  const add = (feature: CourseFeature): void => {
    features.push(feature)
    counts.set(feature.kind, (counts.get(feature.kind) ?? 0) + 1)
  }
  const ignore = (what: string): void => {
    ignored.set(what, (ignored.get(what) ?? 0) + 1)
  }
  const report = (source: string, becomes: string, fault: ShapeFault, repaired: boolean): void => {
    refused.push({ source, becomes, ...fault, repaired })
  }
  /** Reports the faults of an outcome and gives what can be used. */
  const usable = <T>(source: string, becomes: string, outcome: ShapeOutcome<T>): readonly T[] => {
    for (const fault of outcome.repaired) report(source, becomes, fault, true)
    for (const fault of outcome.refused) report(source, becomes, fault, false)
    return outcome.shapes
  }
  return { features, counts, ignored, refused, add, ignore, report, usable }
}
type Ledger = ReturnType<typeof ledger>

interface Read {
  readonly element: ImportElement
  readonly meaning: ImportMeaning
}

/** Reads a course: what each element becomes, what is ignored, what is refused or was repaired and why. */
export const importCourse = (input: CourseImportInput): CourseImport => {
  const book = ledger()
  const read = input.elements.map((element): Read => ({ element, meaning: meaningOf(element) }))
  const frame = courseFrame(read)
  const own = read.filter(({ element }) => element.own !== undefined)
  const foreign = read.filter(({ element }) => element.own === undefined)
  const onCourse = courseTest(frame, foreign)
  const holes = readHoles(book, frame, foreign, input)
  const drafts = readZones(book, frame, foreign, input.zoneTypes)
  const zones = addZones(book, frame, drafts, holes, input)
  readRest(book, frame, foreign, onCourse, zones, input)
  readOwn(book, frame, own, input)
  return {
    features: book.features,
    counts: Object.fromEntries(book.counts),
    ignored: Object.fromEntries(book.ignored),
    refused: book.refused,
  }
}

/** Box round the outlines of the course, or round everything golf when no outline is in the file; null without any. */
export const courseBounds = (elements: readonly ImportElement[]): CourseBounds | null => {
  const read = elements.map((element): Read => ({ element, meaning: meaningOf(element) }))
  const frame = courseFrame(read)
  const outlines = read.filter(({ meaning }) => meaning.kind === 'outline')
  const around = outlines.length > 0 ? outlines : read.filter(isGolf)
  const points = around.flatMap(({ element }) => localPositions(frame, element))
  if (points.length === 0) return null
  const box = boxOf(points)
  return {
    topLeft: positionOf(frame, [box.minX - BOUNDS_MARGIN_M, box.maxY + BOUNDS_MARGIN_M]),
    bottomRight: positionOf(frame, [box.maxX + BOUNDS_MARGIN_M, box.minY - BOUNDS_MARGIN_M]),
  }
}

const isGolf = ({ element, meaning }: Read): boolean =>
  element.own !== undefined || element.tags.golf !== undefined || meaning.kind === 'outline'

const isOnEarth = (place: readonly number[]): boolean =>
  Math.abs(place[0] ?? 999) <= 180 && Math.abs(place[1] ?? 999) <= 90

const localPositions = (frame: LocalFrame, { geometry }: ImportElement): XY[] =>
  positionsOf(geometry)
    .filter(isOnEarth)
    .map(place => frame.toLocal([place[0] ?? 0, place[1] ?? 0]))

/** A frame at the median of what is golf, so that one stray position far away does not bend the metres. */
const courseFrame = (read: readonly Read[]): LocalFrame => {
  const golf = read.filter(isGolf)
  const firsts = (golf.length > 0 ? golf : read).flatMap(({ element }) => {
    const first = positionsOf(element.geometry).find(isOnEarth)
    return first === undefined ? [] : [first]
  })
  const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return localFrame([median(firsts.map(place => place[0] ?? 0)), median(firsts.map(place => place[1] ?? 0))])
}

/** Whether a thing that is not golf belongs to the course: it reaches into an outline, or near to the golf without one. */
const courseTest = (frame: LocalFrame, read: readonly Read[]): ((points: readonly XY[]) => boolean) => {
  const outlines = read
    .filter(({ meaning }) => meaning.kind === 'outline')
    .flatMap(({ element }) => polygonsOf(frame, element.geometry).shapes)
  if (outlines.length > 0) return points => points.some(point => outlines.some(outline => contains(outline, point)))
  const boxes = read
    .filter(isGolf)
    .map(({ element }) => boxOf(localPositions(frame, element)))
    .filter(box => box.minX <= box.maxX)
  const index = boxIndex(boxes)
  const near = ([x, y]: XY): boolean =>
    index.meeting({
      minX: x - NEAR_COURSE_M,
      minY: y - NEAR_COURSE_M,
      maxX: x + NEAR_COURSE_M,
      maxY: y + NEAR_COURSE_M,
    }).length > 0
  return points => points.some(near)
}

const readHoles = (
  book: Ledger,
  frame: LocalFrame,
  read: readonly Read[],
  { newId }: CourseImportInput,
): ImportHole[] => {
  const greens = read
    .filter(({ meaning }) => meaning.kind === 'zone' && meaning.word === 'green')
    .flatMap(({ element }) => polygonsOf(frame, element.geometry).shapes)
  const toGreenM = (point: XY | undefined): number =>
    point === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(
          Number.POSITIVE_INFINITY,
          ...greens.map(green => (contains(green, point) ? 0 : distanceToLineM(green.outer, point))),
        )
  const found = read
    .filter(({ meaning }) => meaning.kind === 'hole')
    .flatMap(({ element }) =>
      book
        .usable(element.id, 'hole', linesOf(frame, element.geometry))
        .map(line => ({ element, line, ref: refOf(element.tags) ?? null })),
    )
    .sort((a, b) => (a.ref ?? 1_001) - (b.ref ?? 1_001))
  return found.map(({ element, line: drawn, ref: said }, i) => {
    const { tags } = element
    // Holes without a number in the file follow after those that have one.
    const ref = said ?? i + 1
    // A hole is drawn from tee to green; where it begins on a green and ends on none it was drawn the other way.
    const line = toGreenM(drawn[0]) === 0 && toGreenM(drawn[drawn.length - 1]) > 30 ? drawn.toReversed() : drawn
    const hole: ImportHole = { id: newId(), ref, line }
    const saidPar = Number.parseInt(tags.par ?? '', 10)
    const par = saidPar >= 1 && saidPar <= 9 ? saidPar : parByLength(lengthM(line))
    const handicap = Number.parseFloat(tags.handicap ?? '')
    book.add({
      type: 'Feature',
      id: hole.id,
      kind: 'hole',
      geometry: { type: 'LineString', coordinates: line.map(point => positionOf(frame, point)) },
      properties: {
        name: lineOf(tags.name, 60) ?? `Hole ${ref}`,
        baseAngle: bearingOf(line),
        par,
        rating: handicap >= 0 && handicap <= 200 ? handicap : 0,
        pass: paceMinutes(par),
        sort: Math.min(1_000, ref),
        isActive: true,
        view: null,
      },
    })
    return hole
  })
}

const bearingOf = (line: PolylineXY): number => {
  const [first, last] = [line[0], line[line.length - 1]]
  const heading = first === undefined || last === undefined ? 0 : headingOfDeg(first, last)
  return (Math.round(heading * 10) / 10) % 360
}

const zoneTypeFor = (zoneTypes: readonly ZoneType[], word: string): ZoneType | undefined => {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
  const wanted = plain(word)
  const exact = zoneTypes.find(({ name }) => plain(name) === wanted || plain(name) === `${wanted}s`)
  const holding = exact ?? zoneTypes.find(({ name }) => plain(name).includes(wanted))
  // A practice ground is mown like a fairway where the course has no type of its own for it.
  return holding ?? (word === 'driving range' ? zoneTypeFor(zoneTypes, 'fairway') : undefined)
}

const readZones = (
  book: Ledger,
  frame: LocalFrame,
  read: readonly Read[],
  zoneTypes: readonly ZoneType[],
): ZoneDraft[] =>
  read.flatMap(({ element, meaning }) => {
    if (meaning.kind !== 'zone') return []
    const { word } = meaning
    const type = zoneTypeFor(zoneTypes, word)
    if (type === undefined) {
      const message = `No zone type is called ${word}`
      book.report(element.id, 'zone', { reason: 'noZoneType', message, at: null }, false)
      return []
    }
    return book.usable(element.id, 'zone', polygonsOf(frame, element.geometry)).map(polygon => ({
      source: element.id,
      word,
      typeId: type.id,
      typeName: type.name,
      title: lineOf(element.tags.name, 100),
      ref: refOf(element.tags),
      polygon,
      allowsIntersection: type.allowsIntersection,
    }))
  })

/** Adds the zones that stand free of each other and of what is on the map, and gives the ground they cover. */
const addZones = (
  book: Ledger,
  frame: LocalFrame,
  drafts: readonly ZoneDraft[],
  holes: readonly ImportHole[],
  input: CourseImportInput,
): readonly PolygonXY[] => {
  const { zones, gone } = cutNested(frame, placeZones(drafts, holes))
  for (const zone of gone) {
    const corner = zone.polygon.outer[0]
    const at = corner === undefined ? null : positionOf(frame, corner)
    const message = `This ${zone.word} is there twice or lies wholly in other zones`
    book.report(zone.source, 'zone', { reason: 'overlaps', message, at }, false)
  }
  const overlapped = overlapWithMap(frame, input)
  const titles = zoneTitles(zones)
  const taken: PolygonXY[] = []
  for (const [i, zone] of zones.entries()) {
    const other = zone.allowsIntersection ? undefined : overlapped(zone.polygon)
    if (other !== undefined) {
      const corner = zone.polygon.outer[0]
      const at = corner === undefined ? null : positionOf(frame, corner)
      book.report(zone.source, 'zone', { reason: 'overlaps', message: `It overlaps ${other} of the map`, at }, false)
      continue
    }
    taken.push(zone.polygon)
    book.add({
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

/** Names a zone of the map that a polygon would lie in, where that zone's type allows no overlap. */
const overlapWithMap = (
  frame: LocalFrame,
  { existing = [], zoneTypes }: CourseImportInput,
): ((polygon: PolygonXY) => string | undefined) => {
  const alone = new Set(zoneTypes.filter(type => !type.allowsIntersection).map(type => type.id))
  const zones = existing.flatMap(feature =>
    feature.kind === 'zone' && alone.has(feature.properties.zoneTypeId)
      ? [{ title: feature.properties.title, polygon: polygonXY(frame, feature.geometry) }]
      : [],
  )
  const index = boxIndex(zones.map(({ polygon }) => boxOf(polygon.outer)))
  return polygon => {
    const hit = index.meeting(boxOf(polygon.outer)).find(i => {
      const zone = zones[i]
      return zone !== undefined && polygonsIntersect(zone.polygon, polygon)
    })
    return hit === undefined ? undefined : zones[hit]?.title
  }
}

const insideAny = (polygons: readonly PolygonXY[]): ((point: XY) => boolean) => {
  const index = boxIndex(polygons.map(polygon => boxOf(polygon.outer)))
  return point =>
    index.meeting(boxOf([point])).some(i => {
      const polygon = polygons[i]
      return polygon !== undefined && contains(polygon, point)
    })
}

const readRest = (
  book: Ledger,
  frame: LocalFrame,
  read: readonly Read[],
  onCourse: (points: readonly XY[]) => boolean,
  zones: readonly PolygonXY[],
  { newId }: CourseImportInput,
): void => {
  const inZone = insideAny(zones)
  const inWood = insideAny(
    read.flatMap(({ element, meaning }) =>
      meaning.kind === 'restriction' ? polygonsOf(frame, element.geometry).shapes : [],
    ),
  )
  let trees = 0
  for (const { element, meaning } of read) {
    const { id: source, tags, geometry } = element
    const named = (fallback: string): string => lineOf(tags.name, 110) ?? fallback
    if (meaning.kind === 'hole' || meaning.kind === 'zone') continue
    if (meaning.kind === 'ignored' || meaning.kind === 'outline') {
      book.ignore(meaning.kind === 'outline' ? 'leisure=golf_course' : meaning.what)
      continue
    }
    if (tags.golf === undefined && geometry !== null && !onCourse(localPositions(frame, element))) {
      book.ignore(`${whatItIs(tags)} outside the course`)
      continue
    }
    switch (meaning.kind) {
      case 'road':
        for (const line of book.usable(source, 'road', linesOf(frame, geometry)))
          book.add({
            type: 'Feature',
            id: newId(),
            kind: 'road',
            geometry: { type: 'LineString', coordinates: line.map(point => positionOf(frame, point)) },
            properties: { title: named(meaning.title), type: meaning.type },
          })
        break
      case 'restriction':
        for (const polygon of book.usable(source, 'restriction', polygonsOf(frame, geometry)))
          book.add({
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
            book.add({
              type: 'Feature',
              id: newId(),
              kind: 'area',
              geometry: polygonGeometryOf(frame, polygon),
              properties: { title: named(meaning.title) },
            })
        break
      case 'wc':
        for (const point of book.usable(source, 'wc', placeOfShape(frame, geometry)))
          book.add({
            type: 'Feature',
            id: newId(),
            kind: 'wc',
            geometry: { type: 'Point', coordinates: positionOf(frame, point) },
            properties: { title: named('WC') },
          })
        break
      case 'tree':
        for (const point of book.usable(source, 'radius', placeOfShape(frame, geometry))) {
          // Only a tree in a zone stands in a mower's way; a wood has its own restriction.
          if (!inZone(point) || inWood(point)) {
            book.ignore('natural=tree outside the zones or in a wood')
            continue
          }
          trees += 1
          book.add({
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

/** Features of our own export keep everything but their id; references among them are kept. */
const readOwn = (book: Ledger, frame: LocalFrame, read: readonly Read[], input: CourseImportInput): void => {
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
    if (result.success) return [{ source: element.id, feature: result.data }]
    const issue = result.error.issues[0]
    const message = issue === undefined ? 'not a feature' : `${issue.path.join('.')}: ${issue.message}`
    book.report(element.id, 'feature', { reason: 'invalidProperties', message, at: null }, false)
    return []
  })
  const ids = new Set(parsed.map(({ feature }) => feature.id))
  const holeIdFor = (holeId: string | null): string | null =>
    holeId !== null && ids.has(holeId) ? idFor(holeId) : null
  const types = new Map(input.zoneTypes.map(type => [type.id, type]))
  const overlapped = overlapWithMap(frame, input)
  for (const { source, feature } of parsed) {
    const refuse = (reason: ImportReason, message: string, at: Position | null = null): void =>
      book.report(source, feature.kind, { reason, message, at }, false)
    if (feature.geometry.type === 'Polygon') {
      const polygon = polygonXY(frame, feature.geometry)
      const problem = polygonProblem(polygon)
      const at = problem?.at === undefined ? null : positionOf(frame, problem.at)
      if (problem !== undefined) {
        refuse(
          problem.kind === 'zeroArea' ? 'zeroArea' : 'selfIntersection',
          `The shape is not valid: ${problem.kind}`,
          at,
        )
        continue
      }
      if (areaM2(polygon) < LEAST_AREA_M2) {
        refuse('zeroArea', 'The area is empty')
        continue
      }
      if (feature.kind === 'zone') {
        const type = types.get(feature.properties.zoneTypeId)
        if (type === undefined) {
          refuse('noZoneType', 'Its zone type does not exist here')
          continue
        }
        const other = type.allowsIntersection ? undefined : overlapped(polygon)
        if (other !== undefined) {
          refuse('overlaps', `It overlaps ${other} of the map`)
          continue
        }
      }
    }
    const id = idFor(feature.id)
    if (feature.kind === 'zone')
      book.add({ ...feature, id, properties: { ...feature.properties, holeId: holeIdFor(feature.properties.holeId) } })
    else if (feature.kind === 'missionArea')
      book.add({ ...feature, id, properties: { ...feature.properties, holeId: holeIdFor(feature.properties.holeId) } })
    else book.add({ ...feature, id })
  }
}

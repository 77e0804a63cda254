/** The zones of an imported course: which hole they belong to, what they are called, and that none lies in another. */
import { awayFromHoleM, boxIndex, FARTHEST_FROM_HOLE_M, soundPieces } from '@greensward/domain'
import {
  areaM2,
  boxOf,
  difference,
  distanceM,
  grownBox,
  type LocalFrame,
  nearestOnLine,
  overlapAreaM2,
  type PolygonXY,
  type PolylineXY,
  polygonsIntersect,
  union,
} from '@greensward/geometry'
import { ZONE_WORDS, type ZoneWord } from './importMeaning.ts'

/** A hole of the import: its line runs from tee to green, in metres. */
export interface ImportHole {
  readonly id: string
  /** Number as it stands on the sign at the tee, or one given in order where the file does not say. */
  readonly ref: number
  /** The number, after the name of its course where several have it. */
  readonly label: string
  readonly line: PolylineXY
}

export interface ZoneDraft {
  readonly source: string
  readonly word: ZoneWord
  readonly typeId: string
  /** Such as `Fairway`: the name of the zone type. */
  readonly typeName: string
  /** A title from the file, if it has one. */
  readonly title: string | undefined
  readonly ref: number | undefined
  readonly polygon: PolygonXY
  /** False where zones of the type may not overlap others. */
  readonly allowsIntersection: boolean
}

export interface PlacedZone extends ZoneDraft {
  readonly hole: ImportHole | null
}

/** A ref in the tags is believed when the hole's line is this near, metres. */
const FARTHEST_BY_REF_M = 300

/** Green and tee are at the ends of their hole. */
const endOf = (word: ZoneWord): 'tee' | 'green' | null => (word === 'tee' || word === 'green' ? word : null)

/** Finds the hole of each zone: the one its tags name, if that is near, else the nearest within 90 m. */
export const placeZones = (drafts: readonly ZoneDraft[], holes: readonly ImportHole[]): PlacedZone[] => {
  const index = boxIndex(holes.map(({ line }) => grownBox(boxOf(line), FARTHEST_BY_REF_M)))
  return drafts.map(draft => {
    const near = index.meeting(boxOf(draft.polygon.outer)).flatMap(i => {
      const hole = holes[i]
      return hole === undefined ? [] : [{ hole, away: awayFromHoleM(draft.polygon, hole.line, endOf(draft.word)) }]
    })
    near.sort((a, b) => a.away - b.away)
    const named = near.find(
      ({ hole, away }) => draft.ref !== undefined && hole.ref === draft.ref && away < FARTHEST_BY_REF_M,
    )
    const nearest = near.find(({ away }) => away <= FARTHEST_FROM_HOLE_M)
    return { ...draft, hole: (named ?? nearest)?.hole ?? null }
  })
}

export interface CutZone extends PlacedZone {
  /** Counts the pieces of one zone from 1; 0 when it stayed in one piece. */
  readonly piece: number
}

export interface CutOutcome {
  readonly zones: readonly CutZone[]
  /** Zones of which nothing was left. */
  readonly gone: readonly PlacedZone[]
}

/** Share of a zone that another of its kind must cover with its outline for the two to be one zone drawn twice. */
const TWIN_SHARE = 0.98

/** OpenStreetMap often has a fairway twice: as a relation with holes and as the way round it. */
const isTwin = (zone: ZoneDraft, area: number, other: ZoneDraft): boolean =>
  other.word === zone.word &&
  overlapAreaM2({ outer: other.polygon.outer, holes: [] }, zone.polygon) >= TWIN_SHARE * area

/** Share of a zone that must lie in another for it to be an island there. */
const ISLAND_SHARE = 0.5

interface Candidate {
  readonly zone: PlacedZone
  readonly area: number
}

/** An island wins against what lies round it; of two that only lap over, the stronger kind does, and of one kind the smaller. */
const wins = (a: Candidate, b: Candidate): boolean => {
  const common = overlapAreaM2(a.zone.polygon, b.zone.polygon)
  const aLiesInB = common >= ISLAND_SHARE * a.area
  const bLiesInA = common >= ISLAND_SHARE * b.area
  if (aLiesInB !== bLiesInA) return aLiesInB
  const rank = ({ zone }: Candidate): number => ZONE_WORDS.indexOf(zone.word)
  return rank(a) === rank(b) ? a.area < b.area : rank(a) < rank(b)
}

/**
 * Takes out of each zone what belongs to another, so that no two lie on the same ground. Kinds are bunker, green, tee, fairway,
 * driving range and rough, the strongest first. Zones whose type may overlap stay whole.
 */
export const cutNested = (frame: LocalFrame, zones: readonly PlacedZone[]): CutOutcome => {
  const candidates = zones.map((zone): Candidate => ({ zone, area: areaM2(zone.polygon) }))
  const index = boxIndex(zones.map(({ polygon }) => boxOf(polygon.outer)))
  const near = candidates.map(({ zone }, i) =>
    index.meeting(boxOf(zone.polygon.outer)).flatMap(other => {
      const candidate = candidates[other]
      return other === i || candidate === undefined ? [] : [{ ...candidate, other }]
    }),
  )
  // Of twins the one with less ground stays: it is the one that has its holes.
  const isSecond = candidates.map(({ zone, area }, i) =>
    (near[i] ?? []).some(
      ({ zone: twin, area: twinArea, other }) =>
        (twinArea < area || (twinArea === area && other < i)) && isTwin(zone, area, twin),
    ),
  )
  const cut: CutZone[] = []
  const gone: PlacedZone[] = []
  for (const [i, candidate] of candidates.entries()) {
    const { zone } = candidate
    if (isSecond[i] === true) {
      gone.push(zone)
      continue
    }
    const stronger = zone.allowsIntersection
      ? []
      : (near[i] ?? []).filter(
          rival =>
            !rival.zone.allowsIntersection &&
            isSecond[rival.other] !== true &&
            polygonsIntersect(rival.zone.polygon, zone.polygon) &&
            !beats(candidate, i, rival, rival.other),
        )
    const pieces =
      stronger.length === 0
        ? [zone.polygon]
        : soundPieces(frame, difference([zone.polygon], union(stronger.map(rival => rival.zone.polygon))))
    if (pieces.length === 0) gone.push(zone)
    else
      cut.push(
        ...pieces
          .toSorted((a, b) => areaM2(b) - areaM2(a))
          .map((polygon, n) => ({ ...zone, polygon, piece: pieces.length === 1 ? 0 : n + 1 })),
      )
  }
  return { zones: cut, gone }
}

/** `wins` with a last word for two that are alike, so that exactly one of two is cut. */
const beats = (a: Candidate, placeA: number, b: Candidate, placeB: number): boolean =>
  wins(a, b) === wins(b, a) ? placeA < placeB : wins(a, b)

/**
 * 'Green 13' where the hole has one green, 'Bunker 13-2' where it has several, counted from the tee; 'Rough (4)' where no hole
 * is near. A name in the file goes before all; further pieces of one zone get '(2)', '(3)'.
 */
export const zoneTitles = (zones: readonly CutZone[]): string[] => {
  const groups = new Map<string, { readonly zone: CutZone; readonly index: number; readonly along: number }[]>()
  for (const [index, zone] of zones.entries()) {
    if (zone.title !== undefined || zone.piece > 1) continue
    const key = `${zone.typeName} ${zone.hole?.id ?? ''}`
    const line = zone.hole?.line
    const corner = zone.polygon.outer[0] ?? [0, 0]
    const along =
      line === undefined
        ? index
        : (nearestOnLine(line, corner)?.alongM ?? 0) + distanceM(corner, line[0] ?? corner) / 1e6
    groups.set(key, [...(groups.get(key) ?? []), { zone, index, along }])
  }
  const numbered = new Map<number, string>()
  for (const group of groups.values()) {
    group.sort((a, b) => a.along - b.along || a.index - b.index)
    for (const [n, { zone, index }] of group.entries()) {
      const { typeName, hole } = zone
      const ref = hole?.label
      if (ref === undefined) numbered.set(index, `${typeName} (${n + 1})`)
      else numbered.set(index, group.length === 1 ? `${typeName} ${ref}` : `${typeName} ${ref}-${n + 1}`)
    }
  }
  let whole = ''
  return zones.map((zone, index) => {
    if (zone.piece <= 1) whole = zone.title ?? numbered.get(index) ?? zone.typeName
    return zone.piece > 1 ? `${whole} (${zone.piece})` : whole
  })
}

import { boxesMeet, boxOf } from '../../polygon/measure.ts'
import { nearestOnLine } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import type { PassChain } from '../headland/headlandPasses.ts'
import { type RingWay, ringWay } from '../headland/ring.ts'
import type { PathRequest, SwathPath } from './pathRequest.ts'

/** Swath ends this many widths from a headland pass turn on it. */
const TURNS_ON = 1.6

/** Something that is driven from the headland pass that passes nearest to it: a chain that no swath ends at, or a string of swaths. */
export interface Trip {
  readonly to: { readonly kind: 'chain' | 'swaths'; readonly index: number }
  readonly host: number
  readonly pass: number
  readonly near: XY
}

export interface Visits {
  /** For every gap between the swaths of each sequence (0 is before the first) the chains that are driven in it. */
  readonly visits: readonly (readonly (readonly number[])[])[]
  /** What is driven from headland passes. */
  readonly trips: readonly Trip[]
}

/** Chains come just before the first swath that ends at them (or after the last one): from that end they are one turn away. */
export const whenToVisit = (
  { chains, when, widthM }: PathRequest,
  sequences: readonly (readonly SwathPath[])[],
): Visits => {
  const visits: number[][][] = sequences.map(sequence => Array.from({ length: sequence.length + 1 }, () => []))
  const trips: Trip[] = []
  const main = visits[0] ?? []
  const outer = when === 'before' ? 0 : main.length - 1
  const places = sequences.map(placesOf)
  chains.forEach((chain, index) => {
    const outermost = chain[0]
    if (index === 0 || outermost === undefined) {
      main[outer]?.push(index)
      return
    }
    const innermost = chain[chain.length - 1] ?? outermost
    for (const [sequence, at] of places.entries()) {
      const gap = touchingGap(innermost.ring, at, when, widthM * TURNS_ON)
      if (gap === undefined) continue
      visits[sequence]?.[gap]?.push(index)
      return
    }
    const trip = nearestHost({ kind: 'chain', index }, outermost.ring, chains, index)
    if (trip === undefined) main[outer]?.push(index)
    else trips.push(trip)
  })
  // Only the outer headland passes are sure to be driven elsewhere than in the middle of the string itself.
  sequences.forEach((sequence, index) => {
    const ends = [sequence[0]?.entry.at, sequence[sequence.length - 1]?.exit.at].flatMap(at =>
      at === undefined ? [] : [at],
    )
    const trip = index === 0 ? undefined : nearestHost({ kind: 'swaths', index }, ends, chains, 1)
    if (trip !== undefined) trips.push(trip)
  })
  // The outer headland passes keep their place at the very beginning or end.
  if (when === 'after') main[outer]?.push(...(main[outer]?.splice(0, 1) ?? []))
  return { visits, trips }
}

/** Corners of a ring that are asked how near another headland pass comes; a few are enough. */
const CORNERS_ASKED = 24

/** The headland pass of one of the first `hosts` chains that comes nearest to one of some places. */
const nearestHost = (
  to: Trip['to'],
  places: readonly XY[],
  chains: readonly PassChain[],
  hosts: number,
): Trip | undefined => {
  const step = Math.max(1, Math.floor(places.length / CORNERS_ASKED))
  const around = boxOf(places)
  let best: Trip | undefined
  let bestM = Number.POSITIVE_INFINITY
  for (let host = 0; host < hosts; host++)
    for (const [pass, { ring }] of (chains[host] ?? []).entries()) {
      if (!boxesMeet(around, boxOf(ring), bestM)) continue
      const closed = [...ring, ...ring.slice(0, 1)]
      for (let i = 0; i < places.length; i += step) {
        const at = places[i]
        const place = at && nearestOnLine(closed, at)
        if (place === undefined || place.distanceM >= bestM) continue
        bestM = place.distanceM
        best = { to, host, pass, near: place.point }
      }
    }
  return best
}

/** The gap between swaths from which a ring is one turn away; undefined where no swath ends at it. */
const touchingGap = (
  ring: readonly XY[],
  { exits, entries }: SwathPlaces,
  when: 'before' | 'after',
  nearM: number,
): number | undefined => {
  const box = boxOf(ring)
  let way: RingWay | undefined
  const touches = (places: Float64Array, i: number): boolean => {
    const x = places[2 * i] ?? 0
    const y = places[2 * i + 1] ?? 0
    if (x < box.minX - nearM || x > box.maxX + nearM || y < box.minY - nearM || y > box.maxY + nearM) return false
    way ??= ringWay(ring)
    return way.nearest([x, y]).awayM <= nearM
  }
  const count = entries.length / 2
  if (when === 'before') {
    for (let i = 0; i < count; i++) {
      if (touches(entries, i)) return i
      if (touches(exits, i)) return i + 1
    }
  } else
    for (let i = count - 1; i >= 0; i--) {
      if (touches(exits, i)) return i + 1
      if (touches(entries, i)) return i
    }
  return undefined
}

/** x and y of where each swath is entered and left. */
interface SwathPlaces {
  readonly entries: Float64Array
  readonly exits: Float64Array
}

const placesOf = (swaths: readonly SwathPath[]): SwathPlaces => {
  const entries = new Float64Array(swaths.length * 2)
  const exits = new Float64Array(swaths.length * 2)
  swaths.forEach(({ entry, exit }, i) => {
    entries.set(entry.at, 2 * i)
    exits.set(exit.at, 2 * i)
  })
  return { entries, exits }
}

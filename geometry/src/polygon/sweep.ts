import type { Ring, XY } from '../units.ts'

/** Where two edges meet other than as neighbours in one ring. */
export interface Contact {
  readonly at: XY
  readonly ringA: number
  readonly ringB: number
  /** `cross`: the edges run through each other or along each other; `touch`: they only meet in one point. */
  readonly how: 'cross' | 'touch'
}

interface Edge {
  readonly ring: number
  /** Index of the corner the edge starts at in its ring, and the number of corners, to know neighbours. */
  readonly index: number
  readonly left: XY
  readonly right: XY
  readonly length: number
}

/** How far `p` is to the left of the line of `edge`; negative to its right. */
const sideOf = (edge: Edge, p: XY): number => {
  const { left, right } = edge
  return ((right[0] - left[0]) * (p[1] - left[1]) - (right[1] - left[1]) * (p[0] - left[0])) / edge.length
}

const same = (a: XY, b: XY): boolean => a[0] === b[0] && a[1] === b[1]

const before = (a: XY, b: XY): number => a[0] - b[0] || a[1] - b[1]

const withinReach = (edge: Edge, p: XY, tolerance: number): boolean => {
  const along =
    ((p[0] - edge.left[0]) * (edge.right[0] - edge.left[0]) + (p[1] - edge.left[1]) * (edge.right[1] - edge.left[1])) /
    edge.length
  return along >= -tolerance && along <= edge.length + tolerance
}

const liesOn = (edge: Edge, p: XY, tolerance: number): boolean =>
  Math.abs(sideOf(edge, p)) <= tolerance && withinReach(edge, p, tolerance)

const LARGEST_BLOCK = 1024

/**
 * The edges that the sweep line meets, from below to above, in blocks: to insert moves one block, not all, so that 100 000
 * edges at once stay quick.
 */
class SweepStatus {
  private readonly tolerance: number
  private readonly blocks: Edge[][] = [[]]
  private readonly blockOf = new Map<Edge, Edge[]>()

  constructor(tolerance: number) {
    this.tolerance = tolerance
  }

  /** Puts in an edge at its left end and returns its neighbours below and above. */
  insert(edge: Edge): [Edge | undefined, Edge | undefined] {
    const blocks = this.blocks
    const at = firstAbove(blocks.length - 1, i => {
      const last = blocks[i]?.at(-1)
      return last === undefined || this.isAbove(last, edge)
    })
    const block = blocks[at] ?? []
    const slot = firstAbove(block.length, i => {
      const other = block[i]
      return other === undefined || this.isAbove(other, edge)
    })
    block.splice(slot, 0, edge)
    this.blockOf.set(edge, block)
    const neighbours = this.around(at, slot - 1, slot + 1)
    if (block.length > LARGEST_BLOCK) {
      const upper = block.splice(LARGEST_BLOCK / 2)
      for (const moved of upper) this.blockOf.set(moved, upper)
      blocks.splice(at + 1, 0, upper)
    }
    return neighbours
  }

  /** Takes an edge out and returns the two that become neighbours. */
  remove(edge: Edge): [Edge | undefined, Edge | undefined] {
    const block = this.blockOf.get(edge)
    if (block === undefined) return [undefined, undefined]
    this.blockOf.delete(edge)
    const slot = block.indexOf(edge)
    block.splice(slot, 1)
    const at = this.blocks.indexOf(block)
    const neighbours = this.around(at, slot - 1, slot)
    if (block.length === 0 && this.blocks.length > 1) this.blocks.splice(at, 1)
    return neighbours
  }

  private around(at: number, below: number, above: number): [Edge | undefined, Edge | undefined] {
    const block = this.blocks[at] ?? []
    return [
      below >= 0 ? block[below] : this.blocks[at - 1]?.at(-1),
      above < block.length ? block[above] : this.blocks[at + 1]?.[0],
    ]
  }

  /** Whether `other` runs above the left end of `edge`, or above `edge` from there on where it passes through that end. */
  private isAbove(other: Edge, edge: Edge): boolean {
    const side = sideOf(other, edge.left)
    return Math.abs(side) <= this.tolerance ? sideOf(other, edge.right) <= 0 : side < 0
  }
}

/** The first index below `count` for which `above` holds, else `count`. */
const firstAbove = (count: number, above: (index: number) => boolean): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (above(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Sweeps a line over the edges of rings and hands every contact it meets to `onContact`, until that answers `stop`
 * (Shamos and Hoey 1976: n log n comparisons). Contacts inside one ring, crossings included, end the order that the sweep
 * relies on, so that the caller must stop at those; mere touches between rings leave it intact.
 */
export const sweepContacts = (
  rings: readonly Ring[],
  tolerance: number,
  onContact: (contact: Contact) => 'stop' | 'continue',
): void => {
  const edges: Edge[] = []
  rings.forEach((ring, ringIndex) => {
    ring.forEach((a, index) => {
      const b = ring[(index + 1) % ring.length]
      if (b === undefined) return
      const [left, right] = before(a, b) <= 0 ? [a, b] : [b, a]
      edges.push({ ring: ringIndex, index, left, right, length: Math.hypot(b[0] - a[0], b[1] - a[1]) })
    })
  })
  // Even numbers start an edge and odd ones end it; at one place ends come first.
  const place = (event: number): XY => {
    const edge = edges[event >> 1]
    if (edge === undefined) throw new RangeError('the sweep has no such edge')
    return event % 2 === 0 ? edge.left : edge.right
  }
  const events = Array.from({ length: edges.length * 2 }, (_, i) => i)
  events.sort((a, b) => before(place(a), place(b)) || (b % 2) - (a % 2))

  const status = new SweepStatus(tolerance)

  const neighbours = (a: Edge, b: Edge): boolean => {
    if (a.ring !== b.ring) return false
    const count = rings[a.ring]?.length ?? 0
    const gap = Math.abs(a.index - b.index)
    return gap === 1 || gap === count - 1
  }

  const contactOf = (a: Edge, b: Edge): Contact | undefined => {
    const found = (at: XY, how: Contact['how']): Contact => ({ at, ringA: a.ring, ringB: b.ring, how })
    const ends: [Edge, XY][] = [
      [b, a.left],
      [b, a.right],
      [a, b.left],
      [a, b.right],
    ]
    const meeting = ends.filter(([edge, p]) => liesOn(edge, p, tolerance)).map(([, p]) => p)
    const first = meeting[0]
    if (first !== undefined) {
      const other = meeting.find(p => Math.hypot(p[0] - first[0], p[1] - first[1]) > 2 * tolerance)
      if (other !== undefined) return found(other, 'cross')
      if (neighbours(a, b)) return undefined
      return found(first, 'touch')
    }
    const a1 = sideOf(b, a.left)
    const a2 = sideOf(b, a.right)
    if (a1 > 0 === a2 > 0 || sideOf(a, b.left) > 0 === sideOf(a, b.right) > 0) return undefined
    const t = a1 / (a1 - a2)
    return found([a.left[0] + (a.right[0] - a.left[0]) * t, a.left[1] + (a.right[1] - a.left[1]) * t], 'cross')
  }

  let stopped = false
  const check = (a: Edge | undefined, b: Edge | undefined): void => {
    if (stopped || a === undefined || b === undefined) return
    const contact = contactOf(a, b)
    if (contact !== undefined && onContact(contact) === 'stop') stopped = true
  }

  let here: XY | undefined
  let hereRings: number[] = []
  for (const event of events) {
    if (stopped) return
    const edge = edges[event >> 1]
    if (edge === undefined) continue
    const at = event % 2 === 0 ? edge.left : edge.right
    // Corners at the same place: a third edge of one ring, or two rings that meet there.
    if (here !== undefined && same(here, at)) {
      for (const ring of new Set(hereRings)) {
        const meetsItself = ring === edge.ring && hereRings.filter(other => other === ring).length >= 2
        if ((meetsItself || ring !== edge.ring) && !stopped)
          stopped = onContact({ at, ringA: ring, ringB: edge.ring, how: 'touch' }) === 'stop'
      }
      hereRings.push(edge.ring)
    } else {
      here = at
      hereRings = [edge.ring]
    }
    if (event % 2 === 1) {
      const [below, above] = status.remove(edge)
      check(below, above)
    } else {
      const [below, above] = status.insert(edge)
      check(below, edge)
      check(edge, above)
    }
  }
}

/**
 * Asks a server that is not ours, which may be slow or dead. All layers of a map share sixteen places for tiles that load, so
 * a server that does not answer would keep the course's own pictures waiting.
 */
import { containsCoordinate, type Extent, extend, getCenter } from 'ol/extent.js'

/** A tile that has not come by then does not come. */
const MOST_MS = 8_000
/** Places of a server that has not answered yet. */
const MOST_PROBES = 4
/** A server that did not answer is left alone for this long. */
const PAUSE_MS = 30_000
/**
 * A set of tiles ends somewhere, and has none beyond, as the pictures of one course in a view of its county: only tiles where the
 * server had some count, and this many in a row are its fault.
 */
const MOST_MISSING = 24

interface TileServerEvents {
  readonly onState: (state: 'shown' | 'failed') => void
  /** Tiles that were not asked for meanwhile can be asked for now. */
  readonly onReady: () => void
}

const UNASKED = 'The server is not asked now'

export class TileServer {
  private readonly events: TileServerEvents
  private readonly pending = new Set<AbortController>()
  private state: 'probing' | 'answering' | 'pausing' = 'probing'
  private pause: ReturnType<typeof setTimeout> | undefined
  private hasRefused = false
  private hasShown = false
  /** Since the last tile that came. */
  private missing = 0
  /** The ground between all tiles that came. */
  private known: Extent | undefined

  constructor(events: TileServerEvents) {
    this.events = events
  }

  /**
   * Rejects where the server gives no answer in time.
   * @param outer ends the question when its tile is needed no more
   * @param ground that the tile shows, in any plane; left out for other questions
   */
  async ask<T>(outer: AbortSignal, question: (signal: AbortSignal) => Promise<T>, ground?: Extent): Promise<T> {
    if (this.state === 'pausing' || (this.state === 'probing' && this.pending.size >= MOST_PROBES)) {
      this.hasRefused = true
      throw new Error(UNASKED)
    }
    if (outer.aborted) throw new Error(UNASKED)
    const inner = new AbortController()
    const leave = (): void => inner.abort()
    outer.addEventListener('abort', leave)
    this.pending.add(inner)
    const timer = setTimeout(() => this.giveUp(), MOST_MS)
    // A question that ignores its end must not hold the place either.
    const ended = new Promise<never>((_, reject) =>
      inner.signal.addEventListener('abort', () => reject(new Error(UNASKED))),
    )
    try {
      const answer = await Promise.race([question(inner.signal), ended])
      this.hasShown = true
      this.missing = 0
      if (ground !== undefined) this.known = extend(this.known ?? [...ground], ground)
      this.events.onState('shown')
      return answer
    } catch (error) {
      if (!inner.signal.aborted) this.missed(ground)
      throw error
    } finally {
      clearTimeout(timer)
      outer.removeEventListener('abort', leave)
      this.pending.delete(inner)
      if (!inner.signal.aborted) this.answered()
    }
  }

  stop(): void {
    clearTimeout(this.pause)
    this.state = 'pausing'
    this.endAll()
  }

  private missed(ground: Extent | undefined): void {
    const isBeyond =
      ground !== undefined && this.known !== undefined && !containsCoordinate(this.known, getCenter(ground))
    if (isBeyond) return
    this.missing += 1
    if (!this.hasShown || this.missing >= MOST_MISSING) this.events.onState('failed')
  }

  private answered(): void {
    if (this.state !== 'probing') return
    this.state = 'answering'
    this.makeUp()
  }

  private giveUp(): void {
    if (this.state === 'pausing') return
    this.state = 'pausing'
    this.hasRefused = true
    this.endAll()
    this.events.onState('failed')
    this.pause = setTimeout(() => {
      this.state = 'probing'
      this.makeUp()
    }, PAUSE_MS)
  }

  private endAll(): void {
    for (const one of [...this.pending]) one.abort()
  }

  private makeUp(): void {
    if (!this.hasRefused) return
    this.hasRefused = false
    this.events.onReady()
  }
}

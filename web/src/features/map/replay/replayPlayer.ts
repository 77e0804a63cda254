/**
 * Plays the past of all vehicles: a clock of its own that can be stopped, set and hurried, and the places at its moment. What
 * is recorded comes a span at a time; the clock waits for it instead of guessing. It knows neither React nor the map.
 */
import { linkStateOf, type ReplayTrack, SILENT_TELEMETRY, unpackTrack } from '@greensward/domain'
import type { VehicleView } from '../../../api/index.ts'
import { placeAt, type Recorded } from './placeAt.ts'

export const SPEEDS = [1, 2, 5, 10, 20, 30, 60] as const
export type Speed = (typeof SPEEDS)[number]

/** Five minutes of a whole fleet are there before anybody has waited. */
const SPAN_MS = 300_000
/** This much before the end of a span the next one is asked for, in milliseconds of a person's time. */
const AHEAD_MS = 8_000
/** The reading of an unfinished period is out of date after this time. */
const YOUNG_MS = 5_000
/** The newest positions are not recorded yet. */
const NOT_YET_MS = 3_000
/** A vehicle that was silent for longer is left out: its position is unknown. */
const FORGOTTEN_MS = 12 * 3_600_000
/** The screen updates its clock this often, the map at every frame. */
const TELL_MS = 200

export interface ReplayState {
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly isPlaying: boolean
  readonly speed: Speed
  /** The record of this moment is still being read. */
  readonly isWaiting: boolean
  /** Why it could not be read; null while it can. */
  readonly error: unknown
  /** The clock has reached the present. */
  readonly isAtEnd: boolean
}

export interface ReplayPlayer {
  readonly state: () => ReplayState
  /** Called when a screen has something new to show, a few times a second at the most. */
  readonly onState: (listener: () => void) => () => void
  readonly vehicles: {
    readonly all: () => readonly VehicleView[]
    readonly subscribe: (listener: () => void) => () => void
  }
  readonly play: () => void
  readonly pause: () => void
  readonly setSpeed: (speed: Speed) => void
  readonly seek: (atMs: number) => void
  /** Which of the vehicles are carts; all others are mowers. */
  readonly setCarts: (ids: ReadonlySet<string>) => void
  /** Reads again what could not be read. */
  readonly readAgain: () => void
  /** Some of a person's time has passed. */
  readonly tick: (elapsedMs: number) => void
}

interface Span {
  readonly tracks: ReadonlyMap<string, Recorded>
  /** Up to here it is whole. */
  readonly wholeToMs: number
}

export interface ReplaySource {
  /** @throws what the caller shows as the reason */
  readonly read: (
    fromMs: number,
    toMs: number,
  ) => Promise<{ readonly stepS: number; readonly tracks: readonly ReplayTrack[] }>
  readonly nowMs: () => number
}

export const createReplayPlayer = (startMs: number, { read, nowMs }: ReplaySource): ReplayPlayer => {
  const spans = new Map<number, Span>()
  const asked = new Map<number, number>()
  const stateListeners = new Set<() => void>()
  const vehicleListeners = new Set<() => void>()
  let carts: ReadonlySet<string> = new Set()
  let vehicles: readonly VehicleView[] = []
  let sinceShownMs = 0
  const latestMs = (): number => nowMs() - NOT_YET_MS
  const within = (atMs: number): number => Math.min(atMs, latestMs())
  let state: ReplayState = {
    atMs: within(startMs),
    isPlaying: false,
    speed: 1,
    isWaiting: true,
    error: null,
    isAtEnd: false,
  }

  const set = (change: Partial<ReplayState>): void => {
    state = { ...state, ...change }
    for (const listener of stateListeners) listener()
  }
  const spanFrom = (atMs: number): number => Math.floor(atMs / SPAN_MS) * SPAN_MS
  const isKnown = (atMs: number): boolean => (spans.get(spanFrom(atMs))?.wholeToMs ?? Number.NEGATIVE_INFINITY) >= atMs

  const ask = (fromMs: number): void => {
    if (fromMs > latestMs() || asked.has(fromMs)) return
    const known = spans.get(fromMs)
    if (known !== undefined && (known.wholeToMs >= fromMs + SPAN_MS || nowMs() - known.wholeToMs < YOUNG_MS)) return
    const wholeToMs = Math.min(fromMs + SPAN_MS, latestMs())
    asked.set(fromMs, nowMs())
    read(fromMs, fromMs + SPAN_MS)
      .then(({ stepS, tracks }) => {
        const recorded = tracks.map(track => [track.vehicleId, { fromMs, stepS, places: unpackTrack(track) }] as const)
        spans.set(fromMs, { tracks: new Map(recorded), wholeToMs })
        asked.delete(fromMs)
        if (fromMs === spanFrom(state.atMs)) {
          show()
          set({ isWaiting: !isKnown(state.atMs), error: null })
        }
      })
      .catch((error: unknown) => {
        asked.delete(fromMs)
        if (fromMs === spanFrom(state.atMs)) set({ error, isPlaying: false, isWaiting: false })
      })
  }

  const show = (): void => {
    const { atMs } = state
    vehicles = [...(spans.get(spanFrom(atMs))?.tracks ?? [])].flatMap(([id, recorded]): VehicleView[] => {
      const place = placeAt(recorded, atMs)
      if (place === null || place.ageMs > FORGOTTEN_MS) return []
      const { position, headingDeg, bladeOn, ageMs } = place
      return [
        {
          id,
          kind: carts.has(id) ? 'cart' : 'mower',
          telemetry: { ...SILENT_TELEMETRY, position, headingDeg, bladeOn, ageMs, link: linkStateOf(ageMs) },
          missionId: null,
          progress: null,
          stop: null,
          // Its age is counted by the clock of the replay, so none is added by the clock on the wall.
          receivedAt: Number.MAX_SAFE_INTEGER,
        },
      ]
    })
    for (const listener of vehicleListeners) listener()
  }

  const goTo = (atMs: number): void => {
    state = { ...state, atMs: within(atMs) }
    ask(spanFrom(state.atMs))
    show()
    set({ isWaiting: !isKnown(state.atMs), isAtEnd: atMs >= latestMs(), error: null })
  }
  goTo(startMs)

  return {
    state: () => state,
    onState: listener => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    vehicles: {
      all: () => vehicles,
      subscribe: listener => {
        vehicleListeners.add(listener)
        return () => vehicleListeners.delete(listener)
      },
    },
    play: () => set({ isPlaying: true, isAtEnd: false }),
    pause: () => set({ isPlaying: false }),
    setSpeed: speed => set({ speed }),
    seek: goTo,
    setCarts: ids => {
      carts = ids
      show()
    },
    readAgain: () => goTo(state.atMs),
    tick: elapsedMs => {
      if (!state.isPlaying) return
      const wanted = state.atMs + elapsedMs * state.speed
      const atMs = within(wanted)
      for (let at = spanFrom(atMs); at <= atMs + AHEAD_MS * state.speed; at += SPAN_MS) ask(at)
      if (!isKnown(atMs)) {
        if (!state.isWaiting) set({ isWaiting: true })
        return
      }
      state = { ...state, atMs }
      show()
      sinceShownMs += elapsedMs
      if (atMs < wanted) set({ isPlaying: false, isAtEnd: true, isWaiting: false })
      else if (sinceShownMs >= TELL_MS || state.isWaiting) {
        sinceShownMs = 0
        set({ isWaiting: false })
      }
    },
  }
}

/** RTK corrections from an NTRIP caster, versions 1 and 2. Our own: no client on npm is maintained. */
import type { LonLat } from '@greensward/geometry'
import type { Clock } from '../clock.ts'
import { MAX_CORRECTION_BYTES } from './corrections.ts'
import { NtripConnection, type NtripMountpoint, type NtripProblem } from './ntripConnection.ts'
import { rtcmTypeOf } from './rtcm.ts'

export interface NtripOptions extends NtripMountpoint {
  /** The address to connect to; it rejects where the caster may not be asked. Absent, the host is looked up as it is. */
  readonly addressOf?: (host: string) => Promise<string>
  readonly clock: Clock
  /** For casters that compute a station for a position; null sends them none. */
  readonly position: () => LonLat | null
  /** One whole RTCM message. */
  readonly onCorrections: (rtcm: Uint8Array) => void
  /** `streaming` when corrections come, otherwise in short why they do not. */
  readonly onState: (state: 'streaming' | 'refused' | 'lost', detail: string) => void
  /** Each change of phase, with all that is known. */
  readonly onChange?: (state: NtripState) => void
}

export interface NtripState {
  readonly phase: 'connecting' | 'streaming' | 'waiting' | 'closed'
  /** Of the last try; null while all is well. */
  readonly problem: NtripProblem | null
  /** In the system's words; of what the caster answered no more than its status. */
  readonly detail: string
  /** Wall time of the last change of phase. */
  readonly sinceMs: number
  /** Over the last ten seconds. */
  readonly bytesPerS: number
  /** RTCM message numbers received on this connection, each with its count. */
  readonly messages: readonly { readonly type: number; readonly count: number }[]
  /** Since the last whole correction; null when none has come yet. */
  readonly correctionAgeMs: number | null
  /** Whole corrections that are too long for the link to the mowers. */
  readonly tooLong: number
  /** Wall time of the next try, while it waits. */
  readonly nextTryMs: number | null
}

/** Thrown by `addressOf` for a caster that may not be contacted. */
export class ForbiddenAddress extends Error {}

export interface NtripClient {
  state(): NtripState
  close(): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
const RATE_OVER_MS = 10_000

/** A caster may block a client after repeated wrong passwords: such retries are far apart from the start. */
const isForPeople = (problem: NtripProblem): boolean =>
  problem === 'authRefused' || problem === 'mountpointMissing' || problem === 'forbiddenAddress'

const isOutage = (problem: NtripProblem): boolean => problem === 'lost' || problem === 'silent'

class ByteRate {
  readonly #clock: Clock
  #windows: { readonly atMs: number; readonly bytes: number }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(bytes: number): void {
    this.#windows = [...this.#recent(), { atMs: this.#clock.monotonicMs(), bytes }]
  }

  perSecond(): number {
    return this.#recent().reduce((sum, { bytes }) => sum + bytes, 0) / (RATE_OVER_MS / 1_000)
  }

  #recent() {
    return this.#windows.filter(({ atMs }) => this.#clock.monotonicMs() - atMs < RATE_OVER_MS)
  }
}

class ReconnectingClient implements NtripClient {
  readonly #options: NtripOptions
  readonly #clock: Clock
  readonly #rate: ByteRate
  #phase: NtripState['phase'] = 'connecting'
  #problem: NtripProblem | null = null
  #detail = ''
  #sinceMs: number
  #nextTryMs: number | null = null
  #waitMs = FIRST_WAIT_MS
  #correctionAtMs: number | null = null
  #tooLong = 0
  #types = new Map<number, number>()
  #connection: NtripConnection | undefined
  #retryTimer: unknown

  constructor(options: NtripOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#rate = new ByteRate(options.clock)
    this.#sinceMs = options.clock.nowMs()
  }

  state(): NtripState {
    return {
      phase: this.#phase,
      problem: this.#problem,
      detail: this.#detail,
      sinceMs: this.#sinceMs,
      bytesPerS: this.#rate.perSecond(),
      messages: [...this.#types].map(([type, count]) => ({ type, count })).sort((a, b) => a.type - b.type),
      correctionAgeMs: this.#correctionAtMs === null ? null : this.#clock.monotonicMs() - this.#correctionAtMs,
      tooLong: this.#tooLong,
      nextTryMs: this.#nextTryMs,
    }
  }

  connect(): void {
    this.#nextTryMs = null
    this.#types = new Map()
    this.#detail = ''
    if (this.#phase !== 'connecting') this.#enter('connecting')
    const { addressOf, host } = this.#options
    if (addressOf === undefined) {
      this.#connectTo(host)
      return
    }
    addressOf(host).then(
      address => {
        if (this.#phase === 'connecting') this.#connectTo(address)
      },
      (error: unknown) => {
        if (this.#phase !== 'connecting') return
        const detail = error instanceof Error ? error.message : String(error)
        this.#waitForNext(error instanceof ForbiddenAddress ? 'forbiddenAddress' : 'lost', detail)
      },
    )
  }

  close(): void {
    this.#phase = 'closed'
    if (this.#retryTimer !== undefined) this.#clock.clearTimeout(this.#retryTimer)
    this.#connection?.close()
  }

  #connectTo(address: string): void {
    this.#connection = new NtripConnection(address, {
      ...this.#options,
      onAccepted: () => {
        this.#detail = this.#options.mountpoint
        this.#enter('streaming')
      },
      onBytes: count => this.#rate.add(count),
      onCorrection: rtcm => this.#receiveCorrection(rtcm),
      onEnd: (problem, detail) => this.#waitForNext(problem, detail),
    })
  }

  #receiveCorrection(rtcm: Uint8Array): void {
    this.#correctionAtMs = this.#clock.monotonicMs()
    const type = rtcmTypeOf(rtcm)
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1)
    // A caster that sends is one that works: the next failure is tried again soon.
    this.#waitMs = FIRST_WAIT_MS
    this.#problem = null
    if (rtcm.length > MAX_CORRECTION_BYTES) this.#tooLong++
    else this.#options.onCorrections(rtcm)
  }

  #waitForNext(problem: NtripProblem, detail: string): void {
    this.#problem = problem
    this.#detail = detail
    const delayMs = isForPeople(problem) ? LONGEST_WAIT_MS : this.#waitMs
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2)
    this.#nextTryMs = this.#clock.nowMs() + delayMs
    this.#retryTimer = this.#clock.setTimeout(() => this.connect(), delayMs)
    this.#enter('waiting')
  }

  #enter(phase: NtripState['phase']): void {
    this.#phase = phase
    this.#sinceMs = this.#clock.nowMs()
    const { onChange, onState } = this.#options
    onChange?.(this.state())
    if (phase === 'streaming') onState('streaming', this.#detail)
    else if (this.#problem !== null && phase === 'waiting')
      onState(isOutage(this.#problem) ? 'lost' : 'refused', this.#detail)
  }
}

/** Connects, and again after each failure, after twice as long each time up to a minute, until closed. */
export const openNtrip = (options: NtripOptions): NtripClient => {
  const client = new ReconnectingClient(options)
  client.connect()
  return client
}

/** Relays RTK corrections from a caster to the mowers, and reports the state. */
import type { Position, VehicleLinkState } from '@greensward/domain'
import { ForbiddenAddress, type NtripClient, type NtripState, openNtrip, systemClock } from '@greensward/vehicle'
import { addressOf, Failed } from '../../../platform/outgoing.ts'

export interface Caster {
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly user: string
  readonly password: string | null
}

type Shown = Omit<VehicleLinkState['corrections'], 'mowers'>

export interface CorrectionsRelay {
  /** Null ends it; the same caster again changes nothing. */
  use(caster: Caster | null): void
  state(): Shown
  close(): void
}

export interface CorrectionsRelayOptions {
  /** Wall time of all that it reports. */
  readonly now: () => Date
  /** The position of a mower, for casters that compute a virtual station. */
  readonly position: () => Position | null
  /** One whole RTCM message. */
  readonly send: (rtcm: Uint8Array) => void
  readonly onChange: (state: NtripState) => void
  /** Whether a caster may stand in a private network. */
  readonly allowsPrivate: boolean
}

/** A base station sends every second; corrections this old help nobody any more. */
const SILENT_MS = 10_000

const stateOf = ({ phase, problem, correctionAgeMs, sinceMs }: NtripState, nowMs: number): Shown['state'] => {
  if (phase === 'streaming') {
    // An open connection is not enough: what comes by it may be nothing, or no corrections.
    if (correctionAgeMs !== null && correctionAgeMs <= SILENT_MS) return 'streaming'
    return nowMs - sinceMs <= SILENT_MS ? 'connecting' : 'silent'
  }
  if (phase === 'closed') return 'off'
  if (problem === null) return 'connecting'
  return problem === 'lost' || problem === 'silent' ? 'lost' : 'refused'
}

export const createCorrectionsRelay = (options: CorrectionsRelayOptions): CorrectionsRelay => {
  let client: NtripClient | undefined
  let used: Caster | null = null
  let endedAt = options.now()

  const end = (): void => {
    client?.close()
    client = undefined
    endedAt = options.now()
  }

  const casterAddress = async (host: string): Promise<string> => {
    try {
      return await addressOf(host, options.allowsPrivate)
    } catch (error) {
      throw error instanceof Failed && error.problem === 'forbiddenAddress'
        ? new ForbiddenAddress(error.message)
        : error
    }
  }

  return {
    use: caster => {
      if (JSON.stringify(caster) === JSON.stringify(used)) return
      used = caster
      end()
      if (caster === null) return
      const { host, port, mountpoint, user, password } = caster
      client = openNtrip({
        host,
        port,
        mountpoint,
        ...(user === '' ? {} : { user, password: password ?? '' }),
        addressOf: casterAddress,
        clock: systemClock,
        position: options.position,
        onCorrections: options.send,
        onState: () => undefined,
        onChange: options.onChange,
      })
    },
    state: () => {
      if (client === undefined)
        return {
          state: 'off',
          problem: null,
          detail: '',
          since: endedAt.toISOString(),
          bytesPerS: 0,
          ageMs: null,
          nextTryAt: null,
        }
      const state = client.state()
      return {
        state: stateOf(state, systemClock.nowMs()),
        problem: state.problem,
        detail: state.problem === null ? '' : state.detail,
        since: new Date(state.sinceMs).toISOString(),
        bytesPerS: Math.round(state.bytesPerS),
        ageMs: state.correctionAgeMs,
        nextTryAt: state.nextTryMs === null ? null : new Date(state.nextTryMs).toISOString(),
      }
    },
    close: end,
  }
}

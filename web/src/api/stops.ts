/**
 * One press of a stop, by every route: to the server, and where that does not answer within a second to the
 * entrances of the gateways as well. Sending it twice does no harm.
 */
import { type Call, calls } from '@greensward/contract'
import { KEY_HEADER } from './session.ts'

/** `silent`: the server does not answer, and a stop still reaches the mowers. `away`: nothing answers. */
export type ServerState = 'answers' | 'silent' | 'away'

export interface Stops {
  /** Below which addresses the gateways take stops. */
  learn(entrances: readonly string[]): void
  state(): ServerState
  /** Called when the state changes, until the returned function is called. */
  onState(listener: () => void): () => void
  /** The server has answered something. */
  noteAnswer(): void
  /** Asks whether the server answers, and if not, whether an entrance does. */
  look(health: string): Promise<void>
  /**
   * @param viaServer rejects where the server refused or did not answer
   * @param isRefusal whether it did answer
   */
  press<T>(
    definition: Call,
    path: string,
    viaServer: () => Promise<T>,
    isRefusal: (error: unknown) => boolean,
  ): Promise<T>
}

const PATIENCE_MS = 1_000
/** Three tries of a gateway, and the round trip. */
const ENTRANCE_MS = 6_000
/** So long the server may still say more than entrances that could not stop all; another gateway may have reached the rest. */
const SERVER_MS = 2_000
const LOOK_MS = 3_000

/** By name: the built page does not know who may make a call. */
const STOPS: readonly Call[] = [calls.mowers.stop, calls.mowers.stopAll, calls.missions.stop]

export const isStop = (definition: Call): boolean => STOPS.includes(definition)

interface Named {
  readonly id: string
}
interface AllStopped {
  readonly stopped: readonly Named[]
  readonly notStopped: readonly Named[]
}

const isAll = (answer: unknown): answer is AllStopped =>
  typeof answer === 'object' && answer !== null && 'stopped' in answer && 'notStopped' in answer
const isDone = (answer: unknown): boolean =>
  isAll(answer)
    ? answer.notStopped.length === 0
    : typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'accepted'

/** A mower that anybody stopped has stopped; who could not stop it says nothing against another who could. */
const together = (first: unknown, second: unknown): unknown => {
  if (first === undefined) return second
  if (!isAll(first) || !isAll(second)) return isDone(first) ? first : second
  const stopped = new Map([...first.stopped, ...second.stopped].map(mower => [mower.id, mower]))
  const notStopped = new Map([...first.notStopped, ...second.notStopped].map(mower => [mower.id, mower]))
  return { stopped: [...stopped.values()], notStopped: [...notStopped.values()].filter(({ id }) => !stopped.has(id)) }
}

export const createStops = (token: () => string | undefined): Stops => {
  const listeners = new Set<() => void>()
  let entrances: readonly string[] = []
  let state: ServerState = 'answers'

  const set = (next: ServerState): void => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const viaEntrance = async (entrance: string, definition: Call, path: string): Promise<unknown> => {
    const response = await fetch(`${entrance}/${path}`, {
      method: 'POST',
      headers: { [KEY_HEADER]: token() ?? '' },
      signal: AbortSignal.timeout(ENTRANCE_MS),
    })
    const answer = (await response.json()) as { readonly result?: unknown }
    return definition.result.parse(answer.result)
  }

  /** An entrance that refuses a call without a token is there. */
  const isThere = async (entrance: string): Promise<boolean> => {
    try {
      const { status } = await fetch(`${entrance}/mowers/stop-all`, {
        method: 'POST',
        signal: AbortSignal.timeout(LOOK_MS),
      })
      return status === 401 || status === 429
    } catch {
      return false
    }
  }

  return {
    learn: known => {
      entrances = known
    },
    state: () => state,
    onState: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    noteAnswer: () => set('answers'),
    look: async health => {
      try {
        const { ok } = await fetch(health, { signal: AbortSignal.timeout(LOOK_MS) })
        if (ok) return set('answers')
      } catch {
        // Below.
      }
      const there = await Promise.all(entrances.map(isThere))
      set(there.includes(true) ? 'silent' : 'away')
    },
    press: <T>(
      definition: Call,
      path: string,
      viaServer: () => Promise<T>,
      isRefusal: (error: unknown) => boolean,
    ): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        let waiting = 1
        let best: unknown
        let failure: unknown
        let hasServerAnswered = false
        let areAsked = false
        const settle = (): void => {
          waiting -= 1
          // Every answer was read by the contract of this very call.
          if (isDone(best) || (waiting === 0 && best !== undefined)) resolve(best as T)
          else if (waiting === 0) reject(failure)
        }
        const askEntrances = (): void => {
          clearTimeout(timer)
          if (areAsked) return
          areAsked = true
          waiting += entrances.length
          const asked = entrances.map(entrance =>
            viaEntrance(entrance, definition, path)
              .then(
                answer => {
                  if (!hasServerAnswered) set('silent')
                  best = together(best, answer)
                },
                () => undefined,
              )
              .finally(settle),
          )
          void Promise.all(asked).then(() =>
            setTimeout(() => {
              if (best !== undefined) resolve(best as T)
            }, SERVER_MS),
          )
        }
        const timer = setTimeout(askEntrances, PATIENCE_MS)
        viaServer()
          .then(
            answer => {
              hasServerAnswered = true
              clearTimeout(timer)
              set('answers')
              best = together(best, answer)
            },
            (error: unknown) => {
              failure = error
              if (isRefusal(error)) clearTimeout(timer)
              else askEntrances()
            },
          )
          .finally(settle)
      }),
  }
}

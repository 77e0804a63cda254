/**
 * A stop by VDA 5050: `startPause`, after which it drives no more by itself, and `cancelOrder`, after which it has no order to
 * continue. Each try has ids of its own: only what the mower reports of these ids is about this stop.
 */
import type { ActionStatus, MachineState } from './readMessages.ts'

/** `sent`: the mower did not mention it yet. */
export type RequestStatus = ActionStatus | 'sent'

export interface StopRequests {
  readonly pause: RequestStatus
  readonly cancelOrder: RequestStatus
}

export const STOP_ACTIONS = ['startPause', 'cancelOrder'] as const
type StopAction = (typeof STOP_ACTIONS)[number]

/** Tries whose answers may still come. */
const MOST_TRIES = 20
/** What says most first: one that has carried it out stands, also where another try failed. */
const RANK: readonly RequestStatus[] = ['finished', 'running', 'waiting', 'sent', 'failed']

export interface StopActions {
  /** Of one more try. */
  next(): Readonly<Record<StopAction, string>>
  state(state: MachineState): void
  /** Undefined before the first try. */
  requests(): StopRequests | undefined
  /**
   * One of the two is carried out, as a state says that also says that it does not drive. Some refuse both where nothing is left to
   * stop: by that state they are paused and have no order.
   */
  isDone(state: MachineState): boolean
}

export const stopActions = (newId: () => string): StopActions => {
  const tries: Record<StopAction, Map<string, RequestStatus>> = { startPause: new Map(), cancelOrder: new Map() }
  const statusOf = (action: StopAction): RequestStatus | undefined => {
    const known = new Set(tries[action].values())
    return RANK.find(status => known.has(status))
  }
  return {
    next: () => {
      const ids = { startPause: newId(), cancelOrder: newId() }
      for (const action of STOP_ACTIONS) {
        const of = tries[action]
        of.set(ids[action], 'sent')
        const [oldest] = of.keys()
        if (of.size > MOST_TRIES && oldest !== undefined) of.delete(oldest)
      }
      return ids
    },
    state: state => {
      for (const of of Object.values(tries))
        for (const id of of.keys()) {
          const status = statusIn(state, id)
          if (status !== undefined) of.set(id, status)
        }
    },
    requests: () => {
      const pause = statusOf('startPause')
      const cancelOrder = statusOf('cancelOrder')
      return pause === undefined || cancelOrder === undefined ? undefined : { pause, cancelOrder }
    },
    isDone: state => {
      const are = (status: ActionStatus) =>
        STOP_ACTIONS.map(action => [...tries[action].keys()].some(id => statusIn(state, id) === status))
      const isLeft = state.paused !== true || state.hasOrder !== false
      return state.driving === false && (are('finished').includes(true) || (!isLeft && !are('failed').includes(false)))
    },
  }
}

/** Some report a refused action by an error alone. */
const statusIn = ({ actions, faultyActions }: MachineState, id: string): ActionStatus | undefined =>
  actions.get(id) ?? (faultyActions.has(id) ? 'failed' : undefined)

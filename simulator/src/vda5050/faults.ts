/** The unpleasant sides of a mower that speaks VDA 5050. */

export interface Vda5050Faults {
  /** It gets nothing any more, and reports as before. */
  isDeaf: boolean
  /** Each message is sent twice. */
  repeats: boolean
  /** A bridge that retains everything. */
  retainsAll: boolean
  /** It refuses to pause: a switch on the machine overrides it. */
  refusesPause: boolean
  /** It refuses to cancel its order. */
  refusesCancel: boolean
  /** It finds itself on no map. */
  isLost: boolean
  /** Metres by which its position may be wrong; null where it does not say so. */
  deviationM: number | null
  /** It reports no position between two states. */
  hasNoVisualization: boolean
  clockAheadMs: number
  /** It gets no orders, only instant actions. */
  losesOrders: boolean
  /** It gets an order, and none of its updates. */
  losesUpdates: boolean
  /** It takes the updates of an order without their actions. */
  losesActions: boolean
  /** It refuses the updates of an order. */
  refusesUpdates: boolean
  /** It takes an order, and drives it with its last node elsewhere. */
  changesOrders: boolean
  /** Its blade does not start. */
  bladeFails: boolean
  /** It takes the end of a pause, and stays paused. */
  staysPaused: boolean
  /** Its charger does not let it go. */
  staysOnCharger: boolean
}

export const noFaults = (): Vda5050Faults => ({
  isDeaf: false,
  repeats: false,
  retainsAll: false,
  refusesPause: false,
  refusesCancel: false,
  isLost: false,
  deviationM: 0.04,
  hasNoVisualization: false,
  clockAheadMs: 0,
  losesOrders: false,
  losesUpdates: false,
  losesActions: false,
  refusesUpdates: false,
  changesOrders: false,
  bladeFails: false,
  staysPaused: false,
  staysOnCharger: false,
})

/** The state that a server reports, for the page on which administrators see all of them. */
export interface ReplicaState {
  /** Why it is degraded; none where all is well. */
  readonly degraded: readonly string[]
  /** Live sockets that are open. */
  readonly sockets: number
  /** Null where it is unknown. */
  readonly diskFreeBytes: number | null
  /** Mowers that it speaks to. */
  readonly mowers: readonly { readonly id: string; readonly isConnected: boolean }[]
  readonly journalWaiting: number
  /** The recent delay of its event loop; absent in the state of an older version. */
  readonly loopDelay?: { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number }
}

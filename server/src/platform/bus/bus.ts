/** No answer, or an answer that broke off. The request may have been carried out, or not. */
export class NoReply extends Error {}

export interface Bus {
  /** Whether there may be other replicas at all. */
  readonly isShared: boolean
  /** Whether they can be reached at this moment; true for one that is alone. */
  isConnected(): boolean
  /** Publishes to every other replica. A message is lost while they are unreachable; each is notified of a gap later. */
  publish(subject: string, message: unknown): void
  subscribe(subject: string, listener: (message: unknown) => void): void
  /**
   * Asks one server that answers to this subject, once and never again.
   * @throws NoReply, or the Refusal of the other side
   */
  ask(subject: string, question: unknown): Promise<unknown>
  /** Questions are answered at once where they are `urgent`; others only while the asking server still waits. */
  answer(subject: string, handler: (question: unknown) => Promise<unknown>, how?: 'urgent'): void
  /** Asks all who answer to an urgent subject, until `isEnough` or the time is over. Their refusals are left out. */
  askAll(
    subject: string,
    question: unknown,
    timeoutMs: number,
    isEnough: (values: readonly unknown[]) => boolean,
  ): Promise<readonly unknown[]>
  /** Calls the listener whenever something may have been missed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** For a server that is the only one: nobody receives or answers. */
export const loneBus: Bus = {
  isShared: false,
  isConnected: () => true,
  publish: () => undefined,
  subscribe: () => undefined,
  ask: async () => {
    throw new NoReply('No other server exists')
  },
  answer: () => undefined,
  askAll: async () => [],
  onGap: () => undefined,
  close: async () => undefined,
}

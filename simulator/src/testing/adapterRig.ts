/** Two machines of one maker in their simulator, behind the interface of all adapters: what the conformance suite needs of each. */
import type { VehicleAdapter } from '@greensward/vehicle'

export interface AdapterRig {
  /** The one of now: a restart brings another. */
  readonly adapter: VehicleAdapter
  /** The first is the one that works. */
  readonly ids: readonly [string, string]
  /** Lets time pass until `done`, at most `seconds`. @returns whether it became so */
  until(done: () => boolean, seconds: number): Promise<boolean>
  /** Lets time pass until the promise settles. */
  finish<T>(promise: Promise<T>): Promise<T>
  pass(seconds: number): Promise<void>
  /** Brings the first machine to mowing. */
  work(): Promise<void>
  /** What the first machine really does, apart from its reports. */
  drives(): boolean
  cuts(): boolean
  /** The first machine gets nothing any more, and reports as before. */
  deafen(): void
  /** Nothing gets through in either direction, or all of it again. */
  setSilent(isSilent: boolean): void
  /** What makes a machine drive or cut, of all that has reached the first one. */
  movingCommands(): readonly string[]
  /** The process that holds the adapter ends, and another one begins. */
  restart(): Promise<void>
  /** A report in the name of the first machine, from its own address, without its key. */
  reportUnsigned(): void
  close(): Promise<void>
}

export type OpenRig = () => Promise<AdapterRig>

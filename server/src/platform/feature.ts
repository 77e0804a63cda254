/** The parts that a feature gives the app: its routes, and the work that runs beside them. */
import type { VehicleAdapter } from '@greensward/vehicle'
import type { Route, User } from './http/route.ts'

export interface Vitals {
  /** Mowers that this server speaks to. */
  readonly mowers: readonly { readonly id: string; readonly isConnected: boolean }[]
  /** Records of the fleet that wait for the database. */
  readonly journalWaiting: number
}

export interface Feature {
  readonly routes: readonly Route[]
  /** Called once the database is ready and before the first request; what it starts must not block. */
  start?(): Promise<void>
  stop?(): Promise<void>
  /** The part of this server's state that operators look at. */
  vitals?(): Vitals
  /** Somebody's access token was found good just now. */
  met?(accessToken: string, user: User): void
  /** The machines of a maker whose service it speaks to. */
  readonly adapter?: VehicleAdapter
  /** The address that takes stops beside the server itself; undefined where there is none. */
  stopPort?(): number | undefined
}

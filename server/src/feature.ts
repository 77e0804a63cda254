/** What a feature gives the app: its routes, and what has to run beside them. */
import type { Route } from './http/route.ts'

export interface Feature {
  readonly routes: readonly Route[]
  /** Called once the database is ready and before the first request; what it starts must not block. */
  start?(): Promise<void>
  stop?(): Promise<void>
}

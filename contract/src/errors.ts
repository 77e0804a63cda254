/** An error on the wire: one envelope, with the reason as a code of the catalogue and its params. */

import { saidParams, saidShape } from '@greensward/domain'
import { ERROR_KINDS, type ErrorKind, type Said } from '@greensward/messages'
import { z } from 'zod'

export type { ErrorKind } from '@greensward/messages'

export const errorKind = z.enum(ERROR_KINDS)

/** The texts of the specification's error catalogue, letter by letter. */
export const ERROR_TEXT = {
  wrongCredentials: 'Incorrect username or password. Try again',
  wrongCode: 'Incorrect code. Try again',
  zoneIntersects: 'Polygon intersections are not allowed for this zone type',
  zoneBusyEdit: 'Edit zone prohibited while mission is working',
  zoneBusyDelete: 'Delete zone prohibited while mission is working',
  roles: 'error was during get list of roles',
  boundary: 'Ops, looks like something went wrong',
  error: 'Error',
} as const

export interface ApiError extends Said {
  /** For programs to switch on. A screen shows its text if it does not know the code. */
  readonly kind: ErrorKind
  /** In English, for programs and logs. Screens render the code. */
  readonly message: string
  /** Faults by the path of their field, such as `body.title`. */
  readonly fields?: Readonly<Record<string, Said>> | undefined
  /** More about a conflict: the features of today, the lines of the gate. */
  readonly details?: unknown
}

export const apiError: z.ZodType<ApiError> = z.object({
  kind: errorKind,
  code: z.string(),
  params: saidParams,
  message: z.string(),
  fields: z.record(z.string(), saidShape).optional(),
  details: z.unknown().optional(),
})

export const errorEnvelope = z.object({ code: z.number().int(), error: apiError })

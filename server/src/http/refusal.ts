/** A refusal: what a caller did that cannot be done, thrown by a handler and caught once, at the edge. */
import type { MissionWhy } from '@greensward/domain'
import { type ApiError, ERROR_STATUS, type ErrorKind, REFUSAL_TEXT } from '@greensward/domain/contract'

export interface RefusalExtras {
  /** What is wrong with which field, by its path such as `body.title`. */
  readonly fields?: Readonly<Record<string, string>>
  readonly details?: unknown
  /** For a mission's log; the caller gets the message. */
  readonly why?: MissionWhy
  /** Seconds to wait, sent as Retry-After. */
  readonly retryAfterS?: number
}

export class Refusal extends Error {
  readonly kind: ErrorKind
  readonly extras: RefusalExtras

  constructor(kind: ErrorKind, message: string, extras: RefusalExtras) {
    super(message)
    this.kind = kind
    this.extras = extras
  }

  get status(): number {
    return ERROR_STATUS[this.kind]
  }

  get envelope(): { code: number; error: ApiError } {
    const { fields, details } = this.extras
    return {
      code: this.status,
      error: {
        kind: this.kind,
        message: this.message,
        ...(fields === undefined ? {} : { fields: { ...fields } }),
        ...(details === undefined ? {} : { details }),
      },
    }
  }
}

/** @param message the catalogue's text for this kind when left out */
export const refuse = (kind: ErrorKind, message?: string, extras: RefusalExtras = {}): never => {
  throw new Refusal(kind, message ?? REFUSAL_TEXT[kind], extras)
}

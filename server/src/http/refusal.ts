/** A refusal: what a caller did that cannot be done, thrown by a handler and caught once, at the edge. */
import { type ApiError, ERROR_STATUS, ERROR_TEXT, type ErrorKind } from '@greensward/domain/contract'

const TEXT: Readonly<Record<ErrorKind, string>> = {
  badRequest: 'The request cannot be read',
  unauthorized: 'Sign in first',
  forbidden: 'Your role may not do this',
  notFound: 'There is no such thing',
  conflict: 'It was changed by somebody else in the meantime',
  tooLarge: 'This is too large',
  unsupportedType: 'This type of content is not accepted here',
  invalid: 'Some of what was sent is not acceptable',
  tooManyRequests: 'Too many requests. Try again later',
  internal: ERROR_TEXT.error,
  unavailable: 'This is not available at the moment. Try again soon',
  wrongCredentials: ERROR_TEXT.wrongCredentials,
  wrongCode: ERROR_TEXT.wrongCode,
  mapConflict: 'The map was changed by somebody else in the meantime',
  zoneIntersects: ERROR_TEXT.zoneIntersects,
  zoneBusyEdit: ERROR_TEXT.zoneBusyEdit,
  zoneBusyDelete: ERROR_TEXT.zoneBusyDelete,
  gateRefused: 'The mission may not start',
  planRefused: 'This cannot be planned',
  missionState: 'The mission is not in a state for this',
  commandRejected: 'The mower rejected the command',
  commandNoAnswer: 'The mower did not answer',
  importRefused: 'The file cannot be imported',
}

export interface RefusalExtras {
  /** What is wrong with which field, by its path such as `body.title`. */
  readonly fields?: Readonly<Record<string, string>>
  readonly details?: unknown
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
  throw new Refusal(kind, message ?? TEXT[kind], extras)
}

/** A refusal: what a caller did that cannot be done, thrown by a handler and caught once, at the edge. */
import type { ApiError } from '@greensward/contract'
import {
  ERROR_STATUS,
  type ErrorKind,
  KIND_OF_CODE,
  type ParamsArgument,
  type RefusalCode,
  type Said,
} from '@greensward/messages'
import { englishText } from '@greensward/messages/english'

/** The fault of each field, by its path such as `body.title`. */
export type FieldFaults = Readonly<Record<string, Said>>

export interface RefusalExtras {
  readonly fields?: FieldFaults
  readonly details?: unknown
  /** For a mission's log; the caller gets the message. */
  readonly why?: Said
  /** Seconds to wait, sent as Retry-After. */
  readonly retryAfterS?: number
}

export class Refusal extends Error {
  readonly said: Said
  readonly kind: ErrorKind
  readonly extras: RefusalExtras

  constructor(said: Said, kind: ErrorKind, extras: RefusalExtras) {
    super(englishText(said))
    this.said = said
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
        ...this.said,
        message: this.message,
        ...(fields === undefined ? {} : { fields }),
        ...(details === undefined ? {} : { details }),
      },
    }
  }
}

type RefusalArguments<C extends RefusalCode> =
  ParamsArgument<C> extends []
    ? [params?: Record<string, never>, extras?: RefusalExtras]
    : [...ParamsArgument<C>, extras?: RefusalExtras]

/** @param params what fills the gaps of the code's text */
export const refusal = <C extends RefusalCode>(code: C, ...rest: RefusalArguments<C>): Refusal => {
  // The tuple's type depends on the code; its positions do not.
  const [params, extras] = rest as readonly [params?: Said['params'], extras?: RefusalExtras]
  return new Refusal({ code, params: params ?? {} }, KIND_OF_CODE[code], extras ?? {})
}

export const refuse = <C extends RefusalCode>(code: C, ...rest: RefusalArguments<C>): never => {
  throw refusal(code, ...rest)
}

/** Some fields are wrong, each with its own reason. */
export const refuseFields = (fields: FieldFaults): never => refuse('invalid', {}, { fields })

/** The finding of another part of the program: its code may be any, and the kind says how the call ends. */
export const refuseSaid = (said: Said, kind: ErrorKind, extras: RefusalExtras = {}): never => {
  throw new Refusal({ code: said.code, params: said.params }, kind, extras)
}

/** What went wrong with a call: the server's refusal with its kind, or the transport's own message untouched. */
import { type ApiError, type ErrorKind, errorEnvelope, REFUSAL_TEXT } from '@greensward/domain/contract'
import { isAxiosError } from 'axios'
import i18next from 'i18next'
import { NoAnswer } from './timeLimit.ts'
import { told } from './told.ts'

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly kind: ErrorKind
  readonly fields: Readonly<Record<string, string>>
  readonly details: unknown

  constructor(status: number, error: ApiError) {
    super(error.message)
    this.status = status
    this.kind = error.kind
    this.fields = error.fields ?? {}
    this.details = error.details
  }
}

/** A refusal in our envelope becomes an `ApiFailure`; everything else stays what it was. */
export const failureFrom = (error: unknown): unknown => {
  if (!isAxiosError(error) || error.response === undefined) return error
  const envelope = errorEnvelope.safeParse(error.response.data)
  return envelope.success ? new ApiFailure(error.response.status, envelope.data.error) : error
}

export const isKind = (error: unknown, ...kinds: readonly ErrorKind[]): error is ApiFailure =>
  error instanceof ApiFailure && kinds.includes(error.kind)

/** The sentence to show for anything that was thrown: in the chosen language where the server said it, else as it came. */
export const messageOf = (error: unknown): string => {
  const isUsual = error instanceof ApiFailure && error.message === REFUSAL_TEXT[error.kind]
  if (isUsual && i18next.exists(`errors.kinds.${error.kind}`)) return i18next.t(`errors.kinds.${error.kind}`)
  if (error instanceof ApiFailure) return told(error.message)
  if (error instanceof NoAnswer) return i18next.t(error.isWrite ? 'errors.writeUnanswered' : 'errors.unanswered')
  return error instanceof Error ? error.message : String(error)
}

/** Server-side field refusals by form field: `body.title` becomes `title`. */
export const fieldRefusals = (error: unknown): readonly (readonly [field: string, reason: string])[] =>
  error instanceof ApiFailure
    ? Object.entries(error.fields).map(([path, reason]) => [path.replace(/^body\./, ''), reason] as const)
    : []

/** The failure of a call: the server's error with its code, or the transport's own message unchanged. */
import { type ApiError, type ErrorKind, errorEnvelope } from '@greensward/contract'
import type { Said } from '@greensward/messages'
import { isAxiosError } from 'axios'
import i18next from 'i18next'
import { codeText, faultText } from './errorText.ts'
import { NoAnswer } from './timeLimit.ts'

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly kind: ErrorKind
  readonly said: Said
  readonly fields: Readonly<Record<string, Said>>
  readonly details: unknown

  constructor(status: number, error: ApiError) {
    super(error.message)
    this.status = status
    this.kind = error.kind
    this.said = { code: error.code, params: error.params }
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

/** The text to show for anything that was thrown. A code that a newer server has shows the text of its kind. */
export const errorText = (error: unknown): string => {
  if (error instanceof ApiFailure)
    return codeText(error.said) ?? codeText({ code: error.kind, params: {} }) ?? error.message
  if (error instanceof NoAnswer) return i18next.t(error.isWrite ? 'errors.writeUnanswered' : 'errors.unanswered')
  return error instanceof Error ? error.message : String(error)
}

/** Refused fields by the form's names, each with its text: `body.title` becomes `title`. */
export const fieldRefusals = (error: unknown): readonly (readonly [field: string, reason: string])[] =>
  error instanceof ApiFailure
    ? Object.entries(error.fields).map(([path, fault]) => [path.replace(/^body\./, ''), faultText(fault)] as const)
    : []

/** The text for something with only one place for it: of several refused fields the first. */
export const firstRefusal = (error: unknown): string => fieldRefusals(error)[0]?.[1] ?? errorText(error)

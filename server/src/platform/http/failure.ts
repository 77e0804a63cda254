/** Every failure becomes one refusal: a known one, or `internal` for a bug. */

import { databaseFailure } from '../db/database.ts'
import { Refusal, refusal } from './refusal.ts'
import { MAX_UPLOAD_BYTES } from './upload.ts'

const fromDatabase = (error: unknown): Refusal | undefined => {
  switch (databaseFailure(error)) {
    case 'unavailable':
    case 'contention':
      return refusal('unavailable', {}, { retryAfterS: 1 })
    case 'duplicate':
      return refusal('duplicate')
    case 'reference':
      return refusal('inUse')
    case 'outOfRange':
      return refusal('invalid')
    case undefined:
      return undefined
  }
}

const BUSBOY =
  /^(Multipart: Boundary not found|Unexpected end of (form|file|multipart data)|Part terminated early|Malformed part header|Malformed (part header|urlencoded form|content type)|Unsupported content type)/

/** @returns undefined for a bug, which the edge logs and answers as `internal` */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  const database = fromDatabase(error)
  if (database !== undefined) return database
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return refusal('fileTooLarge', { count: MAX_UPLOAD_BYTES / 1024 / 1024 })
  }
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return refusal('formExpected')
  if (BUSBOY.test(error.message)) return refusal('unreadableForm', { why: error.message })
  if (status === 413) return refusal('tooLarge')
  if (status === 415) return refusal('unsupportedType')
  if (status === 429) return refusal('tooManyRequests')
  if (status === 503) return refusal('unavailable')
  if (status === 404) return refusal('notFound')
  if (status >= 400 && status < 500) return refusal('unreadableRequest', { why: error.message })
  return undefined
}

/** Whatever went wrong becomes one refusal: a known one, or `internal` for a bug. */
import { databaseFailure } from '../db/database.ts'
import { Refusal, refuse } from './refusal.ts'
import { MAX_UPLOAD_BYTES } from './upload.ts'

const caught = (raise: () => never): Refusal => {
  try {
    return raise()
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal
    throw refusal
  }
}

const fromDatabase = (error: unknown): Refusal | undefined => {
  switch (databaseFailure(error)) {
    case 'unavailable':
    case 'contention':
      return caught(() => refuse('unavailable', undefined, { retryAfterS: 1 }))
    case 'duplicate':
      return caught(() => refuse('conflict', 'There is one like this already'))
    case 'reference':
      return caught(() => refuse('conflict', 'It is in use, or it refers to something that does not exist'))
    case 'outOfRange':
      return caught(() => refuse('invalid'))
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
    return caught(() => refuse('tooLarge', `The file is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MB`))
  }
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return caught(() => refuse('unsupportedType', 'multipart/form-data is expected'))
  if (BUSBOY.test(error.message)) return caught(() => refuse('badRequest', `The form cannot be read: ${error.message}`))
  if (status === 413) return caught(() => refuse('tooLarge'))
  if (status === 415) return caught(() => refuse('unsupportedType'))
  if (status === 429) return caught(() => refuse('tooManyRequests'))
  if (status === 503) return caught(() => refuse('unavailable'))
  if (status === 404) return caught(() => refuse('notFound'))
  if (status >= 400 && status < 500) return caught(() => refuse('badRequest', error.message))
  return undefined
}

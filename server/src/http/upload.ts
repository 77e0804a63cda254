/** Reads one file out of a multipart request. */
import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024

export interface Upload {
  readonly fileName: string
  readonly data: Uint8Array
  /** Texts that stood before the file in the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** The file of the field `file`, whole; refuses what is missing, empty or larger than 64 MB. */
export const readUpload = async (request: FastifyRequest): Promise<Upload> => {
  const part = await request.file()
  if (part === undefined || part.fieldname !== 'file') {
    return refuse('invalid', undefined, { fields: { 'body.file': 'a file is missing' } })
  }
  const data = await part.toBuffer()
  if (data.length === 0) return refuse('invalid', undefined, { fields: { 'body.file': 'the file is empty' } })
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) =>
      field !== undefined && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
    ),
  )
  return { fileName: part.filename, data, fields }
}

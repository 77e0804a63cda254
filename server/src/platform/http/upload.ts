/** Reads one file out of a multipart request. */

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { said } from '@greensward/messages'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseFields } from './refusal.ts'

export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024

export interface Upload {
  readonly fileName: string
  readonly data: Uint8Array
  /** Texts before the file in the form. */
  readonly fields: Readonly<Record<string, string>>
}

const fieldsOf = (part: MultipartFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) =>
      field !== undefined && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
    ),
  )

/** Streams the file of the field `file` to a path, so that memory never holds it; the caller removes it, also after a refusal. */
export const storeUpload = async (request: FastifyRequest, path: string): Promise<Omit<Upload, 'data'>> => {
  const part = await request.file()
  if (part === undefined || part.fieldname !== 'file') {
    return refuseFields({ 'body.file': said('fileMissing') })
  }
  try {
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    if (!request.raw.destroyed || request.raw.complete) throw error
    return refuse('fileIncomplete')
  }
  if (part.file.truncated) return refuse('fileTooLarge', { count: MAX_UPLOAD_BYTES / 1024 / 1024 })
  if (part.file.bytesRead === 0) return refuseFields({ 'body.file': said('fileEmpty') })
  return { fileName: part.filename, fields: fieldsOf(part) }
}

/** The file of the field `file`, whole; refuses what is missing, empty or larger than 64 MB. */
export const readUpload = async (request: FastifyRequest): Promise<Upload> => {
  const part = await request.file()
  if (part === undefined || part.fieldname !== 'file') {
    return refuseFields({ 'body.file': said('fileMissing') })
  }
  const data = await part.toBuffer()
  if (data.length === 0) return refuseFields({ 'body.file': said('fileEmpty') })
  return { fileName: part.filename, data, fields: fieldsOf(part) }
}

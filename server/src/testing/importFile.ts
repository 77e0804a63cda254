/** Sends a file to be imported, as the import page does. */

import type { ApiError, ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { ImportOptions } from '@greensward/domain'

type Draft = ResultOf<typeof lateCalls.imports.create>

export interface ImportAnswer {
  readonly status: number
  /** Only one of the two is there. */
  readonly result: Draft
  readonly error: ApiError
  /** Of the answer. */
  readonly bytes: number
}

/** @param token of the person who imports */
export const importFile = async (
  url: string,
  token: string,
  content: string | Uint8Array<ArrayBuffer>,
  options?: ImportOptions,
): Promise<ImportAnswer> => {
  const form = new FormData()
  if (options !== undefined) form.set('options', JSON.stringify(options))
  form.set('file', new Blob([content]), 'file')
  const response = await fetch(`${url}/api/${lateCalls.imports.create.path}`, {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: form,
  })
  const text = await response.text()
  const { result, error }: Pick<ImportAnswer, 'result' | 'error'> = JSON.parse(text)
  return { status: response.status, result, error, bytes: text.length }
}

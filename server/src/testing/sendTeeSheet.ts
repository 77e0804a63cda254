/** Sends a file of tee times, as the page of the tee sheets does. */
import type { ApiError, calls, TeeSheetImport } from '@greensward/contract'
import type { TestServer } from './testServer.ts'

interface Sent {
  readonly text: string
  readonly day: string
  readonly versions?: string
}

export interface TeeSheetAnswer {
  readonly status: number
  /** Only one of the two is there. */
  readonly result: TeeSheetImport
  readonly error: ApiError
}

export const sendTeeSheet = async (
  server: TestServer,
  call: typeof calls.teeSheets.preview | typeof calls.teeSheets.import,
  { text, ...fields }: Sent,
): Promise<TeeSheetAnswer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([text]), 'tee-sheet')
  const response = await fetch(`${server.url}/api/${call.path}`, {
    method: 'POST',
    headers: { 'x-api-key': server.tokens.ROLE_GREENKEEPER },
    body: form,
  })
  const { result, error }: Pick<TeeSheetAnswer, 'result' | 'error'> = JSON.parse(await response.text())
  return { status: response.status, result, error }
}

/** Calls the server with types: `call(calls.missions.get, { params: { id } })`. */
import type { BodyOf, Call, ParamsOf, QueryOf, ResultOf } from '@greensward/contract'
import { isAxiosError } from 'axios'
import { loadAllTexts } from '../i18n/index.ts'
import { takeAhead } from './ahead.ts'
import { http, stops } from './browser.ts'
import { ApiFailure, failureFrom } from './failure.ts'
import { noteServerDate, serverNowMs } from './serverClock.ts'
import { isStop } from './stops.ts'
import { SILENCE_MS, withinLimit } from './timeLimit.ts'

type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: T }
type QueryPart<T> = [T] extends [undefined] ? { readonly query?: undefined } : { readonly query?: T }

/** The input of a call: its parameters, its body, and its query if it has one. */
export type InputOf<C extends Call> = Part<'params', ParamsOf<C>> & Part<'body', BodyOf<C>> & QueryPart<QueryOf<C>>

/** The input may be left out where nothing in it is needed. */
export type ArgsOf<C extends Call> = Record<never, never> extends InputOf<C> ? [input?: InputOf<C>] : [InputOf<C>]

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** Secure contexts have randomUUID; a course's plain-HTTP intranet does not. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes]
    .map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The path with its parameters filled in: `missions/{id}` becomes `missions/3f2a...`. */
export const pathOf = (definition: Call, params: Readonly<Record<string, unknown>> = {}): string =>
  definition.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** A query without what is undefined or empty. */
const cleanQuery = (query: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))

/** The headers of a write: a key, so that it runs once, and the time of the press, so that it does not run late. */
function headersOfWrite(): Record<string, string> {
  const askedAt = serverNowMs(Date.now())
  return { 'idempotency-key': randomId(), ...(askedAt === undefined ? {} : { 'x-asked-at': String(askedAt) }) }
}

/**
 * Makes the call and reads its answer by the contract.
 * @throws ApiFailure for a refusal; the transport's own error, untouched, for everything else
 */
export async function call<C extends Call>(definition: C, ...[input]: ArgsOf<C>): Promise<ResultOf<C>> {
  return made(definition, (input ?? {}) as AnyInput, headersOfWrite)
}

/** A write that waited for a network: sent again with the same key it is still done once, however late. */
export async function callOnce<C extends Call>(
  definition: C,
  input: InputOf<C>,
  idempotencyKey: string,
): Promise<ResultOf<C>> {
  return made(definition, input as AnyInput, () => ({ 'idempotency-key': idempotencyKey }))
}

interface Answer {
  readonly data: { readonly result?: unknown } | null | undefined
  readonly date: unknown
}

/** The answer that was asked for before the program ran, where there is one. */
async function answerAhead(definition: Call, { params, query }: AnyInput): Promise<Answer | undefined> {
  if (definition.method !== 'GET') return undefined
  const search = new URLSearchParams(Object.entries(cleanQuery(query)).map(([name, value]) => [name, String(value)]))
  const path = pathOf(definition, params)
  const answer = await takeAhead(search.size === 0 ? path : `${path}?${search}`)
  return answer === undefined ? undefined : { data: answer.data as Answer['data'], date: answer.date }
}

async function answerOf(
  definition: Call,
  { params, query, body }: AnyInput,
  headersOf: () => Record<string, string>,
  signal: AbortSignal,
  onData: () => void,
): Promise<Answer> {
  const { data, headers } = await http.request({
    method: definition.method,
    url: pathOf(definition, params),
    params: cleanQuery(query),
    ...(body === undefined ? {} : { data: body }),
    ...(definition.method === 'GET' ? {} : { headers: headersOf() }),
    signal,
    onDownloadProgress: onData,
  })
  return { data, date: headers.date }
}

function read<C extends Call>(definition: C, { data, date }: Answer): ResultOf<C> {
  stops.noteAnswer()
  noteServerDate(date, Date.now())
  if (definition.isLarge === true) return data?.result as ResultOf<C>
  const parsed = definition.result.safeParse(data?.result)
  if (!parsed.success)
    throw new Error(`The answer to ${definition.method} ${definition.path} is not as agreed: ${parsed.error.message}`)
  return parsed.data as ResultOf<C>
}

/** The server answered, and it was no. A proxy answers 5xx for a server that does not. */
const isRefused = (error: unknown): boolean => isAxiosError(error) && (error.response?.status ?? 500) < 500

const limitOf = (definition: Call, silenceMs = (definition.patienceS ?? 0) * 1_000 || SILENCE_MS) => ({
  isWrite: definition.method !== 'GET',
  silenceMs,
})

async function made<C extends Call>(
  definition: C,
  input: AnyInput,
  headersOf: () => Record<string, string>,
): Promise<ResultOf<C>> {
  const viaServer = async (): Promise<ResultOf<C>> =>
    read(
      definition,
      await withinLimit(
        limitOf(definition),
        async (signal, onData) =>
          (await answerAhead(definition, input)) ?? (await answerOf(definition, input, headersOf, signal, onData)),
      ),
    )
  try {
    if (!isStop(definition)) return await viaServer()
    return await stops.press(definition, pathOf(definition, input.params), viaServer, isRefused)
  } catch (error) {
    const failure = failureFrom(error)
    // What is wrong with a field is said by texts that come with the first such refusal.
    if (failure instanceof ApiFailure && Object.keys(failure.fields).length > 0)
      await loadAllTexts().catch(() => undefined)
    throw failure
  }
}

/** The server reads and writes files for a minute at most; so long may it be silent, and somewhat longer. */
const FILE_SILENCE_MS = 2 * SILENCE_MS

/** A file that is answered bare, such as a .plan or the course as GeoJSON. */
export async function download(
  definition: Call,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): Promise<Blob> {
  try {
    const { data } = await withinLimit(limitOf(definition, FILE_SILENCE_MS), (signal, onData) =>
      http.request<Blob>({
        method: definition.method,
        url: pathOf(definition, params),
        params: cleanQuery(query),
        responseType: 'blob',
        signal,
        onDownloadProgress: onData,
      }),
    )
    return data
  } catch (error) {
    throw failureFrom(error)
  }
}

/** Sends bytes as they are; what is already there when it breaks off is the server's to say. */
export async function sendBytes<C extends Call>(
  definition: C,
  input: Pick<InputOf<C>, 'params' | 'query'>,
  bytes: Blob,
  options: { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void },
): Promise<ResultOf<C>> {
  const { params, query } = input as AnyInput
  try {
    const { data } = await withinLimit(limitOf(definition, FILE_SILENCE_MS), (signal, onData) =>
      http.request({
        method: definition.method,
        url: pathOf(definition, params),
        params: cleanQuery(query),
        data: bytes,
        headers: { 'content-type': 'application/octet-stream' },
        signal: AbortSignal.any([options.signal, signal]),
        onUploadProgress: ({ loaded }) => {
          onData()
          options.onSent(loaded)
        },
      }),
    )
    return definition.result.parse(data?.result) as ResultOf<C>
  } catch (error) {
    throw failureFrom(error)
  }
}

/**
 * Sends one file as multipart/form-data in the field `file`.
 * @param onSent receives the share that is sent, 0 to 1
 * @param fields texts before the file in the form
 */
export async function upload<C extends Call>(
  definition: C,
  file: File,
  onSent?: (share: number) => void,
  params: Readonly<Record<string, unknown>> = {},
  fields: Readonly<Record<string, string>> = {},
): Promise<ResultOf<C>> {
  const form = new FormData()
  // A server that reads the form as a stream knows them before the file starts.
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  form.append('file', file)
  try {
    const { data } = await withinLimit(limitOf(definition, FILE_SILENCE_MS), (signal, onData) =>
      http.request({
        method: definition.method,
        url: pathOf(definition, params),
        data: form,
        signal,
        onUploadProgress: ({ loaded, total }) => {
          onData()
          onSent?.(total === undefined ? 0 : loaded / total)
        },
      }),
    )
    return definition.result.parse(data?.result) as ResultOf<C>
  } catch (error) {
    throw failureFrom(error)
  }
}

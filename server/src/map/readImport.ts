/** From the bytes of a file, judged by what they hold and never by the file's name, to a preview of the features. */
import {
  type CourseFeature,
  geojsonElements,
  type ImportElement,
  importCourse,
  ok,
  type Result,
  refused,
  type ZoneType,
} from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import { readOsm } from './readOsm.ts'

export interface ImportRefusal {
  readonly reason: string
  readonly message: string
  /** Counted from 1; absent where no one line is to blame. */
  readonly line?: number | null
}

export interface ReadImport {
  readonly bytes: ArrayBuffer
  readonly zoneTypes: readonly ZoneType[]
  readonly today: readonly CourseFeature[]
  newId(): string
}

const decode = (bytes: ArrayBuffer): Result<string, ImportRefusal> => {
  try {
    // A byte order mark is swallowed by the decoder.
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refused({ reason: 'notText', message: 'The file is no UTF-8 text, so it is neither .osm nor GeoJSON' })
  }
}

const lineAt = (text: string, at: number): number => {
  let line = 1
  for (let index = text.indexOf('\n'); index !== -1 && index < at; index = text.indexOf('\n', index + 1)) line += 1
  return line
}

/** Where JSON.parse gave up, from its message: it names a position, or says that the text ended too early. */
const jsonRefusal = (text: string, error: Error): ImportRefusal => {
  const position = /at position (\d+)/.exec(error.message)?.[1]
  const at = position === undefined ? text.length : Number(position)
  const what = error.message
    .replace(/\s*(in JSON )?at position.*$/s, '')
    .replace(/, "?\.{0,3}.*$/s, '')
    .replace(/^Unexpected end of JSON input$/, 'the text ends too early')
  const line = lineAt(text, at)
  return { reason: 'json', message: `The file is not well-formed JSON: ${what} (line ${line})`, line }
}

/** Nesting past this would exhaust the stack of whoever walks the value; GeoJSON needs fewer than ten. */
const MAX_JSON_DEPTH = 64

/** Depth is judged before anything is parsed. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}

const readGeojson = (text: string): Result<readonly ImportElement[], ImportRefusal> => {
  if (isTooDeep(text))
    return refused({ reason: 'tooDeep', message: `The JSON is nested more than ${MAX_JSON_DEPTH} deep` })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return refused(jsonRefusal(text, error instanceof Error ? error : new Error(String(error))))
  }
  const elements = geojsonElements(json)
  return elements.ok ? elements : refused({ reason: elements.error.kind, message: elements.error.message })
}

export const readImport = (input: ReadImport): Result<ImportPreview, ImportRefusal> => {
  const text = decode(input.bytes)
  if (!text.ok) return text
  const start = text.value.trimStart().charAt(0)
  if (start === '') return refused({ reason: 'empty', message: 'The file is empty' })
  if (start !== '<' && start !== '{')
    return refused({
      reason: 'unknownFormat',
      message:
        'The file is neither OpenStreetMap XML, which begins with "<", nor GeoJSON, which begins with "{" (line 1)',
      line: 1,
    })
  const format = start === '<' ? 'osm' : 'geojson'
  const elements = format === 'osm' ? readOsm(text.value) : readGeojson(text.value)
  if (!elements.ok) return elements
  const { zoneTypes, today, newId } = input
  return ok({ format, ...importCourse({ elements: elements.value, zoneTypes, existing: today, newId }) })
}

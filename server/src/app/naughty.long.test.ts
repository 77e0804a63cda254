/**
 * Strings that break programs, through every text of every documented call that takes a body: the text is returned unchanged,
 * in NFC and trimmed, or the refusal names the field. Never 5xx.
 */
import { type Call, calls } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputSchema, type JsonSchema, madeUpSample } from '../testing/madeUpSample.ts'
import type { Sample } from '../testing/sampleGroups.ts'
import { createSamples, type Samples } from '../testing/samples.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const NAUGHTY: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: ' \u00a0\u2003 ',
  emoji: 'Green 😀👩‍👩‍👧‍👦🏌️‍♀️🇮🇪 𝒻𝒶𝒾𝓇',
  'right to left': 'مرحبا שלום \u202eevil\u202c',
  'combining marks': 'Gre\u0301en Z\u0337\u0321a\u0338l\u0335g\u0334o\u0336',
  'another normal form': '\u212bngstro\u0308m \ufb01n',
  'zero width': 'a\u200bb\u200d\u2060c',
  'a byte order mark': '\ufeffname',
  '100 kB of letters': 'x'.repeat(100_000),
  '100 kB of emoji': '🏌'.repeat(25_000),
  'U+0000': 'a\u0000b',
  'half a pair, high': 'a\ud800b',
  'half a pair, low': '\udfff',
  'line breaks': 'one\ntwo\r\nthree',
  'a line separator': 'one\u2028two',
  'control characters': 'bell\u0007 escape\u001b[31m',
  'a formula': '=HYPERLINK("http://example.org","x")',
  'a formula by plus': '+1+1',
  'a formula by minus': '-1+1',
  'a formula by at': '@SUM(A1)',
  'a full-width formula': '\uff1d1+1',
  markup: '"><script>alert(1)</script><img src=x onerror=alert(1)>',
  entities: '&lt;b&gt; &amp; <![CDATA[x]]>',
  SQL: "'; DROP TABLE users; --",
  'wildcards of SQL': '100%_\\',
  prototype: '__proto__',
  'braces of templates': '{{7*7}} $' + '{7*7} #{7*7} $t(common.error)',
  'places of a pattern': '$1 $& %s %n \\1',
  'a path': '../../etc/passwd',
  'a script as an address': 'javascript:alert(1)',
  'a word that is a value': 'null',
}
/** Fields without free text, such as a colour or an id, need only a few of them. */
const OF_CODES = ['nothing', '100 kB of letters', 'U+0000', 'half a pair, high', 'markup', 'prototype']

const everyCall: readonly (readonly [string, Call])[] = Object.entries(allCalls).flatMap(([group, members]) =>
  Object.entries<Call>(members).map(([name, call]) => [`${group}.${name}`, call] as const),
)
/** Trackers and stations are answered by their own protocols, with nothing but a status. */
const withBody = everyCall.filter(([, call]) => call.body !== undefined && !call.path.startsWith('track/'))

let server: TestServer
let samples: Samples
beforeAll(async () => {
  // Each request uses its own address, so that no limit of an address answers instead of the call.
  server = await startTestServer({ config: { trustProxy: 1 } })
  samples = await createSamples(server)
})
afterAll(() => server.close())

interface Answer {
  readonly status: number
  readonly result: unknown
  readonly error:
    | { readonly kind: string; readonly fields?: Readonly<Record<string, string>>; readonly details?: unknown }
    | undefined
}

let count = 0

const send = async ({ call, params }: Sample, body: unknown): Promise<Answer> => {
  count += 1
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]))
  const response = await fetch(`${server.url}/api/${path}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
      ...(call.who === 'anyone'
        ? {}
        : { 'x-api-key': call.who === 'device' ? samples.tablet : server.tokens.ROLE_ADMIN }),
    },
    body: JSON.stringify(body),
  })
  const { result, error } = JSON.parse(await response.text())
  samples.note(result)
  return { status: response.status, result, error }
}

type Path = readonly (string | number)[]

const textsOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, [...path, Array.isArray(value) ? +key : key]))
}

const part = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value)

const withText = (value: unknown, [key, ...rest]: Path, text: string): unknown => {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withText(item, rest, text) : item))
  const object = value as Readonly<Record<string, unknown>>
  return { ...object, [key]: withText(object[key], rest, text) }
}

/** Where a schema takes text that people make up; all entries of lists and all keys of any name count as one position, `*`. */
const freeTextsOf = (schema: JsonSchema, path = ''): readonly string[] => {
  const within = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(option => freeTextsOf(option, path))
  const isCode = schema.format ?? schema.pattern ?? schema.enum ?? schema.const
  if (schema.type === 'string') return isCode === undefined ? [...within, path] : within
  const inside: readonly (readonly [string, JsonSchema | boolean | undefined])[] = [
    ...Object.entries(schema.properties ?? {}),
    ['*', schema.additionalProperties],
    ['*', schema.items],
    ...(schema.prefixItems ?? []).map(item => ['*', item] as const),
  ]
  return [
    ...within,
    ...inside.flatMap(([name, item]) => (typeof item === 'object' ? freeTextsOf(item, `${path}.${name}`) : [])),
  ]
}

const freeTextsOfCall = (call: Call): ReadonlySet<string> => new Set(freeTextsOf(inputSchema(call) ?? {}))

/** The positions of a sample as the schema names them. */
const placesOf = (path: Path): readonly string[] => {
  const plain = path.map(key => (typeof key === 'number' ? '*' : key))
  const open = plain.map((key, index) =>
    plain[index - 1] === 'translations' || plain[index - 1] === 'qgcPlan' ? '*' : key,
  )
  return [plain, open].map(keys => keys.map(key => `.${key}`).join(''))
}

const samplesOf = (name: string, call: Call): readonly Sample[] => {
  const own = Object.entries(samples.all).flatMap(([title, sample]) => (title.split(' ')[0] === name ? [sample] : []))
  return own.length > 0 ? own : [madeUpSample(call)]
}

/** A refusal of a field, of a part of it, or of the whole that it is a part of. */
const names = (fields: Readonly<Record<string, unknown>>, path: Path): boolean => {
  const field = ['body', ...path].join('.')
  return Object.keys(fields).some(key => field === key || field.startsWith(`${key}.`) || key.startsWith(`${field}.`))
}

describe('texts that break programs', () => {
  it.each(withBody)('every text that people make up for %s is in a sample', (name, call) => {
    const filled = new Set(samplesOf(name, call).flatMap(({ body }) => textsOf(body(1)).flatMap(placesOf)))
    expect([...freeTextsOfCall(call)].filter(place => !filled.has(place))).toEqual([])
  })

  it.each(withBody)(
    '%s gives back what was sent or refuses it by its field',
    async (name, call) => {
      const free = freeTextsOfCall(call)
      for (const sample of samplesOf(name, call)) {
        for (const path of textsOf(sample.body(1))) {
          const isFree = placesOf(path).some(place => free.has(place))
          for (const title of isFree ? Object.keys(NAUGHTY) : OF_CODES) {
            const text = NAUGHTY[title] ?? ''
            let answer = await send(sample, withText(sample.body(count), path, text))
            // A changed map replans missions; the refusal carries the present state.
            if (answer.error?.details !== undefined) {
              samples.note(answer.error.details)
              answer = await send(sample, withText(sample.body(count), path, text))
            }
            const { status, result, error } = answer
            const what = `${path.join('.')} with ${title}: ${status} ${JSON.stringify(error)?.slice(0, 300)}`
            expect(status, what).toBeLessThan(500)
            if (sample.isMadeUp === true) continue
            if (status !== 200) {
              const isNamed = (status === 422 || status === 409) && names(error?.fields ?? {}, path)
              expect(isNamed || (sample.silent ?? []).includes(error?.kind ?? ''), what).toBe(true)
            } else if (isFree && typeof part(result, path) === 'string') {
              expect(part(result, path), what).toBe(text.normalize('NFC').trim())
            }
          }
        }
      }
    },
    240_000,
  )

  it('a search for the wildcards of SQL finds those signs and nothing else', async () => {
    await server.call('ROLE_ADMIN', calls.blades.create, {
      body: { name: 'Reel 50%_', widthM: 1, missionSpeedMps: 1 },
    })
    for (const search of ['%', '_', '%_', '50%', "' OR '1'='1", '\\']) {
      const { items } = (await server.call('ROLE_ADMIN', calls.blades.list, { query: { search, perPage: 500 } })).result
      expect(items.every(({ name }) => name.includes(search))).toBe(true)
      if ('Reel 50%_'.includes(search)) expect(items.map(({ name }) => name)).toContain('Reel 50%_')
    }
  })

  it('stand on the map as they were drawn', async () => {
    const { features } = (await server.call('ROLE_ADMIN', calls.map.get)).result
    const titles = new Set(features.flatMap(({ properties }) => ('title' in properties ? [properties.title] : [])))
    for (const name of ['emoji', 'right to left', 'zero width', 'markup', 'SQL', 'prototype', 'braces of templates'])
      expect(titles).toContain(NAUGHTY[name]?.normalize('NFC').trim())
  })

  it.each([
    ['the missions', calls.missions.export],
    ['the record', lateCalls.audit.export],
  ] as const)('no cell of %s as a table begins a formula', async (_, call) => {
    const response = await fetch(`${server.url}/api/${call.path}`, {
      headers: { 'x-api-key': server.tokens.ROLE_ADMIN },
    })
    const table = await response.text()
    const cells = [...table.matchAll(/(?:^|,|\r\n)("(?:[^"]|"")*"|[^",\r\n]*)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1) : cell,
    )
    expect(cells.some(cell => cell.startsWith("'="))).toBe(true)
    expect(
      cells.filter(cell => /^[=+@\t\r\n\uff1d\uff0b\uff0d\uff20-]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)),
    ).toEqual([])
  })
})

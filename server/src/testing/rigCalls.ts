/** Calls of the API over HTTP as a rig makes them: the first person signs in, creates a field with mowers and plans on it. */

import { type BodyOf, type Call, calls, type ParamsOf, type QueryOf, type ResultOf } from '@greensward/contract'
import type { CourseFeature, Mission, Mower } from '@greensward/domain'
import { rectangle } from './ground.ts'

export interface Answer<C extends Call> {
  readonly status: number
  /** Fails the test when the answer is a refusal. */
  readonly result: ResultOf<C>
  /** Fails the test when the answer is none. */
  readonly error: { readonly kind: string; readonly code: string; readonly message: string; readonly details?: unknown }
}

export interface Given {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TypedGiven<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly query?: QueryOf<C>
  readonly body?: BodyOf<C>
  readonly headers?: Readonly<Record<string, string>>
}

export type NewMission = BodyOf<typeof calls.missions.create>

export const pathOf = (call: Call, given: Given): string => {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(Object.entries(given.params ?? {}).find(([key]) => key === name)?.[1]),
  )
  const query = new URLSearchParams(
    Object.entries(given.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `/api/${path}${query.size > 0 ? `?${query}` : ''}`
}

export const answerOf = <C extends Call>(name: string, response: Response, text: string): Answer<C> => ({
  status: response.status,
  get result() {
    if (!response.ok) throw new Error(`${name} was refused: ${text}`)
    const answer = JSON.parse(text)
    return answer.code === 200 && 'result' in answer ? answer.result : answer
  },
  get error() {
    if (response.ok) throw new Error(`${name} was not refused: ${text}`)
    return JSON.parse(text).error
  },
})

/** @param token of the person; empty before anybody has signed in */
export const callServer = async <C extends Call>(
  { url, name, token }: { readonly url: string; readonly name: string; readonly token: string },
  call: C,
  given: Given = {},
): Promise<Answer<C>> => {
  const response = await fetch(`${url}${pathOf(call, given)}`, {
    method: call.method,
    headers: {
      ...(token === '' ? {} : { 'x-api-key': token }),
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  })
  return answerOf<C>(`${call.method} ${call.path} on ${name}`, response, await response.text())
}

export type Until = <T>(what: string, ask: () => Promise<T | undefined | false>, timeoutMs?: number) => Promise<T>

/** Asks again and again until it holds; fails after `timeoutMs` with the newest lines of the servers. */
export const untilWith =
  (lines: readonly string[], defaultMs: number): Until =>
  async (what, ask, timeoutMs = defaultMs) => {
    const end = performance.now() + timeoutMs
    for (;;) {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
      if (performance.now() > end)
        throw new Error(`Waited ${timeoutMs} ms in vain: ${what}\n${lines.slice(-30).join('\n')}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

/** Sets up a new server and signs its first person in, by what the server writes to the console. @returns the access token */
export const signIn = async (call: Asker, lines: readonly string[], until: Until): Promise<string> => {
  const lastWith = (words: string): string => lines.findLast(line => line.includes(words)) ?? ''
  const setUp = await until('the link', async () => /\/set-up#(\S+)/.exec(lastWith('/set-up#'))?.[1])
  const password = 'grass grows at night'
  const person = { fullname: 'Ada Field', email: 'ada@example.org', login: 'admin', password }
  await call(calls.auth.setUp, { body: { token: setUp, ...person } }).then(answer => answer.result)
  const { challengeId } = (await call(calls.auth.login, { body: { login: 'admin', password } })).result
  const code = await until('the code', async () => /code for admin: (\d{6})/.exec(lastWith('code for admin'))?.[1])
  return (await call(calls.auth.code, { body: { challengeId, code } })).result.accessToken.token
}

/** Plans a mission on a zone. */
export const planOn = async (
  call: Asker,
  zone: CourseFeature,
  mower: Mower,
  changes: Partial<NewMission> = {},
): Promise<Mission> =>
  (
    await call(calls.missions.create, {
      body: {
        title: `Mow with ${mower.name}`,
        target: { kind: 'zone', featureId: zone.id },
        mowerId: mower.id,
        bladeId: mower.bladeId ?? '',
        direction: 'auto',
        angleOffsetDeg: 0,
        turnScheme: 'oneInOne',
        cleaningCycles: 1,
        startsAt: null,
        startsByItself: false,
        ...changes,
      },
    })
  ).result

export type Asker = <C extends Call>(call: C, given?: Given) => Promise<Answer<C>>

/** A blade, mowers, and one zone of 20 by 12 metres. */
export const seedField = async (call: Asker, count: number): Promise<{ mowers: Mower[]; zone: CourseFeature }> => {
  const blade = (await call(calls.blades.create, { body: { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 } })).result
  const zoneType = (
    await call(calls.zoneTypes.create, {
      body: { name: 'Lawn', color: '#17A73F', directions: ['12-6', '3-9'], allowsIntersection: false, mowable: true },
    })
  ).result
  const mowers: Mower[] = []
  for (let systemId = 1; systemId <= count; systemId += 1)
    mowers.push(
      (
        await call(calls.mowers.create, {
          body: {
            name: `Mower ${systemId}`,
            color: '#0B7390',
            bladeId: blade.id,
            systemId,
            widthM: 1.6,
            minTurnRadiusM: 0,
            transitSpeedMps: 2,
            turningSpeedMps: 0.8,
            batteryRangeM: 20_000,
            bladeSwitch: { kind: 'relay', index: 0 },
            inService: false,
          },
        })
      ).result,
    )
  const zone: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 20, 12) },
    properties: {
      title: 'Lawn',
      zoneTypeId: zoneType.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
  await call(calls.map.change, {
    body: { baseRevision: 0, label: 'A lawn', added: [zone], updated: [], removed: [] },
  }).then(answer => answer.result)
  return { mowers, zone }
}

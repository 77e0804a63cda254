import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, calls } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { afterEach, expect, test } from 'vitest'
import { createStops, isStop } from './stops.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

interface Pressed {
  readonly path: string
  readonly key: string | undefined
}

/** A real listener that answers every press alike, or nobody at all. */
const listen = async (result: unknown, status = 200) => {
  const pressed: Pressed[] = []
  const server = createServer((request, response) => {
    const key = request.headers['x-api-key']
    pressed.push({ path: request.url ?? '', key: typeof key === 'string' ? key : undefined })
    if (result === undefined) return
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: status, result }))
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pressed }
}

const ID = '3f2a4c1e-7a55-4b8e-9d0c-2f1f6a1b9c01'
const OTHER = '3f2a4c1e-7a55-4b8e-9d0c-2f1f6a1b9c02'
const PATH = `mowers/${ID}/stop`
const accepted = { outcome: 'accepted', reason: null, why: null, standingStill: false }
const noAnswer = { outcome: 'noAnswer', reason: 'It is silent', why: null, standingStill: null }

class Refused extends Error {}
const via = (url: string) => async () => {
  const response = await fetch(`${url}/${PATH}`, { method: 'POST' })
  if (response.status < 500 && !response.ok) throw new Refused('no')
  if (!response.ok) throw new Error('bad gateway')
  return calls.mowers.stop.result.parse(((await response.json()) as { result: unknown }).result)
}
const isRefusal = (error: unknown): boolean => error instanceof Refused
const open = (...entrances: string[]) => {
  const stops = createStops(() => 'key')
  stops.learn(entrances)
  return stops
}

test('every call that stops a mower is a stop, and no other is', () => {
  const all: readonly Call[] = Object.values(allCalls).flatMap(group => Object.values(group))
  // A shift is paused by the server that runs it: a silent one starts nothing, and the stops beside reach what drives.
  // An Automower is paused by the maker's service, which the entrance for stops does not reach.
  // The release of a planned start stops nothing.
  const isElsewhere = /^(shifts|automowers|automower-starts)\//
  const stopping = all.filter(
    ({ who, method, path }) => who === 'mowers.stop' && method === 'POST' && !isElsewhere.test(path),
  )
  expect(all.filter(isStop)).toEqual(stopping)
  expect(stopping).toHaveLength(3)
})

test('asks no entrance when the server answers', async () => {
  const [server, entrance] = [await listen(accepted), await listen(accepted)]
  const stops = open(entrance.url)
  expect(await stops.press(calls.mowers.stop, PATH, via(server.url), isRefusal)).toEqual(accepted)
  expect(entrance.pressed).toEqual([])
  expect(stops.state()).toBe('answers')
})

test('after a second without an answer the page asks the entrance and shows the silence', async () => {
  const [server, entrance] = [await listen(undefined), await listen(accepted)]
  const stops = open(entrance.url)
  const states: string[] = []
  stops.onState(() => states.push(stops.state()))
  const pressedAt = performance.now()
  expect(await stops.press(calls.mowers.stop, PATH, via(server.url), isRefusal)).toEqual(accepted)
  expect(performance.now() - pressedAt).toBeLessThan(3_000)
  expect(entrance.pressed).toEqual([{ path: `/${PATH}`, key: 'key' }])
  expect(states).toEqual(['silent'])
  stops.noteAnswer()
  expect(states).toEqual(['silent', 'answers'])
})

test('asks the entrance at once after a 502 of the proxy', async () => {
  const [server, entrance] = [await listen({}, 502), await listen(accepted)]
  const pressedAt = performance.now()
  expect(await open(entrance.url).press(calls.mowers.stop, PATH, via(server.url), isRefusal)).toEqual(accepted)
  expect(performance.now() - pressedAt).toBeLessThan(900)
})

test('takes a refusal of the server as the answer and asks no entrance', async () => {
  const [server, entrance] = [await listen({}, 403), await listen(accepted)]
  const pressing = open(entrance.url).press(calls.mowers.stop, PATH, via(server.url), isRefusal)
  await expect(pressing).rejects.toBeInstanceOf(Refused)
  expect(entrance.pressed).toEqual([])
})

test('of several entrances the one that stopped the mower counts, whichever answers first', async () => {
  const [server, deaf, hearing] = [await listen(undefined), await listen(noAnswer), await listen(accepted)]
  const pressing = open(deaf.url, hearing.url).press(calls.mowers.stop, PATH, via(server.url), isRefusal)
  expect(await pressing).toEqual(accepted)
})

test('stop all names as stopped whom any entrance stopped', async () => {
  const all = (stopped: string, notStopped: string) => ({
    stopped: [{ id: stopped, name: stopped }],
    notStopped: [{ id: notStopped, name: notStopped, reason: 'It is silent', phone: null }],
  })
  const [server, one, two] = [await listen({}, 502), await listen(all(ID, OTHER)), await listen(all(OTHER, ID))]
  const pressing = open(one.url, two.url).press(calls.mowers.stopAll, 'mowers/stop-all', via(server.url), isRefusal)
  expect(await pressing).toMatchObject({ stopped: [{}, {}], notStopped: [] })
})

test('shows the mowers that an entrance could not stop, even if the server never answers', async () => {
  const answer = { stopped: [], notStopped: [{ id: ID, name: 'A', reason: 'It is silent', phone: null }] }
  const [server, entrance] = [await listen(undefined), await listen(answer)]
  const pressing = open(entrance.url).press(calls.mowers.stopAll, 'mowers/stop-all', via(server.url), isRefusal)
  expect(await pressing).toEqual(answer)
})

test("the failure is the server's own where nothing answers", async () => {
  const server = await listen({}, 502)
  const pressing = open('http://127.0.0.1:9').press(calls.mowers.stop, PATH, via(server.url), isRefusal)
  await expect(pressing).rejects.toThrow('bad gateway')
})

test('a look says whether the server answers, an entrance does, or nothing', async () => {
  const [server, entrance, broken] = [await listen({}), await listen({}, 401), await listen({}, 502)]
  const stops = open(entrance.url)
  await stops.look(`${broken.url}/health`)
  expect(stops.state()).toBe('silent')
  await stops.look(`${server.url}/health`)
  expect(stops.state()).toBe('answers')
  stops.learn([])
  await stops.look(`${broken.url}/health`)
  expect(stops.state()).toBe('away')
})

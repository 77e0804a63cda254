/** A server whose weather is read from a service of the test, which speaks HTTP on a port of its own. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@greensward/contract'
import type { WeatherState } from '@greensward/domain'
import { expect } from 'vitest'
import { rainProposals, weather, weatherHours, weatherSources } from '../platform/db/schema/index.ts'
import { startTestServer } from './testServer.ts'

const as = 'ROLE_MANAGER'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export type WeatherAnswer = (request: IncomingMessage, reply: ServerResponse) => void

/** It is twenty past six by UTC, on a course with a location. */
export const openWeatherStage = async () => {
  const server = await startTestServer({ config: { outgoingPrivate: true } })
  const body = { timeZone: 'Europe/Dublin', centerLon: -6.123456789, centerLat: 53.456789012 }
  await server.call('ROLE_ADMIN', calls.settings.update, { body }).then(found => found.result)
  const asked: IncomingMessage[] = []
  let answer: WeatherAnswer = (_, reply) => void reply.end()
  const service = createServer((request, reply) => {
    asked.push(request)
    answer(request, reply)
  })
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
  const day = Math.ceil(server.clock.now().getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS
  server.clock.advance(day + 6 * HOUR_MS + 20 * MINUTE_MS - server.clock.now().getTime())
  await server.signInAgain()

  const state = async (): Promise<WeatherState> => (await server.call(as, calls.weather.state)).result
  return {
    server,
    /** The questions that the service got. */
    asked,
    origin: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    /** The start of this hour, or of a later one, in seconds. */
    hourS: (ahead = 0): number => Math.floor(server.clock.now().getTime() / HOUR_MS) * 3_600 + ahead * 3_600,
    answers: (next: WeatherAnswer): void => {
      answer = next
    },
    says: (json: unknown): void => {
      answer = (_, reply) => void reply.end(JSON.stringify(json))
    },
    change: async (changes: object): Promise<void> => {
      await server.call(as, calls.weather.update, { body: { enabled: true, ...changes } }).then(found => found.result)
    },
    state,
    read: async (): Promise<WeatherState> => (await server.call(as, calls.weather.read)).result,
    advance: async (ms: number): Promise<void> => {
      server.clock.advance(ms)
      await server.signInAgain()
    },
    /** The first source was read, or has this problem. */
    settled: (problem: string | null) =>
      expect
        .poll(async () => (await state()).sources[0], { timeout: 15_000 })
        .toMatchObject({ problem, ...(problem === null ? { answeredAt: expect.any(String) } : {}) }),
    reset: async (): Promise<void> => {
      const { db } = server.app.ctx
      for (const table of [rainProposals, weather, weatherHours]) await db.delete(table)
      await db.update(weatherSources).set({ reading: null, counters: null, notBefore: null, failures: 0 })
      asked.length = 0
    },
    close: async (): Promise<void> => {
      service.closeAllConnections()
      service.close()
      await server.close()
    },
  }
}
export type WeatherStage = Awaited<ReturnType<typeof openWeatherStage>>

/** The values of figures by their names. */
export const valuesOf = ({ figures }: WeatherState) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]))

/** An answer of Open-Meteo, with other units. */
export const openMeteoAnswer = ({ hourS }: WeatherStage, units: object = {}) => ({
  latitude: 53.46,
  longitude: -6.12,
  hourly_units: {
    time: 'unixtime',
    temperature_2m: '°C',
    dew_point_2m: '°C',
    precipitation: 'mm',
    wind_speed_10m: 'm/s',
    et0_fao_evapotranspiration: 'mm',
    soil_temperature_6cm: '°C',
    ...units,
  },
  hourly: {
    time: [hourS(-1), hourS(0), hourS(1), hourS(2)],
    temperature_2m: [8, 9.5, 10, null],
    dew_point_2m: [4, 5, 5.5, null],
    precipitation: [0, 0.1, 1.2, 0.4],
    wind_speed_10m: [3, 4, 5, null],
    et0_fao_evapotranspiration: [0, 0, 0.05, 0.07],
    soil_temperature_6cm: [7, 7.2, 7.3, null],
  },
})

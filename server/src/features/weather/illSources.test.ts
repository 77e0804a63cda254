/** Services of weather that are down, slow, wrong or huge: nothing else suffers. */
import type { ServerResponse } from 'node:http'
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weatherHours } from '../../platform/db/schema/index.ts'
import { openSeal } from '../../platform/sealing.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { openMeteoAnswer, openWeatherStage, valuesOf, type WeatherStage } from '../../testing/weatherStage.ts'
import { createWeatherWatch } from './watchWeather.ts'

const as = 'ROLE_MANAGER'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

let stage: WeatherStage
beforeAll(async () => {
  stage = await openWeatherStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.reset())

describe('a service that is ill', () => {
  test.each<[string, (reply: ServerResponse) => void, string]>([
    ['answers a page', reply => void reply.end('<html>It rains</html>'), 'notUnderstood'],
    ['answers NaN', reply => void reply.end('{"at": NaN, "rainMmPerH": NaN}'), 'notUnderstood'],
    ['is down', reply => void reply.writeHead(503).end(), 'httpStatus'],
    ['breaks off', reply => void reply.destroy(), 'notReached'],
  ])('and %s leaves everything as it was', async (_, say, problem) => {
    stage.says(openMeteoAnswer(stage))
    await stage.change({ provider: 'openMeteo', address: stage.origin })
    await stage.settled(null)
    stage.answers((_request, reply) => say(reply))
    await stage.advance(2 * MINUTE_MS)
    const after = await stage.read()
    expect(after.sources[0]).toMatchObject({ problem })
    expect(valuesOf(after).rainMmPerH).toBe(1.2)
  })

  test('and answers 500 MB is cut off after the first', async () => {
    let sentBytes = 0
    const part = Buffer.alloc(64 * 1024, ' ')
    stage.answers((_, reply) => {
      const more = (): void => {
        while (!reply.destroyed && sentBytes < 500_000_000) {
          sentBytes += part.length
          if (!reply.write(part)) return void reply.once('drain', more)
        }
        reply.end()
      }
      more()
    })
    await stage.change({ provider: 'openMeteo', address: stage.origin })
    await stage.settled('tooLarge')
    expect(sentBytes).toBeLessThan(20_000_000)
  })

  test('and says nothing holds up no page, no stop and not the end of the server', async () => {
    const other = await startTestServer({ config: { outgoingPrivate: true } })
    let isOpen = false
    stage.answers(request => {
      isOpen = true
      request.socket.once('close', () => {
        isOpen = false
      })
    })
    const body = { enabled: true, provider: 'json', address: stage.origin } as const
    await other.call(as, calls.weather.update, { body }).then(found => found.result)
    await expect.poll(() => stage.asked.length).toBe(1)
    expect((await other.call(as, calls.weather.state)).status).toBe(200)
    expect((await other.call('ROLE_GREENKEEPER', calls.mowers.stopAll)).status).toBe(200)
    // All of it while the service was still to answer.
    expect(isOpen).toBe(true)
    await other.close()
    await expect.poll(() => isOpen).toBe(false)
  }, 60_000)

  test('and fails again and again is asked more and more seldom', async () => {
    stage.answers((_, reply) => void reply.writeHead(500).end())
    await stage.change({ provider: 'json', address: stage.origin, everyMin: 5 })
    await stage.settled('httpStatus')
    const { ctx } = stage.server.app
    const { look } = createWeatherWatch(ctx, openSeal(ctx.config.sharedDir))
    const askedAfter = async (minutes: number): Promise<number> => {
      await stage.advance(minutes * MINUTE_MS)
      await look()
      return stage.asked.length
    }
    expect(await askedAfter(6)).toBe(1)
    expect(await askedAfter(5)).toBe(2)
    expect(await askedAfter(15)).toBe(2)
    expect(await askedAfter(6)).toBe(3)
  })
})

describe('a test of the connection', () => {
  test('says what a source gives and stores nothing', async () => {
    stage.says(openMeteoAnswer(stage))
    const body = { role: 'forecast', provider: 'openMeteo', address: stage.origin } as const
    const found = (await stage.server.call(as, calls.weather.test, { body })).result
    expect(found).toMatchObject({ problem: null, hours: 4 })
    expect(found.figures).toContainEqual(expect.objectContaining({ name: 'temperatureC', value: 9.5 }))
    expect((await stage.server.call(as, calls.weather.settings)).result).toMatchObject({ enabled: false, address: '' })
    expect(await stage.server.app.ctx.db.$count(weatherHours)).toBe(0)
    expect((await stage.server.call('ROLE_GREENKEEPER', calls.weather.test, { body })).status).toBe(403)
  })

  test('sends no stored secret to another address', async () => {
    stage.says({})
    await stage.change({ provider: 'openWeather', address: `${stage.origin}/mine`, token: 'secret' })
    await stage.settled('notUnderstood')
    stage.asked.length = 0
    const body = { role: 'forecast', address: `${stage.origin}/theirs` } as const
    expect((await stage.server.call(as, calls.weather.test, { body })).result.problem).toBe('incomplete')
    expect(stage.asked).toEqual([])
  })
})

test('a day has the mean of its hours, of which measured ones count before forecast ones', async () => {
  const { db } = stage.server.app.ctx
  const startMs = Math.floor(stage.server.clock.now().getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS
  const hour = (index: number, isObserved: boolean, temperatureC: number) => ({
    at: new Date(startMs + index * HOUR_MS),
    isObserved,
    source: 'test',
    samples: 1,
    temperatureC,
    rainMm: isObserved ? 0.5 : 3,
    updatedAt: new Date(),
  })
  const forecast = Array.from({ length: 24 }, (_, index) => hour(index, false, 10))
  await db.insert(weatherHours).values([...forecast, ...[0, 1, 2, 3, 4, 5].map(index => hour(index, true, 2))])
  const [today] = (await stage.state()).days
  expect(today).toMatchObject({ meanTemperatureC: 8, rainMm: 57, hours: 24, observedHours: 6 })
})

/** A weather station: answers as docs/weather.md describes, with the showers of the seed. */
import { createServer } from 'node:http'

export interface Shower {
  readonly fromMs: number
  readonly toMs: number
  readonly mmPerH: number
}

/** Rain that comes sooner than this is forecast. */
const AHEAD_MS = 20 * 60_000

export const openStation = async (nowMs: () => number) => {
  const showers: Shower[] = []
  const rainNow = (): number => showers.find(({ fromMs, toMs }) => nowMs() >= fromMs && nowMs() < toMs)?.mmPerH ?? 0
  const server = createServer((_, reply) => {
    const coming = showers.filter(({ fromMs, toMs }) => fromMs - nowMs() < AHEAD_MS && toMs > nowMs())
    reply.end(
      JSON.stringify({
        at: new Date(nowMs()).toISOString(),
        rainMmPerH: rainNow(),
        forecast: coming.map(({ fromMs, toMs, mmPerH }) => ({
          from: new Date(fromMs).toISOString(),
          to: new Date(toMs).toISOString(),
          rainMmPerH: mmPerH,
        })),
      }),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', () => done()))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://127.0.0.1:${port}/now.json`,
    showers,
    isRaining: (): boolean => rainNow() > 0,
    close: () => void server.close(),
  }
}

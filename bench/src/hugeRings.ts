/**
 * Measures the time to refuse invalid rings: far too long, or crossing themselves everywhere. They are posted as a zone and
 * uploaded as a file, while another person reads the settings again and again. The clock starts with the first byte sent.
 */
import { calls } from '@greensward/contract'
import { sleep, startCourseServer } from './courseServer.ts'

const LIMIT_MS = 2_000
/** How often another person reads: often enough to see what holds the server up, and little work beside the ring's. */
const OTHERS_EVERY_MS = 10
const CENTRE = [-1.5, 52] as const

const place = (dx: number, dy: number): string => `[${(CENTRE[0] + dx).toFixed(9)},${(CENTRE[1] + dy).toFixed(9)}]`

const polygon = (places: readonly string[]): string =>
  `{"type":"Polygon","coordinates":[[${places.join(',')},${places[0]}]]}`

/** A saw round a circle. */
const saw = (corners: number): string =>
  polygon(
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners
      const r = 0.01 + (i % 2) * 0.001
      return place(r * Math.cos(angle), r * Math.sin(angle))
    }),
  )

const scribble = (corners: number): string => {
  let state = 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return polygon(Array.from({ length: corners }, () => place(next() * 0.02, next() * 0.02)))
}

const server = await startCourseServer({ MAVLINK_UDP: 'off' })
let slowest = 0
try {
  const { admin } = server
  await admin.call(calls.settings.update, {
    body: { topLeftLon: -1.6, topLeftLat: 52.1, bottomRightLon: -1.4, bottomRightLat: 51.9 },
  })
  const { id: zoneTypeId } = await admin.call(calls.zoneTypes.create, {
    body: { name: 'Rough', color: '#17A73F', directions: ['12-6'], allowsIntersection: true, mowable: true },
  })
  const key = { 'x-api-key': admin.tokens.accessToken.token }

  const zone = (geometry: string): RequestInit => ({
    headers: { ...key, 'content-type': 'application/json' },
    body: Buffer.from(
      `{"baseRevision":0,"label":"A ring","added":[{"type":"Feature","id":"${crypto.randomUUID()}","kind":"zone","geometry":${geometry},"properties":{"title":"A ring","zoneTypeId":"${zoneTypeId}","holeId":null,"hiddenForMower":false,"hiddenForBuggy":false,"rainModeRestricted":false}}],"updated":[],"removed":[]}`,
    ),
  })
  const file = (geometry: string): RequestInit => {
    const form = new FormData()
    const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"golf":"green"},"geometry":${geometry}}]}`
    form.append('file', new Blob([text]), 'ring.geojson')
    return { headers: key, body: form }
  }

  const tries: readonly (readonly [what: string, path: string, request: RequestInit, status: number])[] = [
    ['a zone of a million corners', 'map/changes', zone(saw(1_000_000)), 413],
    ['a zone of 19,999 corners, which is allowed', 'map/changes', zone(saw(19_999)), 200],
    ['a zone of 19,999 corners that cross everywhere', 'map/changes', zone(scribble(19_999)), 422],
    ['a file with a ring of a million corners', 'imports', file(saw(1_000_000)), 422],
  ]
  for (const [what, path, request, status] of tries) {
    let longestMs = 0
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        const from = performance.now()
        await admin.call(calls.settings.get)
        longestMs = Math.max(longestMs, performance.now() - from)
        await sleep(OTHERS_EVERY_MS)
      }
    })()
    const from = performance.now()
    const cpuBefore = server.cpuSeconds()
    const answer = await fetch(`${server.url}/api/${path}`, { method: 'POST', ...request })
    const said = (await answer.text()).slice(0, 200)
    const tookMs = performance.now() - from
    const cpuMs = (server.cpuSeconds() - cpuBefore) * 1_000
    isOver = true
    await others
    if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${said}`)
    slowest = Math.max(slowest, tookMs)
    console.log(
      `${what}: ${answer.status} in ${tookMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of a processor; others waited ${longestMs.toFixed(0)} ms at most`,
    )
  }
} finally {
  await server.close()
}
if (slowest > LIMIT_MS) {
  console.error(`Not held: ${LIMIT_MS} ms`)
  process.exitCode = 1
}

/**
 * The vehicle link, measured: frames parsed a second beside node-mavlink, and how long the upload of 204 items takes
 * over real UDP sockets to a simulated mower while its radio loses messages each way.
 */
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { missionItems } from '@greensward/vehicle'
import { createFrameParser, decodeFrame, encodeFrame, type Message, message } from '@greensward/vehicle/mavlink'
import { common, MavLinkPacketParser, MavLinkPacketSplitter, MavLinkProtocolV2, minimal } from 'node-mavlink'
import { blade, openVehicleRig } from './vehicleRig.ts'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '200000' },
    items: { type: 'string', default: '204' },
    losses: { type: 'string', default: '0,2,5,10,20' },
    seed: { type: 'string', default: '1' },
  },
})

const CHUNK_BYTES = 1_400

/** The messages of a mower in two seconds, at the rates that the gateway requests. */
const telemetryMix: readonly (readonly [count: number, Message])[] = [
  [
    10,
    message('GLOBAL_POSITION_INT', {
      timeBootMs: 123_456,
      lat: 473_700_123,
      lon: 85_500_456,
      alt: 400_000,
      relativeAlt: 120,
      vx: 120,
      vy: -35,
      hdg: 9_000,
    }),
  ],
  [
    10,
    message('GPS_RAW_INT', {
      timeUsec: 1_900_000_000n,
      lat: 473_700_123,
      lon: 85_500_456,
      alt: 400_000,
      eph: 60,
      epv: 90,
      vel: 125,
      fixType: 6,
      satellitesVisible: 28,
      hAcc: 14,
      vAcc: 20,
    }),
  ],
  [8, message('MISSION_CURRENT', { seq: 17, total: 203, missionState: 3, missionMode: 1 })],
  [5, message('RELAY_STATUS', { timeBootMs: 123_456, on: 1, present: 63 })],
  [4, message('EKF_STATUS_REPORT', { velocityVariance: 0.03, posHorizVariance: 0.02, flags: 831 })],
  [2, message('HEARTBEAT', { customMode: 10, type: 10, autopilot: 3, baseMode: 129, mavlinkVersion: 3 })],
  [
    2,
    message('BATTERY_STATUS', {
      currentConsumed: 8_000,
      energyConsumed: -1,
      temperature: 32_767,
      voltages: [24_500, ...Array.from({ length: 9 }, () => 65_535)],
      currentBattery: 1_200,
      batteryRemaining: 80,
    }),
  ],
]

/** Each message spread over the two seconds, as the mower sends it. */
const recordedStream = (count: number): Buffer => {
  const from = { systemId: 1, componentId: 1 }
  const kinds = telemetryMix
    .flatMap(([times, kind]) => Array.from({ length: times }, (_, i) => ({ at: (i + 0.5) / times, kind })))
    .sort((a, b) => a.at - b.at)
  const frames: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    const next = kinds[i % kinds.length]
    if (next !== undefined) frames.push(encodeFrame(next.kind, from, i & 0xff))
  }
  return Buffer.concat(frames)
}

const chunksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) =>
    bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
  )

interface Measured {
  readonly frames: number
  readonly seconds: number
  /** Of all threads of this process: what one core would have needed, however busy the machine is. */
  readonly cpuSeconds: number
}

const stopwatch = () => {
  const beforeMs = performance.now()
  const before = process.cpuUsage()
  return (frames: number): Measured => {
    const { user, system } = process.cpuUsage(before)
    return { frames, seconds: (performance.now() - beforeMs) / 1000, cpuSeconds: (user + system) / 1e6 }
  }
}

const ours = (chunks: readonly Buffer[]): Measured => {
  let frames = 0
  const parser = createFrameParser(frame => {
    if (decodeFrame(frame) !== undefined) frames++
  })
  const measured = stopwatch()
  for (const chunk of chunks) parser.push(chunk)
  return measured(frames)
}

const theirs = async (chunks: readonly Buffer[]): Promise<Measured> => {
  const registry = { ...minimal.REGISTRY, ...common.REGISTRY }
  const protocol = new MavLinkProtocolV2()
  let frames = 0
  const measured = stopwatch()
  const packets = Readable.from(chunks).pipe(new MavLinkPacketSplitter()).pipe(new MavLinkPacketParser())
  for await (const packet of packets) {
    const definition = registry[packet.header.msgid]
    if (definition !== undefined && protocol.data(packet.payload, definition) !== undefined) frames++
  }
  return measured(frames)
}

const TARGET_FRAMES_A_SECOND = 500_000

const benchParsing = async (): Promise<void> => {
  const wanted = Number(values.frames)
  const chunks = chunksOf(recordedStream(wanted))
  // Once to warm up.
  ours(chunks)
  await theirs(chunks.slice(0, 200))
  const own = ours(chunks)
  if (own.frames !== wanted) throw new Error(`${own.frames} of ${wanted} frames were read`)
  const peer = await theirs(chunks)
  const rate = (frames: number, seconds: number): number => Math.round(frames / seconds)
  console.table({
    'here, at least': { 'frames a second of a core': TARGET_FRAMES_A_SECOND },
    here: {
      'frames a second of a core': rate(own.frames, own.cpuSeconds),
      'by the wall': rate(own.frames, own.seconds),
    },
    'node-mavlink': {
      'frames a second of a core': rate(peer.frames, peer.cpuSeconds),
      'by the wall': rate(peer.frames, peer.seconds),
    },
  })
}

/** Seconds from asking until the mission read back was found equal; throws when it was not. */
const uploadSeconds = async (items: number, lossPercent: number): Promise<number> => {
  const rig = await openVehicleRig({ mowers: 1, lossPercent, seed: Number(values.seed) })
  try {
    const points = Array.from({ length: items - 4 }, (_, i): [number, number] => [8.5 + i * 1e-5, 47.3])
    const mission = missionItems({ segments: [{ bladeOn: false, speedMps: 1, points }] }, blade)
    const beforeMs = performance.now()
    const outcome = await rig.gateway.upload(rig.mowerIds[0] ?? '', mission.items)
    if (outcome.outcome !== 'accepted') throw new Error(outcome.message)
    return (performance.now() - beforeMs) / 1000
  } finally {
    await rig.close()
  }
}

const MOST_TIMES_CLEAN_AT_5_PERCENT = 2.5

const benchUploads = async (): Promise<void> => {
  console.log(`upload of ${values.items} items, read back and compared, by messages lost each way:`)
  const rows: Record<string, unknown> = {}
  let cleanS: number | undefined
  for (const lossPercent of values.losses.split(',').map(Number)) {
    const seconds = await uploadSeconds(Number(values.items), lossPercent)
    if (lossPercent === 0) cleanS = seconds
    const target =
      lossPercent === 5 && cleanS !== undefined
        ? `${(cleanS * MOST_TIMES_CLEAN_AT_5_PERCENT).toFixed(1)} s at most`
        : 'complete'
    rows[`${lossPercent} %`] = { seconds: Number(seconds.toFixed(1)), target }
  }
  console.table(rows)
}

/** A mission as long as a large zone brings; how much of the time is comparison the vehicle decides. */
const LONG_ITEMS = 500

const benchLongUpload = async (): Promise<void> => {
  const rows: Record<string, unknown> = {}
  for (const lossPercent of [0, 5]) {
    rows[`${lossPercent} %`] = { seconds: Number((await uploadSeconds(LONG_ITEMS, lossPercent)).toFixed(1)) }
  }
  console.log(`upload of ${LONG_ITEMS} items, read back and compared:`)
  console.table(rows)
}

await benchParsing()
await benchUploads()
await benchLongUpload()

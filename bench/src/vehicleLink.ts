/**
 * The vehicle link, measured: frames parsed a second beside node-mavlink, and how long the upload of 204 items takes
 * over real UDP sockets to a simulated mower while its radio loses messages each way.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGateway, missionItems, systemClock } from '@greensward/vehicle'
import { createFrameParser, decodePayload, encodeFrame, message } from '@greensward/vehicle/mavlink'
import { common, MavLinkPacketParser, MavLinkPacketSplitter, MavLinkProtocolV2, minimal } from 'node-mavlink'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '200000' },
    items: { type: 'string', default: '204' },
    losses: { type: 'string', default: '0,2,5,10,20' },
    seed: { type: 'string', default: '1' },
  },
})

const CHUNK_BYTES = 1_400

/** What a mower sends in a second, over and over. */
const recordedStream = (count: number): Buffer => {
  const from = { systemId: 1, componentId: 1 }
  const kinds = [
    message('GLOBAL_POSITION_INT', {
      timeBootMs: 123_456,
      lat: 473_700_123,
      lon: 85_500_456,
      alt: 400_000,
      vx: 120,
      hdg: 9_000,
    }),
    message('GPS_RAW_INT', { timeUsec: 1n, lat: 473_700_123, lon: 85_500_456, fixType: 6, hAcc: 14 }),
    message('MISSION_CURRENT', { seq: 17, total: 203, missionState: 3 }),
    message('HEARTBEAT', { customMode: 10, type: 10, autopilot: 3, baseMode: 129, mavlinkVersion: 3 }),
  ]
  const frames: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    const kind = kinds[i % kinds.length]
    if (kind !== undefined) frames.push(encodeFrame(kind, from, i & 0xff))
  }
  return Buffer.concat(frames)
}

const chunksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) =>
    bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
  )

const ours = (chunks: readonly Buffer[]): { frames: number; seconds: number } => {
  let frames = 0
  const parser = createFrameParser(frame => {
    if (decodePayload(frame.layout, frame.payload) !== undefined) frames++
  })
  const beforeMs = performance.now()
  for (const chunk of chunks) parser.push(chunk)
  return { frames, seconds: (performance.now() - beforeMs) / 1000 }
}

const theirs = async (chunks: readonly Buffer[]): Promise<{ frames: number; seconds: number }> => {
  const registry = { ...minimal.REGISTRY, ...common.REGISTRY }
  const protocol = new MavLinkProtocolV2()
  let frames = 0
  const beforeMs = performance.now()
  const packets = Readable.from(chunks).pipe(new MavLinkPacketSplitter()).pipe(new MavLinkPacketParser())
  for await (const packet of packets) {
    const definition = registry[packet.header.msgid]
    if (definition !== undefined && protocol.data(packet.payload, definition) !== undefined) frames++
  }
  return { frames, seconds: (performance.now() - beforeMs) / 1000 }
}

const benchParsing = async (): Promise<void> => {
  const chunks = chunksOf(recordedStream(Number(values.frames)))
  // Once to warm up.
  ours(chunks)
  await theirs(chunks.slice(0, 200))
  const own = ours(chunks)
  const peer = await theirs(chunks)
  const rate = ({ frames, seconds }: { frames: number; seconds: number }) => Math.round(frames / seconds)
  console.log(`parsed and decoded, frames a second: ${rate(own)} here, ${rate(peer)} with node-mavlink`)
}

/** Seconds from asking until the mission read back was found equal, or why it was not. */
const uploadOnce = async (lossPercent: number): Promise<string> => {
  const gateway = createGateway({
    links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
    clock: systemClock,
    onEvent: () => {},
  })
  const blade = { kind: 'relay', index: 0 } as const
  gateway.setMowers([{ id: 'mower', systemId: 1, name: 'mower', blade }])
  await gateway.open()
  const simulator = spawn(process.execPath, [join(import.meta.dirname, '../../simulator/src/main.ts')], {
    env: {
      SIM_TARGET: `127.0.0.1:${gateway.ports()[0]}`,
      SIM_MOWERS: '1',
      SIM_LOSS: String(lossPercent),
      SIM_EKF_READY: '0',
      SIM_SEED: values.seed,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  try {
    while (gateway.state('mower')?.mission === null) await new Promise(resolve => setTimeout(resolve, 50))
    const points = Array.from({ length: Number(values.items) - 4 }, (_, i): [number, number] => [8.5 + i * 1e-5, 47.3])
    const { items } = missionItems({ segments: [{ bladeOn: false, speedMps: 1, points }] }, blade)
    const beforeMs = performance.now()
    const outcome = await gateway.upload('mower', items)
    if (outcome.outcome !== 'accepted') return outcome.message
    return `${((performance.now() - beforeMs) / 1000).toFixed(1)} s`
  } finally {
    simulator.kill()
    await gateway.close()
  }
}

await benchParsing()
for (const loss of values.losses.split(',').map(Number)) {
  console.log(
    `upload of ${values.items} items, read back and compared, ${loss} % lost each way: ${await uploadOnce(loss)}`,
  )
}

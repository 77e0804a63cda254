/** A gateway in this process and simulated mowers in another one, with real UDP sockets between them on loopback. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Blade, createGateway, type Gateway, type GatewayEvent, systemClock } from '@greensward/vehicle'

export const blade: Blade = { kind: 'relay', index: 0 }

export interface VehicleRig {
  readonly gateway: Gateway
  readonly mowerIds: readonly string[]
  close(): Promise<void>
}

export interface VehicleRigOptions {
  readonly mowers: number
  readonly lossPercent: number
  readonly seed: number
  /** The gateway's own when left out. */
  readonly positionIntervalMs?: number
  readonly onEvent?: (event: GatewayEvent) => void
}

/** Asks ten times a second; gives up after `timeoutMs`. */
export const until = async (what: string, done: () => boolean, timeoutMs: number): Promise<void> => {
  const end = performance.now() + timeoutMs
  while (!done()) {
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Resolves when every mower knows where it is and its mission was read. */
export const openVehicleRig = async (options: VehicleRigOptions): Promise<VehicleRig> => {
  const { mowers, positionIntervalMs } = options
  const gateway = createGateway({
    links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
    clock: systemClock,
    onEvent: options.onEvent ?? (() => {}),
    ...(positionIntervalMs === undefined ? {} : { positionIntervalMs }),
  })
  const configs = Array.from({ length: mowers }, (_, i) => ({
    id: `mower-${i + 1}`,
    systemId: i + 1,
    name: `Mower ${i + 1}`,
    blade,
  }))
  gateway.setMowers(configs)
  await gateway.open()
  const simulator = spawn(process.execPath, [join(import.meta.dirname, '../../simulator/src/main.ts')], {
    env: {
      SIM_TARGET: `127.0.0.1:${gateway.ports()[0]}`,
      SIM_MOWERS: String(mowers),
      SIM_LOSS: String(options.lossPercent),
      SIM_EKF_READY: '0',
      SIM_SEED: String(options.seed),
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const close = async (): Promise<void> => {
    simulator.kill()
    await gateway.close()
  }
  try {
    const isReady = () =>
      gateway.states().every(({ mission, telemetry }) => mission !== null && telemetry.ready === true)
    await until('the mowers are ready', isReady, 60_000)
  } catch (error) {
    await close()
    throw error
  }
  return { gateway, mowerIds: configs.map(({ id }) => id), close }
}

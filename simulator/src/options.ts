/** The program's options, read once from the environment and the command line; the line wins. */
import { readFileSync } from 'node:fs'
import type { LonLat } from '@greensward/geometry'
import type { Steering } from './dynamics.ts'

export interface SimulatorOptions {
  readonly mowers: number
  readonly host: string
  readonly port: number
  readonly speed: number
  readonly seed: number
  readonly steering: Steering
  readonly ekfReadyAfterS: number
  /** One for each mower; mowers beyond the list are placed beside the last one. */
  readonly homes: readonly Home[]
  readonly stateFile: string | null
  /** Loopback port for faults; null opens none. */
  readonly controlPort: number | null
  readonly lossPercent: number
  readonly delayMs: number
  /** Fault lines and when they come, simulated seconds after the start. */
  readonly faults: readonly TimedFault[]
  /** 32 bytes that every mower signs with; null for none. */
  readonly signingKey: Uint8Array | null
}

export interface TimedFault {
  readonly atS: number
  readonly line: string
}

export interface Home {
  readonly position: LonLat
  readonly headingDeg: number
}

export const MAX_MOWERS = 100
const DEFAULT_HOMES: readonly Home[] = [{ position: [-0.6412, 51.3921], headingDeg: 0 }]
const SPACING_M = 3
const METRES_PER_DEGREE = 111_320

export const usage = `Simulated mowers that answer as ArduPilot Rover does, over MAVLink 2 on UDP.

  SIM_MOWERS     --mowers       how many, 1 to ${MAX_MOWERS} (2); system ids 1 to that number
  SIM_TARGET     --target       where to send, host:port (127.0.0.1:14550)
  MAVLINK_UDP                   the same port as the server listens on, as port or host:port
  SIM_SPEED      --speed        simulated seconds in a second, 0.1 to 100 (1)
  SIM_HOME       --home         lon,lat,heading;lon,lat,heading;... or a JSON file with a list of [lon, lat, heading]
  SIM_STEERING   --steering     skid or ackermann (skid)
  SIM_SEED       --seed         a whole number (1)
  SIM_STATE_FILE --state-file   where mowers are kept over a restart
  SIM_CONTROL    --control      loopback UDP port for faults; they are also read from standard input
  SIM_LOSS       --loss         percent of datagrams lost each way (0)
  SIM_DELAY      --delay        milliseconds of delay each way (0)
  SIM_FAULTS     --faults       fault lines parted by ';', each with '@<seconds> ' before it for one that comes later
  SIM_KEY        --key          signing key of all mowers, 64 hexadecimal digits
  SIM_EKF_READY  --ekf-ready    simulated seconds until a mower knows its position (5)

Faults, one a line, for one mower or all, at standard input or as datagrams to the control port:
  <id|all> link off|on      the radio is dead
           loss <percent>   of the datagrams, each way
           delay <ms>       each way
           fix <0-6>        6 is RTK fixed, 5 RTK float, 3 without RTK, 1 none
           battery <percent>
           use <mowing> <driving>   metres from full to empty with the blade on and off
           gauge on|off     off: it measures a voltage and reports no charge
           volts <0-100>|off     what the battery monitor measures; off: what the charge gives
           stuck on|off     the wheels turn, the mower does not
           rain on|off      wet grass: the wheels slip, and mowing takes more
           reboot
           jump <east> <north>   metres added to the position it says
The same seed and the same messages give the same run.
`

const keys: Readonly<Record<string, string>> = {
  mowers: 'SIM_MOWERS',
  target: 'SIM_TARGET',
  speed: 'SIM_SPEED',
  home: 'SIM_HOME',
  steering: 'SIM_STEERING',
  seed: 'SIM_SEED',
  'state-file': 'SIM_STATE_FILE',
  control: 'SIM_CONTROL',
  loss: 'SIM_LOSS',
  delay: 'SIM_DELAY',
  key: 'SIM_KEY',
  'ekf-ready': 'SIM_EKF_READY',
  faults: 'SIM_FAULTS',
}

const given = (env: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Map<string, string> => {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') values.set(name, value)
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = (argv[i] ?? '').split('=', 2)
    const key = keys[flag.replace(/^--/, '')]
    if (!flag.startsWith('--') || key === undefined) throw new Error(`unknown option ${argv[i]}`)
    const value = inline ?? argv[++i]
    if (value === undefined) throw new Error(`${flag} needs a value`)
    values.set(key, value)
  }
  return values
}

const homeOf = (values: readonly unknown[], name: string): Home => {
  const [lon, lat, heading = 0] = values.map(Number)
  if (
    lon === undefined ||
    lat === undefined ||
    !(Math.abs(lon) <= 180) ||
    !(Math.abs(lat) <= 90) ||
    !Number.isFinite(heading)
  ) {
    throw new Error(`${name} must hold lon,lat,heading`)
  }
  return { position: [lon, lat], headingDeg: heading }
}

const readHomes = (text: string): readonly Home[] => {
  if (/^[-+0-9.,;\s]+$/.test(text)) {
    return text
      .split(';')
      .filter(part => part.trim() !== '')
      .map(part => homeOf(part.split(','), 'SIM_HOME'))
  }
  const parsed: unknown = JSON.parse(readFileSync(text, 'utf8'))
  if (!Array.isArray(parsed) || parsed.length === 0) throw new Error(`${text} must hold a list of [lon, lat, heading]`)
  return parsed.map((entry: unknown) => homeOf(Array.isArray(entry) ? entry : [], text))
}

const readFaults = (text: string): TimedFault[] =>
  text
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const [, at = '0', line = ''] = /^(?:@([0-9.]+)\s+)?(.*)$/.exec(part) ?? []
      const atS = Number(at)
      if (!(atS >= 0) || !/^(\d+|all) [a-z]/.test(line)) throw new Error(`SIM_FAULTS: not understood: ${part}`)
      return { atS, line }
    })
    .sort((a, b) => a.atS - b.atS)

/** Throws with the name of the option that is wrong. */
export const readOptions = (
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
): SimulatorOptions => {
  const values = given(env, argv)
  const number = (key: string, fallback: number, least: number, most: number): number => {
    const text = values.get(key)
    const value = text === undefined ? fallback : Number(text)
    if (!(value >= least && value <= most)) throw new Error(`${key} must be a number from ${least} to ${most}`)
    return value
  }
  const steering = values.get('SIM_STEERING') ?? 'skid'
  if (steering !== 'skid' && steering !== 'ackermann') throw new Error('SIM_STEERING must be skid or ackermann')
  const udp = values.get('MAVLINK_UDP') ?? '14550'
  const target = values.get('SIM_TARGET') ?? (udp.includes(':') ? udp : `127.0.0.1:${udp}`)
  const colon = target.lastIndexOf(':')
  const host = target.slice(0, colon)
  const port = Number(target.slice(colon + 1))
  if (host === '' || !Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('SIM_TARGET must be host:port')
  const homes = values.get('SIM_HOME')
  const key = values.get('SIM_KEY')
  if (key !== undefined && !/^[0-9a-f]{64}$/i.test(key)) throw new Error('SIM_KEY must have 64 hexadecimal digits')
  return {
    mowers: Math.floor(number('SIM_MOWERS', 2, 1, MAX_MOWERS)),
    // A server that listens everywhere is reached on this machine.
    host: host === '0.0.0.0' ? '127.0.0.1' : host,
    port,
    speed: number('SIM_SPEED', 1, 0.1, 100),
    seed: Math.floor(number('SIM_SEED', 1, 0, 2 ** 31)),
    steering,
    ekfReadyAfterS: number('SIM_EKF_READY', 5, 0, 3600),
    homes: homes === undefined ? DEFAULT_HOMES : readHomes(homes),
    stateFile: values.get('SIM_STATE_FILE') ?? null,
    controlPort: values.has('SIM_CONTROL') ? number('SIM_CONTROL', 0, 1, 65_535) : null,
    lossPercent: number('SIM_LOSS', 0, 0, 100),
    delayMs: number('SIM_DELAY', 0, 0, 60_000),
    faults: readFaults(values.get('SIM_FAULTS') ?? ''),
    signingKey: key === undefined ? null : Uint8Array.from(Buffer.from(key, 'hex')),
  }
}

/** Where mower `index` (from 0) is placed; those beyond the list side by side with the last one named. */
export const homeFor = (homes: readonly Home[], index: number): Home => {
  const last = homes.at(-1)
  const own = homes[index] ?? last
  if (own === undefined || last === undefined) throw new Error('a home is missing')
  const beyond = Math.max(0, index - (homes.length - 1))
  const eastDeg = (beyond * SPACING_M) / (METRES_PER_DEGREE * Math.cos((own.position[1] * Math.PI) / 180))
  return { position: [own.position[0] + eastDeg, own.position[1]], headingDeg: own.headingDeg }
}

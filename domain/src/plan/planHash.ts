/** Ties a plan to one map, one machine and one blade, so that it goes nowhere else. */
import type { Blade, Mower } from '../garage/garage.ts'
import type { MissionPlan } from './missionPlan.ts'

/** JSON with keys in order, so that equal values give equal text wherever they were stored. */
const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

/** FNV-1a (Fowler, Noll, Vo) of 64 bits over UTF-16 units, as 16 hexadecimal digits. No protection against forgery. */
export const stableHash = (value: unknown): string => {
  const text = canonicalJson(value)
  // The 64-bit product by 0x100000001b3 in two halves of 32 bits, for BigInt is 50 times slower.
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let i = 0; i < text.length; i++) {
    low = (low ^ text.charCodeAt(i)) >>> 0
    const product = low * 0x1b3
    const carry = Math.floor(product / 0x1_0000_0000)
    high = (Math.imul(high, 0x1b3) + carry + ((low << 8) >>> 0)) >>> 0
    low = product >>> 0
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}

/** Of everything about mower and blade that a plan depends on; names and colours are not part of it. */
export const machineHash = (mower: Mower, blade: Blade): string =>
  stableHash({
    mower: {
      id: mower.id,
      systemId: mower.systemId,
      widthM: mower.widthM,
      minTurnRadiusM: mower.minTurnRadiusM,
      transitSpeedMps: mower.transitSpeedMps,
      turningSpeedMps: mower.turningSpeedMps,
      bladeSwitch: mower.bladeSwitch,
    },
    blade: { id: blade.id, widthM: blade.widthM, missionSpeedMps: blade.missionSpeedMps },
  })

/** Of the plan itself, the revision of the map it was made on and the machine it was made for. */
export const planHash = (input: {
  readonly mapRevision: number
  readonly mower: Mower
  readonly blade: Blade
  readonly plan: MissionPlan
}): string =>
  stableHash({
    mapRevision: input.mapRevision,
    machine: machineHash(input.mower, input.blade),
    legs: input.plan.legs,
  })

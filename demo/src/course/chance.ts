/** Chance without chance: seeded numbers and names, so that the same course is drawn on every machine. */

/** 32-bit FNV-1a of a text, spread by a last mix; `salt` gives independent hashes of the same text. */
export const hash32 = (text: string, salt = 0): number => {
  let hash = (0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1)) >>> 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Gives the next number, 0 <= n < 1, each time it is called. */
export type Chance = () => number

/** Mulberry32, seeded by a name. */
export const chance = (name: string): Chance => {
  let state = hash32(name)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const between = (next: Chance, low: number, high: number): number => low + (high - low) * next()

/** A UUID of version 4's form that depends on the name alone: the demo's rows keep their identity over restarts. */
export const fixedId = (name: string): string => {
  const hex = [1, 2, 3, 4].map(salt => hash32(name, salt).toString(16).padStart(8, '0')).join('')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

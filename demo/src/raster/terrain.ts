/** The invented ground: gentle downs about the mere, level water, raised greens and tees, hollow bunkers. Metres. */
import { brook, brookRing, kingfisherPond, mere, westPond } from '../course/landscape.ts'
import { DistanceField, Field } from './field.ts'
import type { Layers } from './layers.ts'
import { layeredNoise } from './noise.ts'

/** Heights above sea level of the still waters; the brook falls from the pond to the mere. */
export const WATER_LEVEL_M = { mere: 88, westPond: 89.2, kingfisherPond: 90.4 } as const

const smooth = (from: number, to: number, value: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** Height of the ground on a grid of 2 m. */
export const terrain = (layers: Layers): Field => {
  const downs = layeredNoise('downs', 340, 4, 0.42)
  const bank = 70
  const waters = [
    { near: new DistanceField(4, bank).addRings([mere]), level: () => WATER_LEVEL_M.mere },
    { near: new DistanceField(4, bank).addRings([westPond]), level: () => WATER_LEVEL_M.westPond },
    { near: new DistanceField(4, bank).addRings([kingfisherPond]), level: () => WATER_LEVEL_M.kingfisherPond },
    {
      near: new DistanceField(4, bank).addRings([brookRing]),
      level: (x: number, y: number) => {
        const share = brook.project([x, y]).alongM / brook.lengthM
        const fall = WATER_LEVEL_M.westPond - WATER_LEVEL_M.mere
        return WATER_LEVEL_M.mere + fall * Math.min(1, Math.max(0, share))
      },
    },
  ]
  const shore = new DistanceField(2, 6).addRings([mere, westPond, kingfisherPond])
  return new Field(2).fill((x, y) => {
    const open = 96.5 + downs(x, y) * 7.5 - x * 0.004 + Math.hypot(x, y) * 0.006
    let height = open
    for (const water of waters) {
      const away = -water.near.at(x, y)
      if (away >= bank) continue
      const level = water.level(x, y)
      const still = water !== waters.at(-1)
      const floor = level + (still ? 0.25 : -0.05)
      height = floor + (height - floor) * smooth(still ? 1 : 0, bank, away)
      // Level a cell's diagonal beyond the shore, so that reading between cells stays level up to the edge.
      if (still && shore.at(x, y) > -3 && away < 6) return level
    }
    height += 0.9 * smooth(-9, -1, layers.green.at(x, y))
    height += 0.5 * smooth(-3.5, -0.5, layers.tee.at(x, y))
    height -= 0.8 * smooth(-0.5, 2.5, layers.bunker.at(x, y))
    return height
  })
}

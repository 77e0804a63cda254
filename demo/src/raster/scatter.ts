/** Where trees are: thick in the woods, in loose lines between the holes, never where anybody mows, drives or builds. */
import type { XY } from '@greensward/geometry'
import { chance } from '../course/chance.ts'
import { HALF_SIDE_M } from '../course/site.ts'
import { specimens } from '../course/specimen.ts'
import type { DistanceField } from './field.ts'
import type { Layers } from './layers.ts'

export type Species = 'oak' | 'beech' | 'birch' | 'pine' | 'copper' | 'bush'

export interface Tree {
  readonly at: XY
  readonly radiusM: number
  readonly species: Species
  /** 0..1, picks the crown and the shade of its green. */
  readonly lot: number
}

const SPACING_M = 5.2

const ramp = (from: number, to: number, value: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)))

const pickSpecies = (lot: number, pines: number): Species => {
  if (lot < pines) return 'pine'
  if (lot > 0.994) return 'copper'
  return lot < 0.45 ? 'oak' : lot < 0.78 ? 'beech' : 'birch'
}

/** How likely a tree is here, 0..1; 0 wherever its crown would hang over play, ways, water or roofs. */
const chanceOfTree = (layers: Layers, x: number, y: number, radiusM: number): number => {
  const inWood = layers.wood.at(x, y)
  const water = layers.water.at(x, y)
  const onIsland = layers.island.at(x, y)
  if (onIsland > 1.5) return 0.85
  /** Fields know nothing beyond their band, so that no more than the band can be asked of them. */
  const nearer = (layer: DistanceField, keepM: number): boolean => layer.at(x, y) > -Math.min(keepM, layer.bandM - 0.01)
  if (
    nearer(layers.rough, 1.2 + radiusM * 0.6) ||
    nearer(layers.path, 0.6 + radiusM * 0.55) ||
    nearer(layers.road, 1 + radiusM * 0.8) ||
    nearer(layers.walk, 0.6 + radiusM * 0.5) ||
    nearer(layers.hard, 1.5 + radiusM * 0.9) ||
    nearer(layers.building, 1.5 + radiusM * 0.9) ||
    nearer(layers.lawn, 2.5 + radiusM * 0.6) ||
    nearer(layers.green, 3 + radiusM) ||
    nearer(layers.tee, 2 + radiusM) ||
    nearer(layers.meadow, 1) ||
    nearer(layers.water, 0.8 + radiusM * 0.7)
  ) {
    return 0
  }
  if (inWood > -0.5) return 0.95
  const cluster = layers.drift.at(x * 2.6 - 40, y * 2.6 + 70)
  const shore = 0.35 + 0.65 * ramp(2, 14, -water)
  const nearClub = ramp(60, 120, Math.hypot(x - 20, y + 350))
  const edge = ramp(-6, 0, inWood) * 0.4
  return (0.12 + 0.62 * ramp(-0.25, 0.45, cluster) + edge) * shore * (0.15 + 0.85 * nearClub)
}

/** All trees from north to south, so that each shadow falls on ground and on trees already drawn. */
export const scatterTrees = (layers: Layers): Tree[] => {
  const next = chance('trees')
  const trees: Tree[] = []
  const rows = Math.floor((2 * HALF_SIDE_M) / SPACING_M)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < rows; column++) {
      const x = -HALF_SIDE_M + (column + 0.5 + (row % 2) * 0.5 + (next() - 0.5) * 0.9) * SPACING_M
      const y = HALF_SIDE_M - (row + 0.5 + (next() - 0.5) * 0.9) * SPACING_M
      const size = next()
      const lot = next()
      const dice = next()
      const inWood = layers.wood.at(x, y) > -1
      const radiusM = (inWood ? 3.2 : 2.5) + size * size * 3
      const likely = chanceOfTree(layers, x, y, radiusM)
      if (dice < likely) {
        const pines = layers.drift.at(y * 1.3, x * 1.3) > 0.12 ? 0.42 : 0.06
        trees.push({ at: [x, y], radiusM, species: pickSpecies(lot, pines), lot: (lot * 7.31) % 1 })
      } else if (dice < likely * 1.5 + 0.05 && chanceOfTree(layers, x, y, 1.4) > 0) {
        trees.push({ at: [x, y], radiusM: 0.8 + size * 0.9, species: 'bush', lot: (lot * 3.17) % 1 })
      }
    }
  }
  for (const specimen of specimens()) {
    if (specimen.kind !== 'tree') continue
    const birch = specimen.title.startsWith('Birch')
    trees.push({ at: specimen.at, radiusM: birch ? 3.2 : 3.9, species: birch ? 'birch' : 'oak', lot: 0.37 })
  }
  return trees.sort((a, b) => b.at[1] - a.at[1])
}

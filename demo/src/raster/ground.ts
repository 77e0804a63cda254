/** The ground from above, before anything is built on it: grasses, sand, water, ways, each blended over the last. */
import type { Canvas } from './canvas.ts'
import type { Field } from './field.ts'
import type { Layers } from './layers.ts'
import { cell, GRAIN_SIDE } from './noise.ts'

const TILE = 64

/** 0 below `from`, 1 above `to`, smooth between. */
const ease = (from: number, to: number, value: number): number => {
  if (value <= from) return 0
  if (value >= to) return 1
  const share = (value - from) / (to - from)
  return share * share * (3 - 2 * share)
}

/** -1 and 1 in turn over strips of a width, with edges as soft as a pixel or two. */
const strip = (coordinate: number, widthM: number): number => {
  const wave = Math.sin((coordinate / widthM) * Math.PI)
  return Math.max(-1, Math.min(1, wave * 4))
}

/** The pixel in the making; one object for the whole picture, so that blending allocates nothing. */
interface Paint {
  red: number
  green: number
  blue: number
}

const lay = (paint: Paint, red: number, green: number, blue: number, alpha: number): void => {
  paint.red += (red - paint.red) * alpha
  paint.green += (green - paint.green) * alpha
  paint.blue += (blue - paint.blue) * alpha
}

const scale = (paint: Paint, by: number): void => {
  paint.red *= by
  paint.green *= by
  paint.blue *= by
}

interface Spot {
  x: number
  y: number
  /** Single blades, -1..1. */
  grain: number
  /** Patches of some metres, about -1..1. */
  mottle: number
  /** Slow change over the course, about -1..1. */
  drift: number
}

type Coat = (paint: Paint, spot: Spot) => void

const roughCoat =
  ({ rough }: Layers): Coat =>
  (paint, { x, y, grain, mottle, drift }) => {
    const cover = ease(-1.4, 0.6, rough.at(x, y) + mottle * 1.1)
    if (cover === 0) return
    const light = 1 + drift * 0.05 + mottle * 0.06 + grain * 0.1
    lay(paint, 104 * light + drift * 6, 146 * light, 70 * light, cover)
  }

const woodCoat =
  ({ wood }: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const cover = ease(-2.5, 1.5, wood.at(x, y) + mottle * 1.5)
    if (cover === 0) return
    const light = 1 + mottle * 0.12 + grain * 0.12
    lay(paint, 64 * light, 84 * light, 46 * light, cover * 0.92)
  }

const meadowCoat =
  ({ meadow }: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const cover = ease(-1.5, 0.8, meadow.at(x, y) + mottle * 0.9)
    if (cover === 0) return
    const light = 1 + mottle * 0.1 + grain * 0.14
    lay(paint, 166 * light, 160 * light, 92 * light, cover)
    // Flowers: only the rarest peaks of the grain.
    if (grain > 0.72) lay(paint, 236, 196 + mottle * 40, 150 - mottle * 60, cover * 0.6)
  }

const lawnCoat =
  (layers: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const cover = ease(-0.35, 0.35, layers.lawn.at(x, y))
    if (cover === 0) return
    const light = 1 + strip(y, 5.2) * 0.045 + mottle * 0.025 + grain * 0.045
    lay(paint, 138 * light, 180 * light, 90 * light, cover)
  }

const fairwayCoat =
  (layers: Layers): Coat =>
  (paint, { x, y, grain, mottle, drift }) => {
    const inside = layers.fairway.at(x, y)
    const firstCut = ease(-3, -2.4, inside + mottle * 0.25)
    if (firstCut === 0) return
    const soft = 1 + mottle * 0.04 + grain * 0.07
    lay(paint, 122 * soft, 166 * soft, 80 * soft, firstCut)
    const cover = ease(-0.3, 0.3, inside)
    if (cover === 0) return
    const bands = strip(layers.stripe.at(x, y), 5.2)
    const light = 1 + bands * 0.058 + mottle * 0.022 + drift * 0.02 + grain * 0.045
    lay(paint, 149 * light, 194 * light + bands * 2, 98 * light, cover)
    // The lap along the edge, mown last, is in one direction all round.
    lay(paint, 141, 186, 92, cover * 0.6 * (1 - ease(2.4, 3, inside)))
  }

const greenCoat =
  (layers: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const inside = layers.green.at(x, y)
    const apron = ease(-3.4, -2.9, inside + mottle * 0.2)
    if (apron === 0) return
    const soft = 1 + mottle * 0.02 + grain * 0.05
    lay(paint, 140 * soft, 184 * soft, 90 * soft, apron)
    const cover = ease(-0.25, 0.25, inside)
    if (cover === 0) return
    const u = layers.across.at(x, y)
    const v = layers.along.at(x, y)
    const check = strip((u + v) * Math.SQRT1_2, 2.2) * 0.026 + strip((u - v) * Math.SQRT1_2, 2.2) * 0.022
    const light = 1 + check + mottle * 0.012 + grain * 0.025
    lay(paint, 172 * light, 214 * light, 122 * light, cover)
    lay(paint, 160, 202, 112, cover * 0.65 * (1 - ease(0.7, 1, inside)))
  }

const teeCoat =
  (layers: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const inside = layers.tee.at(x, y)
    const skirt = ease(-2.4, -1.4, inside + mottle * 0.2)
    if (skirt === 0) return
    const soft = 1 + grain * 0.07
    // The bank about the tee: lit to the north-west, shaded to the south-east.
    const slope = (layers.tee.at(x + 0.7, y - 0.7) - layers.tee.at(x - 0.7, y + 0.7)) * 0.05
    lay(paint, 120 * (soft + slope), 164 * (soft + slope), 78 * (soft + slope), skirt * 0.9)
    const cover = ease(-0.25, 0.25, inside)
    if (cover === 0) return
    const light = 1 + strip(layers.across.at(x, y), 1.6) * 0.04 + grain * 0.035
    lay(paint, 158 * light, 202 * light, 110 * light, cover)
  }

const pathCoat =
  (layers: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const light = 1 + grain * 0.07 + mottle * 0.04
    const walk = layers.walk.at(x, y)
    lay(paint, 172 * light, 160 * light, 122 * light, ease(-0.35, 0.2, walk) * 0.8)
    const path = layers.path.at(x, y)
    lay(paint, 92, 116, 62, ease(-0.9, -0.2, path) * 0.5)
    lay(paint, 205 * light, 195 * light, 172 * light, ease(-0.3, 0.2, path + mottle * 0.08))
    const road = layers.road.at(x, y)
    lay(paint, 104, 116, 78, ease(-1, -0.2, road) * 0.6)
    lay(paint, 152 * light, 152 * light, 150 * light, ease(-0.3, 0.3, road))
    const hard = layers.hard.at(x, y)
    lay(paint, 104, 116, 78, ease(-0.9, -0.2, hard) * 0.6)
    lay(paint, 160 * light, 159 * light, 155 * light, ease(-0.25, 0.25, hard))
  }

const bunkerCoat =
  (layers: Layers): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const { bunker } = layers
    const inside = bunker.at(x, y)
    if (inside < -1.8) return
    // Which way the edge looks: towards the light (north-west) or away from it.
    const facing = (bunker.at(x + 0.5, y - 0.5) - bunker.at(x - 0.5, y + 0.5)) / Math.SQRT2
    const lip = ease(-1.8, -0.2, inside)
    // Thick grass rolls over the lip; the side towards the light glows, the far side is in its own shade.
    const roll = 1 + facing * 0.16
    lay(paint, 112 * roll, 150 * roll, 72 * roll, lip * 0.8)
    const cover = ease(-0.15, 0.25, inside)
    if (cover === 0) return
    const wall = 1 - ease(0.2, 2.1, inside)
    const raked = Math.sin(inside * 11 + mottle) * 0.012
    const light =
      1 -
      Math.max(0, facing) * wall * 0.34 +
      Math.max(0, -facing) * wall * 0.07 +
      raked +
      grain * 0.035 +
      mottle * 0.015
    lay(paint, 238 * light, 224 * light, 184 * light + Math.max(0, facing) * wall * 12, cover)
    lay(paint, 74, 88, 48, cover * (1 - ease(0.1, 0.42, inside)) * (0.4 + 0.4 * Math.max(0, facing)))
  }

const waterCoat =
  (layers: Layers, ripple: (x: number, y: number) => number): Coat =>
  (paint, { x, y, grain, mottle }) => {
    const { water } = layers
    const inside = water.at(x, y)
    if (inside < -3.5) return
    const land = layers.island.at(x, y)
    const bank = ease(-3.2, -0.4, inside + mottle * 1.3)
    const rushes = 1 + grain * 0.2 + mottle * 0.15
    lay(paint, 92 * rushes, 116 * rushes, 60 * rushes, bank * 0.75)
    const cover = ease(-0.3, 0.3, inside) * (1 - ease(-0.4, 0.4, land))
    if (cover > 0) {
      const offShore = Math.min(inside, Math.max(0, -land))
      const deep = ease(0.2, 15, offShore)
      const shallow = 1 - ease(0, 2.6, offShore + mottle * 0.5)
      const wave = ripple(x, y)
      const light = 1 + wave * 0.05 + grain * 0.012
      // The north-western bank is before the light and shades the water under it.
      const shade =
        Math.max(0, water.at(x + 0.9, y - 0.9) - water.at(x - 0.9, y + 0.9)) * (1 - ease(0.6, 3.4, inside)) * 0.16
      const dim = light * (1 - shade)
      lay(paint, (62 - 30 * deep) * dim, (122 - 38 * deep) * dim, (140 - 24 * deep) * dim, cover)
      lay(paint, 104 * dim, 128 * dim, 104 * dim, cover * shallow * 0.6)
      lay(paint, 226, 238, 240, cover * Math.max(0, wave - 0.6) * 0.2)
      // Lilies in the still corners.
      if (offShore > 1.2 && offShore < 5 && mottle > 0.52 && grain > -0.1) lay(paint, 96, 142, 84, cover * 0.75)
    }
  }

/** The untended grass that everything else is on. */
const groundCoat: Coat = (paint, { grain, mottle, drift }) => {
  const dry = Math.max(0, Math.min(1, drift * 0.9 + mottle * 0.35 + 0.25))
  const light = 1 + mottle * 0.09 + grain * 0.15
  paint.red = (84 + 44 * dry) * light
  paint.green = (122 + 20 * dry) * light
  paint.blue = (60 + 14 * dry) * light
}

interface Painter {
  readonly reach: { touches(minX: number, minY: number, maxX: number, maxY: number): boolean } | 'everywhere'
  readonly coat: Coat
}

/**
 * Paints every pixel of the ground.
 * @param terrain heights, for the light on the slopes
 * @param onProgress share done, 0..1
 */
export const paintGround = (
  canvas: Canvas,
  layers: Layers,
  terrain: Field,
  grain: Float32Array,
  ripple: (x: number, y: number) => number,
  onProgress: (share: number) => void,
): void => {
  const { place, rgb } = canvas
  const painters: readonly Painter[] = [
    { reach: 'everywhere', coat: groundCoat },
    { reach: layers.wood, coat: woodCoat(layers) },
    { reach: layers.rough, coat: roughCoat(layers) },
    { reach: layers.meadow, coat: meadowCoat(layers) },
    { reach: layers.lawn, coat: lawnCoat(layers) },
    { reach: layers.fairway, coat: fairwayCoat(layers) },
    { reach: layers.green, coat: greenCoat(layers) },
    { reach: layers.tee, coat: teeCoat(layers) },
    { reach: layers.water, coat: waterCoat(layers, ripple) },
    {
      reach: {
        touches: (...box) => [layers.path, layers.walk, layers.road, layers.hard].some(layer => layer.touches(...box)),
      },
      coat: pathCoat(layers),
    },
    { reach: layers.bunker, coat: bunkerCoat(layers) },
  ]
  const paint: Paint = { red: 0, green: 0, blue: 0 }
  const spot: Spot = { x: 0, y: 0, grain: 0, mottle: 0, drift: 0 }
  const mask = GRAIN_SIDE - 1
  for (let tileRow = 0; tileRow < place.height; tileRow += TILE) {
    const rowEnd = Math.min(place.height, tileRow + TILE)
    for (let tileColumn = 0; tileColumn < place.width; tileColumn += TILE) {
      const columnEnd = Math.min(place.width, tileColumn + TILE)
      const west = (tileColumn - place.width / 2) * place.eastM
      const east = (columnEnd - place.width / 2) * place.eastM
      const north = (place.height / 2 - tileRow) * place.southM
      const south = (place.height / 2 - rowEnd) * place.southM
      const coats = painters
        .filter(painter => painter.reach === 'everywhere' || painter.reach.touches(west, south, east, north))
        .map(painter => painter.coat)
      for (let row = tileRow; row < rowEnd; row++) {
        spot.y = (place.height / 2 - row - 0.5) * place.southM
        for (let column = tileColumn; column < columnEnd; column++) {
          spot.x = (column + 0.5 - place.width / 2) * place.eastM
          spot.grain = cell(grain, (row & mask) * GRAIN_SIDE + (column & mask))
          spot.mottle = layers.mottle.at(spot.x, spot.y)
          spot.drift = layers.drift.at(spot.x, spot.y)
          for (const coat of coats) coat(paint, spot)
          const slope = terrain.at(spot.x + 2, spot.y - 2) - terrain.at(spot.x - 2, spot.y + 2)
          scale(paint, 1 - Math.max(-0.16, Math.min(0.16, slope * -0.16)))
          const i = (row * place.width + column) * 3
          rgb[i] = Math.max(0, Math.min(255, paint.red))
          rgb[i + 1] = Math.max(0, Math.min(255, paint.green))
          rgb[i + 2] = Math.max(0, Math.min(255, paint.blue))
        }
      }
    }
    onProgress(rowEnd / place.height)
  }
}

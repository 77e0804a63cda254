/** The shapes of the course as distances, laid out once for scatter, terrain and painting. */
import { holes } from '../course/holes.ts'
import {
  brookRing,
  buildings,
  carPark,
  cartYard,
  island,
  lakes,
  lawn,
  meadows,
  practiceGreen,
  range,
  rangeTargets,
  rangeTee,
  terrace,
  woods,
  yard,
} from '../course/landscape.ts'
import { cartPaths, otherWays } from '../course/paths.ts'
import { roundedBox } from '../course/shape.ts'
import { DistanceField, Field } from './field.ts'
import { layeredNoise } from './noise.ts'

export interface Layers {
  readonly fairway: DistanceField
  readonly green: DistanceField
  readonly tee: DistanceField
  readonly bunker: DistanceField
  readonly water: DistanceField
  readonly rough: DistanceField
  readonly wood: DistanceField
  readonly meadow: DistanceField
  readonly path: DistanceField
  readonly walk: DistanceField
  readonly road: DistanceField
  readonly hard: DistanceField
  readonly lawn: DistanceField
  readonly building: DistanceField
  readonly island: DistanceField
  /** Metres to the left of play, metres along it, and the coordinate the fairway's stripes follow. */
  readonly across: Field
  readonly along: Field
  readonly stripe: Field
  /** Slow and quick changes of the ground's colour, about -1..1. */
  readonly drift: Field
  readonly mottle: Field
}

const playFields = (rough: DistanceField): Pick<Layers, 'across' | 'along' | 'stripe'> => {
  const cellM = 2
  const across = new Field(cellM).fill((_, y) => y)
  const along = new Field(cellM).fill(x => x)
  const stripe = new Field(cellM).fill((_, y) => y)
  const owner = new Float32Array(across.values.length).fill(1e9)
  for (const shapes of holes()) {
    const xs = shapes.rough.map(point => point[0])
    const ys = shapes.rough.map(point => point[1])
    const x1 = across.index(Math.max(...xs) + 4)
    const y1 = across.index(Math.max(...ys) + 4)
    for (let iy = across.index(Math.min(...ys) - 4); iy <= y1; iy++) {
      for (let ix = across.index(Math.min(...xs) - 4); ix <= x1; ix++) {
        const x = across.metres(ix)
        const y = across.metres(iy)
        if (rough.at(x, y) < -3.5) continue
        const on = shapes.line.project([x, y])
        const i = iy * across.side + ix
        if (on.distanceM > 48 || on.distanceM > (owner[i] ?? 0)) continue
        owner[i] = on.distanceM
        across.values[i] = on.leftM
        along.values[i] = on.alongM
        stripe.values[i] = shapes.route.stripes === 'along' ? on.leftM : (on.leftM + on.alongM) * Math.SQRT1_2
      }
    }
  }
  return { across, along, stripe }
}

/** @param fineM cell of the layers whose edges are seen sharply; the soft ones are on 1 m cells */
export const layOut = (fineM: number): Layers => {
  const soft = Math.max(1, fineM)
  const rough = new DistanceField(soft, 6).addRings(holes().map(shapes => shapes.rough))
  const drift = layeredNoise('drift', 90, 5)
  const mottle = layeredNoise('mottle', 9, 3, 0.7)
  const lineOf = (way: { readonly line: readonly (readonly [number, number])[] }) => way.line
  return {
    rough,
    fairway: new DistanceField(fineM, 6).addRings(holes().flatMap(shapes => shapes.fairways)),
    green: new DistanceField(fineM, 12).addRings([
      ...holes().map(shapes => shapes.green),
      practiceGreen,
      ...rangeTargets.map(at => roundedBox(at, 11, 11, 0, 5.4)),
    ]),
    tee: new DistanceField(fineM, 5).addRings([...holes().flatMap(shapes => shapes.tees), rangeTee]),
    bunker: new DistanceField(fineM, 5).addRings(holes().flatMap(shapes => shapes.bunkers)),
    // The brook runs out into the lakes: laid out apart, its banks end where the lake begins.
    water: new DistanceField(fineM, 18)
      .addRings(lakes.map(lake => lake.ring))
      .include(new DistanceField(fineM, 18).addRings([brookRing])),
    wood: new DistanceField(soft, 6).addRings(woods.map(wood => wood.ring)),
    meadow: new DistanceField(soft, 4).addRings(meadows.map(meadow => meadow.ring)),
    path: new DistanceField(fineM, 4).addStrips(cartPaths.map(lineOf), 1.3),
    walk: new DistanceField(fineM, 3).addStrips(otherWays.filter(way => way.type === 'walking').map(lineOf), 0.65),
    road: new DistanceField(fineM, 5).addStrips(otherWays.filter(way => way.type === 'service').map(lineOf), 2.4),
    hard: new DistanceField(fineM, 6).addRings([carPark.ring, yard.ring, cartYard, terrace]),
    lawn: new DistanceField(fineM, 6).addRings([range.ring, lawn.ring]),
    building: new DistanceField(fineM, 6).addRings(buildings.map(building => building.ring)),
    island: new DistanceField(fineM, 6).addRings([island]),
    ...playFields(rough),
    drift: new Field(2).fill(drift),
    mottle: new Field(1).fill(mottle),
  }
}

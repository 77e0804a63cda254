/** Where a vehicle was through a span of time, in steps, as few numbers: each position is the difference from the one before. */
import { z } from 'zod'
import { id } from '../../common/text.ts'
import type { Position } from '../../course/course.ts'

const steps = z.array(z.number().int())

export const replayTrack = z.strictObject({
  vehicleId: id,
  /** How many steps after the last one each place was; the first counts from the beginning of the span. */
  steps,
  /** Ten-millionths of a degree east and north of the last place; the first from 0, 0. */
  east: steps,
  north: steps,
  /** Whole degrees clockwise from north; -1 where nobody knew. */
  headings: steps,
  /** 1 while the blade ran, -1 where nobody knew. */
  blades: steps,
})
export type ReplayTrack = z.infer<typeof replayTrack>

export interface ReplayPlace {
  /** Steps since the beginning of the span; below 0 for the last place before it. */
  readonly step: number
  readonly position: Position
  readonly headingDeg: number | null
  readonly bladeOn: boolean | null
}

const SCALE = 1e7

/** @param places in the order of their steps */
export const packTrack = (vehicleId: string, places: readonly ReplayPlace[]): ReplayTrack => {
  const track: ReplayTrack = { vehicleId, steps: [], east: [], north: [], headings: [], blades: [] }
  let [step, lon, lat] = [0, 0, 0]
  for (const place of places) {
    const [x, y] = [Math.round(place.position[0] * SCALE), Math.round(place.position[1] * SCALE)]
    track.steps.push(place.step - step)
    track.east.push(x - lon)
    track.north.push(y - lat)
    track.headings.push(place.headingDeg === null ? -1 : Math.round(place.headingDeg) % 360)
    track.blades.push(place.bladeOn === null ? -1 : Number(place.bladeOn))
    ;[step, lon, lat] = [place.step, x, y]
  }
  return track
}

export const unpackTrack = ({ steps: apart, east, north, headings, blades }: ReplayTrack): ReplayPlace[] => {
  let [step, lon, lat] = [0, 0, 0]
  return apart.map((by, at) => {
    step += by
    lon += east[at] ?? 0
    lat += north[at] ?? 0
    const [heading, blade] = [headings[at] ?? -1, blades[at] ?? -1]
    return {
      step,
      position: [lon / SCALE, lat / SCALE],
      headingDeg: heading < 0 ? null : heading,
      bladeOn: blade < 0 ? null : blade === 1,
    }
  })
}

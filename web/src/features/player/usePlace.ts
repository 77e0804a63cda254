/** The holes of the course as they are played, and where the cart is on one of them. */
import {
  distanceToGreenM,
  frameAround,
  type Green,
  type GreenDistances,
  greenDistances,
  greenOf,
  type Hole,
  type Position,
} from '@greensward/domain'
import { distanceM, type LocalFrame, lengthM, localFrame, type XY } from '@greensward/geometry'
import { useMemo } from 'react'
import type { PlayerView } from './playerView.ts'

export interface PlayedHole {
  readonly hole: Hole
  /** 13 of 'Hole 13'; the whole name where it holds no number. */
  readonly number: string
  readonly lengthM: number
  readonly frame: LocalFrame
  readonly green: Green
  readonly pin: Position
}

export const numberOf = (hole: Hole): string => hole.properties.name.match(/\d+/)?.[0] ?? hole.properties.name

const positionIn = (frame: LocalFrame, at: XY): Position => {
  const [lon, lat] = frame.toLonLat(at)
  return [lon, lat]
}

export const playedHole = (hole: Hole, view: Pick<PlayerView, 'features' | 'zoneTypes'>): PlayedHole => {
  const frame = frameAround(hole.geometry.coordinates)
  const green = greenOf(hole, view.features, view.zoneTypes, frame)
  return {
    hole,
    number: numberOf(hole),
    lengthM: lengthM(hole.geometry.coordinates.map(place => frame.toLocal(place))),
    frame,
    green,
    pin: positionIn(frame, green.centre),
  }
}

/** In the order of play. */
export function useHoles({ features, zoneTypes }: Pick<PlayerView, 'features' | 'zoneTypes'>): readonly PlayedHole[] {
  return useMemo(
    () =>
      features
        .filter(feature => feature.kind === 'hole')
        .filter(({ properties }) => properties.isActive)
        .sort((a, b) => a.properties.sort - b.properties.sort)
        .map(hole => playedHole(hole, { features, zoneTypes })),
    [features, zoneTypes],
  )
}

export const distancesFrom = ({ frame, green }: PlayedHole, from: Position): GreenDistances =>
  greenDistances(frame.toLocal(from), green)

export const toGreenM = ({ frame, green }: PlayedHole, from: Position): number =>
  distanceToGreenM(frame.toLocal(from), green)

export const betweenM = ({ frame }: PlayedHole, a: Position, b: Position): number =>
  distanceM(frame.toLocal(a), frame.toLocal(b))

export const metresBetween = (a: Position, b: Position): number => distanceM([0, 0], localFrame(a).toLocal(b))

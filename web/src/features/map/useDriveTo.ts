/** A mower that is to drive to a point: the next press of the map is that point. */
import type { Mower, Position } from '@greensward/domain'
import { useMemo, useState } from 'react'
import type { PreviewDrawing } from '../../map-canvas/scene.ts'

export interface DriveTo {
  /** Null while nobody asks for a point. */
  readonly mower: Mower | null
  readonly to: Position | null
  /** The point on the map. */
  readonly drawing: PreviewDrawing | null
  readonly ask: (mower: Mower) => void
  readonly press: (at: Position) => void
  readonly end: () => void
}

export function useDriveTo(): DriveTo {
  const [mower, setMower] = useState<Mower | null>(null)
  const [to, setTo] = useState<Position | null>(null)
  const drawing = useMemo(
    (): PreviewDrawing | null =>
      mower === null || to === null
        ? null
        : {
            featureId: null,
            legs: [],
            uncovered: [],
            approach: null,
            parts: [{ kind: 'ways', colour: mower.color, lines: [], stops: [to] }],
          },
    [mower, to],
  )
  return {
    mower,
    to,
    drawing,
    ask: asked => {
      setMower(asked)
      setTo(null)
    },
    press: setTo,
    end: () => setMower(null),
  }
}

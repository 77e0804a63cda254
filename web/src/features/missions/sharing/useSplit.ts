/** The plan of a zone that several mowers share: asked of the server, for it knows where each mower is. */

import type { SplitPreview, SplitRequestBody } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { isMowing, type MissionRequest } from '@greensward/domain'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useCall } from '../../../api/index.ts'
import type { PreviewDrawing } from '../../../map-view/index.ts'
import type { Ground } from '../useGround.ts'

export interface Split {
  /** Null while one mower mows alone. */
  readonly body: SplitRequestBody | null
  readonly preview: SplitPreview | undefined
  readonly error: Error | null
  readonly isComputing: boolean
  readonly drawing: PreviewDrawing | null
}

const NO_COLOUR = '#0b7390'

/** The request for all, once more than one mower is chosen. */
export const splitBodyOf = (
  request: MissionRequest | undefined,
  further: readonly string[],
  ground: Pick<Ground, 'mowers'>,
): SplitRequestBody | null => {
  if (request === undefined || !isMowing(request.target)) return null
  const mowers = [
    { mowerId: request.mowerId, bladeId: request.bladeId },
    ...further.flatMap(mowerId => {
      const bladeId = ground.mowers.find(({ id }) => id === mowerId)?.bladeId ?? null
      return bladeId === null || mowerId === request.mowerId ? [] : [{ mowerId, bladeId }]
    }),
  ]
  if (mowers.length < 2) return null
  const { mowerId: _, bladeId: __, slotS: ___, pattern: ____, cleanUpPass: _____, ...rest } = request
  return { ...rest, mowers }
}

export const useSplit = (
  request: MissionRequest | undefined,
  further: readonly string[],
  ground: Pick<Ground, 'mowers'>,
): Split => {
  const body = splitBodyOf(request, further, ground)
  // A title that is being written changes nothing about the drive.
  const [settled] = useDebouncedValue(body === null ? null : JSON.stringify({ ...body, title: 'Preview' }), 250)
  const asked = useCall(
    lateCalls.fleetPlans.splitPreview,
    { body: settled === null ? (body as never) : JSON.parse(settled) },
    { enabled: settled !== null && body !== null, keepPrevious: true },
  )
  const preview = body === null ? undefined : asked.isError ? undefined : asked.data
  const featureId = body?.target.featureId ?? null
  const drawing = useMemo<PreviewDrawing | null>(
    () =>
      preview === undefined
        ? null
        : {
            featureId,
            legs: [],
            uncovered: preview.uncovered,
            approach: null,
            parts: preview.parts.map(({ mowerId, plan }) => ({
              kind: 'swaths' as const,
              colour: ground.mowers.find(({ id }) => id === mowerId)?.color ?? NO_COLOUR,
              lines: plan.legs.map(({ points }) => points),
              stops: plan.legs[0]?.points.slice(0, 1) ?? [],
            })),
          },
    [preview, featureId, ground.mowers],
  )
  return { body, preview, error: body === null ? null : asked.error, isComputing: asked.isFetching, drawing }
}

/** The route of the form as it is now: planned here while a value moves, and checked by the server in parallel. */

import { calls } from '@greensward/contract'
import {
  autoDirection,
  holeOf,
  type MissionRequest,
  outerPassOn,
  patternsFor,
  swathHeadingDeg,
} from '@greensward/domain'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCall, useCourseTime } from '../../api/index.ts'
import { type MissionDraft, proposedTitle, requestOf } from './missionDraft.ts'
import type { PlanFile } from './PlanFileField.tsx'
import type { CourseForPlan, PlanWish } from './preview/planMessages.ts'
import { usePlanPreview } from './preview/usePlanPreview.ts'
import type { useGround } from './useGround.ts'

export type Ground = NonNullable<ReturnType<typeof useGround>['data']>

export function usePlannedDrive(draft: MissionDraft, file: PlanFile | null, ground: Ground) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const target = ground.features.find(({ id }) => id === draft.featureId)
  const mower = ground.mowers.find(({ id }) => id === draft.mowerId)
  const blade = ground.blades.find(({ id }) => id === draft.bladeId)
  const zoneType = ground.zoneTypes.find(type => target?.kind === 'zone' && type.id === target.properties.zoneTypeId)
  const hole = holeOf(ground.features, target)
  const holeBaseAngleDeg = hole?.properties.baseAngle ?? 0
  const ledgerCall = useCall(
    calls.missions.ledger,
    { params: { id: draft.featureId ?? '' } },
    { enabled: draft.featureId !== undefined && draft.kind !== 'road' },
  )
  const ledger = draft.kind === 'road' ? [] : (ledgerCall.data?.items ?? [])
  const allowed = zoneType?.directions ?? ALL_DIRECTIONS
  const auto = autoDirection(
    allowed,
    ledger.map(({ direction }) => direction),
  )
  const direction = draft.direction === 'auto' ? (auto ?? '12-6') : draft.direction
  const headingDeg = swathHeadingDeg(holeBaseAngleDeg, direction, draft.angleOffsetDeg)
  const outerPass = outerPassOn(draft.cleanUpPass, draft.when === 'later' ? draft.day : time.dayOf(new Date()))
  const changesDirection = draft.repeat !== null && draft.direction === 'auto'
  const shownTitle =
    draft.title !== ''
      ? draft.title
      : proposedTitle(target, changesDirection ? null : t(`missions.direction.${direction}`))

  const course = useMemo<CourseForPlan>(
    () => ({ features: ground.features, zoneTypes: ground.zoneTypes }),
    [ground.features, ground.zoneTypes],
  )
  const wish = useMemo<PlanWish | undefined>(
    () =>
      file !== null || draft.featureId === undefined || mower === undefined || blade === undefined
        ? undefined
        : {
            target: { kind: draft.kind, featureId: draft.featureId },
            mower,
            blade,
            headingDeg,
            patterns: patternsFor(draft.pattern, zoneType, false),
            turnScheme: draft.turnScheme,
            cleaningCycles: draft.cleaningCycles,
            outerPass,
          },
    [
      file,
      draft.featureId,
      draft.kind,
      draft.pattern,
      zoneType,
      draft.turnScheme,
      draft.cleaningCycles,
      outerPass,
      mower,
      blade,
      headingDeg,
    ],
  )
  const computed = usePlanPreview(course, wish)

  const request: MissionRequest | undefined = requestOf(draft, shownTitle, time.zone)
  // The server plans the same again with the machine's live state beside it: that is where the gate comes from.
  const asked = request === undefined || file === null ? request : { ...request, qgcPlan: file.content }
  const [settled] = useDebouncedValue(JSON.stringify(asked), 500)
  const checked = useCall(
    calls.missions.preview,
    { body: settled === undefined ? (request as never) : JSON.parse(settled) },
    {
      enabled: settled !== undefined && request !== undefined && (file !== null || computed.plan !== undefined),
      // A file is sent to the server each time, so it is sent less often.
      refetchInterval: file === null ? 4_000 : 15_000,
      keepPrevious: true,
    },
  )
  const fileRefusal = file !== null && checked.isError ? errorText(checked.error) : undefined
  const preview =
    file === null
      ? computed
      : {
          plan: checked.isError ? undefined : checked.data?.plan,
          refusal: undefined,
          computing: checked.isFetching,
        }
  return {
    target,
    mower,
    blade,
    hole,
    holeBaseAngleDeg,
    ledger,
    allowed,
    shownTitle,
    request,
    preview,
    /** The server's own planning of it, with the pre-start checks. */
    checked,
    fileRefusal,
  }
}

export type PlannedDrive = ReturnType<typeof usePlannedDrive>

const ALL_DIRECTIONS = ['12-6', '2-8', '3-9', '10-4', 'diagonal-left', 'diagonal-right'] as const

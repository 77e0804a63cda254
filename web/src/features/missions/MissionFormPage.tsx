/** Plans a mission: loads the data of the form and its first values. */

import { calls } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { liveStore, loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { ErrorState, ForbiddenState, LoadingState, Page } from '../../ui/index.ts'
import { MissionForm } from './MissionForm.tsx'
import { draftOf, emptyDraft, type MissionDraft } from './missionDraft.ts'
import { useGround } from './useGround.ts'

export default function MissionFormPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const editedId = typeof search.mission === 'string' ? search.mission : undefined
  const mayPlan = useCan('missions.plan')
  const ground = useGround()
  const settings = useCall(calls.settings.get)
  const edited = useCall(calls.missions.get, { params: { id: editedId ?? '' } }, { enabled: editedId !== undefined })
  const time = useCourseTime()

  const title = t(editedId === undefined ? 'missions.new' : 'missions.edit')
  if (!mayPlan)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  const readings = [settings, edited]
  const failed = ground.error ?? loadError(readings)
  if (failed !== null)
    return (
      <Page title={title}>
        <ErrorState
          error={failed}
          onRetry={() => {
            ground.readAgain()
            readFailedAgain(readings)
          }}
        />
      </Page>
    )
  if (ground.data === undefined || settings.data === undefined || (editedId !== undefined && edited.data === undefined))
    return (
      <Page title={title}>
        <LoadingState />
      </Page>
    )

  const { features, mowers } = ground.data
  const zoneId = typeof search.zone === 'string' ? search.zone : undefined
  const target = features.find(({ id }) => id === zoneId)
  const mower = mowers.find(({ id }) => id === search.mower) ?? likelyMower(mowers)
  const start: MissionDraft =
    edited.data !== undefined
      ? draftOf(edited.data, new Date(), time.zone)
      : {
          ...emptyDraft(new Date(), time.zone),
          ...(target?.kind === 'road' || target?.kind === 'missionArea' ? { kind: target.kind } : {}),
          featureId: target?.id,
          mowerId: mower?.id,
          bladeId: mower?.bladeId ?? undefined,
        }
  return <MissionForm key={editedId ?? 'new'} title={title} start={start} edited={edited.data} ground={ground.data} />
}

/** The first mower that could start: on the air and without a mission; failing that, any that is not in service. */
const likelyMower = (mowers: readonly Mower[]): Mower | undefined => {
  const fit = mowers.filter(({ inService, bladeId }) => !inService && bladeId !== null)
  const live = fit.filter(({ id }) => liveStore.get(id)?.telemetry.link === 'live')
  return live.find(({ id }) => liveStore.get(id)?.missionId === null) ?? live[0] ?? fit[0]
}

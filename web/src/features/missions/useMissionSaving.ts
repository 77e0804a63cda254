/** Everything the form does with what was planned: keep it, keep it and start it, or the same for several mowers at once. */

import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Mission, MissionRequest } from '@greensward/domain'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fieldRefusals, invalidate, isKind, queryClient, useAct } from '../../api/index.ts'
import { notify, useCommand } from '../../ui/index.ts'
import type { MissionDraft } from './missionDraft.ts'
import type { PlanFile } from './PlanFileField.tsx'
import type { useSplit } from './sharing/useSplit.ts'

interface WhatToSave {
  readonly draft: MissionDraft
  readonly edited: Mission | undefined
  readonly request: MissionRequest | undefined
  readonly file: PlanFile | null
  /** Of a series: the one occurrence, or it and those that follow. */
  readonly scope: 'one' | 'following'
  readonly splitBody: ReturnType<typeof useSplit>['body']
}

export function useMissionSaving({ draft, edited, request, file, scope, splitBody }: WhatToSave) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useAct(calls.missions.create, { changes: [calls.missions.list] })
  const update = useAct(calls.missions.update, { changes: [calls.missions.list, calls.missions.get] })
  const createSplit = useAct(lateCalls.fleetPlans.split, { changes: [calls.missions.list] })
  const putPlan = useAct(calls.missions.putPlan, { changes: [calls.missions.get, calls.missions.path] })
  const command = useCommand()
  const saving =
    create.isPending || createSplit.isPending || update.isPending || putPlan.isPending || command.busy !== null
  const failure = create.error ?? createSplit.error ?? update.error ?? putPlan.error
  const refusals = new Map(fieldRefusals(failure))

  const changeSaved = async (before: Mission, wanted: MissionRequest): Promise<Mission> => {
    const repeats = draft.when === 'later' ? draft.repeat : null
    const isOther = JSON.stringify(repeats) !== JSON.stringify(before.series?.repeat ?? null)
    const changed = await update.mutateAsync({
      params: { id: before.id },
      body: {
        ...wanted,
        updatedAt: before.updatedAt,
        ...(before.series === null ? {} : { scope: isOther ? 'following' : scope }),
        ...(isOther ? { repeat: repeats } : {}),
      },
    })
    return file === null
      ? changed
      : putPlan.mutateAsync({
          params: { id: before.id },
          body: { qgcPlan: file.content, updatedAt: changed.updatedAt },
        })
  }

  const save = async (): Promise<Mission | undefined> => {
    if (request === undefined) return undefined
    try {
      return edited === undefined
        ? await create.mutateAsync({
            body: {
              ...request,
              repeat: draft.when === 'later' ? draft.repeat : null,
              ...(file === null ? {} : { qgcPlan: file.content }),
            },
          })
        : await changeSaved(edited, request)
    } catch (error) {
      notify.failed(t('missions.notSaved'), isKind(error, 'conflict') ? t('common.changedElsewhere') : error)
      // Somebody else took the time meanwhile: the hint below the time says so and proposes others.
      if (isKind(error, 'scheduleConflict')) void invalidate(queryClient, calls.missions.slots)
      return undefined
    }
  }
  const saveOnly = async (): Promise<void> => {
    const mission = await save()
    if (mission !== undefined) void navigate({ to: '/missions/$id', params: { id: mission.id } })
  }
  const saveAndStart = async (): Promise<void> => {
    const mission = await save()
    if (mission === undefined) return
    void navigate({ to: '/missions/$id', params: { id: mission.id } })
    await command.send('startMission', mission.id, mission.title)
  }

  const saveShared = async (): Promise<readonly Mission[] | undefined> => {
    if (splitBody === null) return undefined
    try {
      const { items } = await createSplit.mutateAsync({ body: splitBody })
      void navigate({ to: '/missions', search: { sort: '-createdAt' } })
      return items
    } catch (error) {
      notify.failed(t('missions.notSaved'), error)
      return undefined
    }
  }
  const startShared = async (): Promise<void> => {
    // All at once, because the plan starts them together. The server checks them one by one.
    const missions = (await saveShared()) ?? []
    await Promise.all(missions.map(({ id, title }) => command.send('startMission', id, title)))
  }
  return { saving, refusals, saveOnly, saveAndStart, saveShared, startShared }
}

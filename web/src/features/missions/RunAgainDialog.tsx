/** A mission that has ended runs again, or a planned one goes to another mower: the same choice of a mower for both. */

import { calls } from '@greensward/contract'
import { compareNames, isMowing, type Mission, type Mower } from '@greensward/domain'
import { Alert, Button, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isKind, liveStore, useAct, useCall } from '../../api/index.ts'
import { Dialog, ErrorState, LoadingState, notify, useMeasure } from '../../ui/index.ts'
import classes from './MissionsPage.module.css'

interface RunAgainDialogProps {
  readonly mission: Mission
  readonly onClose: () => void
}

/** Mowers that may take the mission: not in service and with a blade, in the order that people count in. */
export const mowersFor = (mission: Mission, mowers: readonly Mower[], language: string): readonly Mower[] =>
  mowers
    .filter(({ inService, bladeId }) => !inService && (bladeId !== null || !isMowing(mission.target)))
    .filter(({ id }) => mission.status !== 'planned' || id !== mission.mowerId)
    .toSorted((a, b) => compareNames(a.name, b.name, language))

export function RunAgainDialog({ mission, onClose }: RunAgainDialogProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const measure = useMeasure()
  const isPlanned = mission.status === 'planned'
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const changes = [calls.missions.list, calls.missions.get, calls.missions.logs, calls.missions.gate]
  const update = useAct(calls.missions.update, { changes: [...changes, calls.missions.path] })
  const again = useAct(calls.missions.again, { changes: [calls.missions.list] })
  const [chosen, setChosen] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const fit = mowersFor(mission, mowers.data?.items ?? [], i18n.language)
  const mower = fit.find(({ id }) => id === (chosen ?? mission.mowerId)) ?? fit[0]
  const words = isPlanned ? 'missions.give' : 'missions.again'

  const label = ({ id, name }: Mower): string => {
    const vehicle = liveStore.get(id)
    const battery = vehicle?.telemetry.battery ?? null
    const link = vehicle?.telemetry.link
    if (link !== 'live') return t('missions.give.noLink', { name })
    return battery === null ? name : t('missions.give.battery', { name, battery: measure.share(battery) })
  }

  const run = async (): Promise<void> => {
    if (mower === undefined) return
    setFailure(undefined)
    try {
      if (isPlanned) {
        const { updatedAt } = mission
        const body = { mowerId: mower.id, bladeId: mower.bladeId ?? mission.bladeId, updatedAt }
        await update.mutateAsync({ params: { id: mission.id }, body })
        notify.done(t('missions.give.done', { title: mission.title, mower: mower.name }))
        onClose()
        return
      }
      const body = { mowerId: mower.id, startsAt: null }
      const planned = await again.mutateAsync({ params: { id: mission.id }, body })
      notify.done(t('missions.again.done', { title: mission.title }))
      onClose()
      void navigate({ to: '/missions/$id', params: { id: planned.id } })
    } catch (error) {
      setFailure(isKind(error, 'conflict') ? t('common.changedElsewhere') : errorText(error))
    }
  }

  return (
    <Dialog onClose={onClose} title={t(`${words}.title`, { title: mission.title })}>
      <p>{t(`${words}.text`)}</p>
      {mowers.isError ? (
        <ErrorState error={errorText(mowers.error)} onRetry={() => void mowers.refetch()} />
      ) : mowers.data === undefined ? (
        <LoadingState />
      ) : mower === undefined ? (
        <Alert color="red" role="alert">
          {t('missions.give.none')}
        </Alert>
      ) : (
        <Select
          label={t('missions.mower')}
          data={fit.map(one => ({ value: one.id, label: label(one) }))}
          value={mower.id}
          allowDeselect={false}
          onChange={value => setChosen(value ?? undefined)}
          data-autofocus
        />
      )}
      {failure !== undefined && (
        <Alert color="red" role="alert" mt={12}>
          {failure}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button
          h={48}
          disabled={mower === undefined}
          loading={update.isPending || again.isPending}
          onClick={() => void run()}
        >
          {t(`${words}.confirm`)}
        </Button>
      </div>
    </Dialog>
  )
}

/** What makes a mower of the maker's service drive: its buttons, where they are not offered the reason, and the switch that keeps it from starting. */
import type { AutomowerMachine } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button, Switch } from '@mantine/core'
import { IconCalendarRepeat, IconCheck, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'
import { AreaStartDialog, type ScheduleCommand, ScheduleStartDialog } from './AutomowerStartDialog.tsx'

interface AreaStartProps {
  readonly machine: AutomowerMachine
  readonly area: AutomowerMachine['areas'][number]
  readonly name: string
}

export function AreaStart({ machine, area, name }: AreaStartProps) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const [isAsking, setAsking] = useState(false)
  if (!mayOperate || !area.isEnabled) return null
  if (area.zoneId === null) return <span>{t('settings.automower.start.noZone')}</span>
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={18} />}
        aria-label={t('settings.automower.start.areaOf', { area: name, name: machine.name })}
        onClick={() => setAsking(true)}
      >
        {t('settings.automower.start.area')}
      </Button>
      {isAsking && (
        <AreaStartDialog machine={machine} areaId={area.id} areaName={name} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

const ICONS = { resume: IconCalendarRepeat, confirmError: IconCheck } as const

/** Beside pause and park. A mower whose fault cannot be confirmed has no such button. */
export function ScheduleStarts({ machine }: { readonly machine: AutomowerMachine }) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const [asking, setAsking] = useState<ScheduleCommand>()
  if (!mayOperate || notBySchedule(machine) !== null) return null
  const { name, isConfirmable } = machine
  const offered: readonly ScheduleCommand[] = isConfirmable ? ['confirmError'] : ['resume']
  return (
    <>
      {offered.map(command => {
        const Icon = ICONS[command]
        return (
          <Button
            key={command}
            variant="default"
            leftSection={<Icon size={18} />}
            aria-label={`${t(`settings.automower.start.${command}`)}: ${name}`}
            onClick={() => setAsking(command)}
          >
            {t(`settings.automower.start.${command}`)}
          </Button>
        )
      })}
      {asking !== undefined && (
        <ScheduleStartDialog machine={machine} command={asking} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

/** Why its own schedule is not continued from here: nobody can check where it would mow. */
export const notBySchedule = ({ areas }: Pick<AutomowerMachine, 'areas'>): 'noAreas' | 'areaWithoutZone' | null => {
  const inUse = areas.filter(({ isEnabled }) => isEnabled)
  if (inUse.length === 0) return 'noAreas'
  return inUse.some(({ zoneId }) => zoneId === null) ? 'areaWithoutZone' : null
}

/** A mower that a person works on. */
export function InService({ machine: { id, name, inService } }: { readonly machine: AutomowerMachine }) {
  const { t } = useTranslation()
  const mayEdit = useCan('mowers.edit')
  const change = useAct(lateCalls.automower.setService, { changes: [lateCalls.automower.get] })
  if (!mayEdit) return inService ? <span>{t('settings.automower.inService')}</span> : null
  return (
    <Switch
      label={t('settings.automower.inService')}
      aria-label={`${t('settings.automower.inService')}: ${name}`}
      description={t('settings.automower.inServiceHint')}
      checked={inService}
      disabled={change.isPending}
      onChange={event =>
        change.mutate(
          { params: { id }, body: { inService: event.currentTarget.checked } },
          { onError: error => notify.failed(t('settings.automower.serviceNotSaved'), errorText(error)) },
        )
      }
    />
  )
}

/** The mowers of the maker's service: what each does, which zones its work areas are, its pause and park, and what starts it. */

import { type AutomowerMachine, type AutomowerState, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { compareNames } from '@greensward/domain'
import { Button, Select } from '@mantine/core'
import { IconCalendarDown, IconHome, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { notify, Panel, StatusPill, type Tone, useNow } from '../../ui/index.ts'
import { AreaStart, InService, notBySchedule, ScheduleStarts } from './AutomowerStarts.tsx'
import classes from './form.module.css'

const TONES: Readonly<Record<AutomowerMachine['activity'], Tone>> = {
  mowing: 'main',
  leaving: 'main',
  goingHome: 'main',
  charging: 'success',
  parked: 'success',
  paused: 'warn',
  stopped: 'warn',
  failed: 'error',
  off: 'neutral',
  unknown: 'neutral',
}

const MINUTE_MS = 60_000

type Severity = NonNullable<AutomowerMachine['message']>['severity']
/** Others are for the maker's own people. */
const SHOWN: readonly Severity[] = ['warning', 'error', 'fatal']

/** A fault in words, with its number for the dealer. Newer machines have faults that are not in the maker's list. */
function useFaultText(): (code: number) => string {
  const { t, i18n } = useTranslation()
  return code => {
    const key = `automowerFaults.${code}`
    return i18n.exists(key)
      ? t('settings.automower.fault', { code, text: t(key) })
      : t('settings.automower.otherFault', { code })
  }
}

interface MachinesProps extends Pick<AutomowerState, 'machines'> {
  /** Requests are passed on only then. */
  readonly isEnabled: boolean
}

export function AutomowerMachines({ machines, isEnabled }: MachinesProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.automower.machines')}>
      {machines.length === 0 ? (
        <p>{t('settings.automower.none')}</p>
      ) : (
        <ul className={`${classes.stack} ${classes.machines}`}>
          {machines.map(machine => (
            <Machine key={machine.id} machine={machine} isEnabled={isEnabled} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What a machine cannot do has no line. */
function Machine({ machine, isEnabled }: { readonly machine: AutomowerMachine; readonly isEnabled: boolean }) {
  const { t, i18n } = useTranslation()
  const faultText = useFaultText()
  const time = useCourseTime()
  const now = useNow(MINUTE_MS).getTime()
  const { name, model, can, activity, faultCode, battery, position, isConnected, reportedAt, areas, message } = machine
  const { nextStartAt, stayOutZones } = machine
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <li className={`${classes.fact} ${classes.machine}`}>
      <strong>{name}</strong>
      <span>{model}</span>
      <StatusPill tone={isConnected ? TONES[activity] : 'neutral'}>
        {t(isConnected ? `settings.automower.activity.${activity}` : 'settings.automower.away')}
      </StatusPill>
      {faultCode !== null && <span>{faultText(faultCode)}</span>}
      {message !== null && SHOWN.includes(message.severity) && (
        <span>
          {t('settings.automower.message', { time: time.dateTime(message.at), text: faultText(message.code) })}
        </span>
      )}
      <span>
        {t('settings.automower.battery', {
          share: battery === null ? t('common.unknown') : percent.format(battery),
        })}
      </span>
      {can.positionRateHz > 0 && (
        <span>
          {t('settings.automower.position', {
            position: position === null ? t('common.unknown') : `${position[1].toFixed(6)}, ${position[0].toFixed(6)}`,
          })}
        </span>
      )}
      <span>
        {reportedAt === null
          ? t('settings.automower.neverReported')
          : t('settings.automower.reported', { time: time.dateTime(reportedAt) })}
      </span>
      {nextStartAt !== null && Date.parse(nextStartAt) > now && (
        <span>{t('settings.automower.nextStart', { time: time.dateTime(nextStartAt) })}</span>
      )}
      {stayOutZones.length > 0 && (
        <span>
          {t('settings.automower.stayOutZones', {
            zones: stayOutZones
              .map(zone =>
                t(zone.isEnabled ? 'settings.automower.stayOutOn' : 'settings.automower.stayOutOff', {
                  name: zone.name === '' ? t('settings.automower.unnamed') : zone.name,
                }),
              )
              .join(', '),
          })}
        </span>
      )}
      {can.mowsWorkArea &&
        areas.map(area => <Area key={area.id} machine={machine} area={area} isEnabled={isEnabled} />)}
      {isEnabled && <NotBySchedule machine={machine} />}
      {isEnabled && <InService machine={machine} />}
      {isEnabled && <Requests machine={machine} />}
    </li>
  )
}

function NotBySchedule({ machine }: { readonly machine: AutomowerMachine }) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const reason = notBySchedule(machine)
  return mayOperate && reason !== null ? <span>{t(`settings.automower.start.${reason}`)}</span> : null
}

interface AreaProps {
  readonly machine: AutomowerMachine
  readonly area: AutomowerMachine['areas'][number]
}

/** @param isEnabled whether requests are passed on */
function Area({ machine, area, isEnabled: isAsked }: AreaProps & { readonly isEnabled: boolean }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const { name: given, isEnabled, progress, completedAt } = area
  const name = given === '' ? t('settings.automower.mainArea') : given
  return (
    <div className={classes.area}>
      <span>
        {name}
        {': '}
        {!isEnabled
          ? t('settings.automower.areaOff')
          : progress === null
            ? t('settings.automower.areaOn')
            : t('settings.automower.areaProgress', { share: percent.format(progress) })}
        {completedAt !== null && `. ${t('settings.automower.areaCompleted', { time: time.dateTime(completedAt) })}`}
      </span>
      <div className={classes.areaActions}>
        <AreaZone machine={machine} area={area} name={name} />
        {isAsked && <AreaStart machine={machine} area={area} name={name} />}
      </div>
    </div>
  )
}

function AreaZone({ machine, area, name }: AreaProps & { readonly name: string }) {
  const { t, i18n } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const map = useCall(calls.map.get)
  const choose = useAct(lateCalls.automower.mapArea, { changes: [lateCalls.automower.get] })
  const zones = (map.data?.features ?? [])
    .flatMap(({ kind, id, properties }) =>
      kind === 'zone' && 'title' in properties ? { value: id, label: properties.title } : [],
    )
    .toSorted((a, b) => compareNames(a.label, b.label, i18n.language))
  const { zoneId } = area
  // Before the map is read it is unknown whether the zone is still there.
  const isGone = zoneId !== null && map.data !== undefined && !zones.some(({ value }) => value === zoneId)
  const data = isGone ? [...zones, { value: zoneId, label: t('settings.automower.goneZone') }] : zones
  if (!mayEdit) {
    const title = data.find(({ value }) => value === zoneId)?.label
    return title === undefined ? null : <span>{t('settings.automower.isZone', { title })}</span>
  }
  return (
    <Select
      label={t('settings.automower.zoneOf', { area: name })}
      aria-label={`${t('settings.automower.zoneOf', { area: name })}: ${machine.name}`}
      data={data}
      value={map.data === undefined ? null : zoneId}
      disabled={map.data === undefined || choose.isPending}
      placeholder={t('settings.automower.noZone')}
      searchable
      clearable
      nothingFoundMessage={t('common.nothingFound')}
      onChange={chosen =>
        choose.mutate(
          { params: { id: machine.id, areaId: area.id }, body: { zoneId: chosen } },
          { onError: error => notify.failed(t('settings.automower.zoneNotSaved'), errorText(error)) },
        )
      }
    />
  )
}

type Request = 'pause' | 'park' | 'parkUntilNext'
const ICONS = { pause: IconPlayerPause, park: IconHome, parkUntilNext: IconCalendarDown } as const
/** Asked of another mower, the maker would end a park until further notice. */
const OUT: readonly AutomowerMachine['activity'][] = ['mowing', 'leaving']

function Requests({ machine }: { readonly machine: AutomowerMachine }) {
  const { id, name, activity } = machine
  const { t } = useTranslation()
  const mayStop = useCan('mowers.stop')
  const asks = {
    pause: useAct(lateCalls.automower.pause),
    park: useAct(lateCalls.automower.park),
    parkUntilNext: useAct(lateCalls.automower.parkUntilNext),
  }
  const offered: readonly Request[] = OUT.includes(activity) ? ['pause', 'park', 'parkUntilNext'] : ['pause', 'park']
  const ask = (request: Request): void =>
    asks[request].mutate(
      { params: { id } },
      {
        onSuccess: ({ problem }) =>
          problem === null
            ? notify.done(t(`settings.automower.asked.${request}`, { name }))
            : notify.failed(t('settings.automower.notAsked', { name }), t(`settings.automower.problem.${problem}`)),
        onError: error => notify.failed(t('settings.automower.notAsked', { name }), errorText(error)),
      },
    )
  if (!mayStop) return null
  return (
    <div className={classes.actions}>
      {offered.map(request => {
        const Icon = ICONS[request]
        return (
          <Button
            key={request}
            variant="default"
            leftSection={<Icon size={18} />}
            loading={asks[request].isPending}
            aria-label={`${t(`settings.automower.${request}`)}: ${name}`}
            onClick={() => ask(request)}
          >
            {t(`settings.automower.${request}`)}
          </Button>
        )
      })}
      <ScheduleStarts machine={machine} />
    </div>
  )
}

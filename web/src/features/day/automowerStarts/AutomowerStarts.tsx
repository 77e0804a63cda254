/** Planned starts of Husqvarna mowers: when each mows which work area, who released it, and how its last time went. */
import type { AutomowerMachine, PlannedStart } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { WEEKDAYS } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPencil, IconPlayerPlay, IconPlayerStop, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText, useAct, useCall, useCan, useCourseTime } from '../../../api/index.ts'
import {
  ConfirmDialog,
  IconButton,
  notify,
  Panel,
  QueryState,
  StatusPill,
  type Tone,
  useMeasure,
  weekdayNames,
} from '../../../ui/index.ts'
import { useWorkAreaName } from '../../../ui/text/workAreaName.ts'
import { AutomowerStartSheet, type WorkArea } from './AutomowerStartSheet.tsx'
import classes from './AutomowerStarts.module.css'
import { CHANGES, ReleaseDialog } from './ReleaseDialog.tsx'

const EVERY_MS = 20_000

/** The work areas that a mower can be sent to. */
const areasOf = (machines: readonly AutomowerMachine[]): WorkArea[] =>
  machines
    .filter(({ can }) => can.mowsWorkArea)
    .flatMap(({ id: machineId, name: machineName, areas }) =>
      areas.map(({ id: areaId, name: areaName }) => ({ machineId, machineName, areaId, areaName })),
    )

/** Nothing on a course without such mowers. */
export function AutomowerStarts() {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const account = useCall(lateCalls.automower.get)
  const isOn = account.data?.enabled === true
  const query = useCall(lateCalls.automowerStarts.list, {}, { enabled: isOn, refetchInterval: EVERY_MS })
  const [edited, setEdited] = useState<PlannedStart | 'new' | null>(null)
  const areas = areasOf(account.data?.machines ?? [])
  const items = query.data?.items ?? []
  if (!isOn || (areas.length === 0 && items.length === 0)) return null
  return (
    <Panel
      title={t('day.automower.title')}
      className={classes.panel ?? ''}
      actions={
        mayPlan &&
        areas.length > 0 && (
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
            {t('day.automower.add')}
          </Button>
        )
      }
    >
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : items.length === 0 ? (
        <p className={classes.none}>{t('day.automower.none')}</p>
      ) : (
        <ul className={classes.starts}>
          {items.map(item => (
            <Start key={item.id} item={item} onEdit={() => setEdited(item)} />
          ))}
        </ul>
      )}
      {edited !== null && (
        <AutomowerStartSheet
          start={edited === 'new' ? undefined : edited}
          areas={areas}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  )
}

const TONES: Readonly<Record<NonNullable<PlannedStart['last']>['outcome'], Tone>> = {
  waits: 'warn',
  asked: 'main',
  started: 'success',
  notStarted: 'warn',
}

interface StartProps {
  readonly item: PlannedStart
  readonly onEdit: () => void
}

function Start({ item, onEdit }: StartProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const { duration } = useMeasure()
  const name = useWorkAreaName()(item)
  const { at, weekdays, minutes, release, nextAt, last } = item
  const short = weekdayNames(i18n.language, 'short')
  const days =
    weekdays.length === WEEKDAYS.length
      ? t('day.automower.everyDay')
      : WEEKDAYS.flatMap((day, index) => (weekdays.includes(day) ? [short[index] ?? day] : [])).join(', ')
  return (
    <li className={classes.start}>
      <div className={classes.words}>
        <strong>
          {at} · {name}
        </strong>
        <span>{t('day.automower.when', { days, duration: duration(minutes * 60) })}</span>
        <span>
          {release === null
            ? t('day.automower.notReleased')
            : t('day.automower.releasedBy', { who: release.by, until: time.date(release.until) })}
        </span>
        {release !== null && (
          <span>
            {nextAt === null ? t('day.automower.noNext') : t('day.automower.next', { time: time.dateTime(nextAt) })}
          </span>
        )}
        {last !== null && (
          <span className={classes.last}>
            <StatusPill tone={TONES[last.outcome]}>{t(`day.automower.outcome.${last.outcome}`)}</StatusPill>
            {time.dateTime(last.at)}
            {last.why !== null && <span className={classes.reason}>{codeText(last.why) ?? last.why.code}</span>}
          </span>
        )}
      </div>
      <Buttons item={item} name={name} onEdit={onEdit} />
    </li>
  )
}

function Buttons({ item, name, onEdit }: StartProps & { readonly name: string }) {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const mayOperate = useCan('mowers.operate')
  const mayStop = useCan('mowers.stop')
  const { revoke, remove } = lateCalls.automowerStarts
  const revoking = useAct(revoke, CHANGES)
  const removing = useAct(remove, CHANGES)
  const [asking, setAsking] = useState<'release' | 'remove'>()
  const params = { id: item.id }
  const label = `${item.at} ${name}`
  return (
    <div className={classes.buttons}>
      {item.release === null
        ? mayOperate && (
            <Button
              leftSection={<IconPlayerPlay size={18} />}
              aria-label={`${t('day.release')}: ${label}`}
              onClick={() => setAsking('release')}
            >
              {t('day.release')}
            </Button>
          )
        : mayStop && (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={18} />}
              aria-label={`${t('day.revoke')}: ${label}`}
              loading={revoking.isPending}
              onClick={() =>
                revoking.mutate(
                  { params },
                  {
                    onSuccess: () => notify.done(t('day.revoked')),
                    onError: error => notify.failed(t('day.notRevoked'), errorText(error)),
                  },
                )
              }
            >
              {t('day.revoke')}
            </Button>
          )}
      {mayPlan && (
        <>
          <IconButton label={`${t('day.automower.edit')}: ${label}`} onClick={onEdit}>
            <IconPencil size={20} />
          </IconButton>
          <IconButton label={`${t('day.automower.delete')}: ${label}`} onClick={() => setAsking('remove')}>
            <IconTrash size={20} />
          </IconButton>
        </>
      )}
      {asking === 'release' && <ReleaseDialog item={item} name={name} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t('day.automower.deleteTitle', { name: label })}
        text={t('day.automower.deleteText')}
        confirm={t('day.automower.delete')}
        busy={removing.isPending}
        onClose={() => setAsking(undefined)}
        onConfirm={() =>
          removing.mutate(
            { params },
            {
              onError: error => notify.failed(t('day.automower.notDeleted'), errorText(error)),
              onSettled: () => setAsking(undefined),
            },
          )
        }
      />
    </div>
  )
}

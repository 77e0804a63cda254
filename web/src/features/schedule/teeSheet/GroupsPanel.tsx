import { calls, type TeeSheet } from '@greensward/contract'
import type { NumberedHole, TeeTime } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconGolf, IconListNumbers, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCourseTime } from '../../../api/index.ts'
import { ConfirmDialog, notify, Panel, RecordTable } from '../../../ui/index.ts'
import { FillSheet } from './FillSheet.tsx'
import { GroupSheet } from './GroupSheet.tsx'
import classes from './teeSheet.module.css'
import { keyOfTeeTime, READINGS, useReplacing } from './useTeeSheet.ts'

interface GroupsPanelProps {
  readonly sheet: TeeSheet
  readonly holes: readonly NumberedHole[]
  readonly mayPlan: boolean
}

/** The groups of the day: each can be added, changed and deleted; the whole list can be filled, cleared or given back. */
export function GroupsPanel({ sheet, holes, mayPlan }: GroupsPanelProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const replace = useReplacing()
  const [edited, setEdited] = useState<TeeTime | 'new' | null>(null)
  const [isFilling, setFilling] = useState(false)
  const { teeTimes } = sheet
  const nameOf = ({ at, hole }: TeeTime): string => t('teeSheet.group', { time: course.time(at), hole })
  const add = { label: t('teeSheet.addGroup'), run: () => setEdited('new') }
  return (
    <Panel
      title={t('teeSheet.groups', { count: teeTimes.length })}
      actions={
        mayPlan && (
          <Button leftSection={<IconPlus size={18} />} onClick={add.run}>
            {add.label}
          </Button>
        )
      }
    >
      <Source sheet={sheet} />
      <RecordTable
        label={t('teeSheet.title')}
        query={{ error: null, refetch: () => Promise.reject(new Error('It is read by the page')) }}
        rows={teeTimes}
        rowKey={keyOfTeeTime}
        nameOf={nameOf}
        columns={[
          { key: 'time', title: t('teeSheet.time'), cell: ({ at }) => <strong>{course.time(at)}</strong> },
          { key: 'hole', title: t('teeSheet.tee'), cell: ({ hole }) => t('teeSheet.hole', { hole }) },
          {
            key: 'players',
            title: t('teeSheet.players'),
            align: 'end',
            cell: ({ players }) => players ?? t('common.unknown'),
          },
        ]}
        empty={{ icon: <IconGolf aria-hidden />, title: t('teeSheet.none'), text: t('teeSheet.noneText') }}
        onEdit={mayPlan ? setEdited : undefined}
        onDelete={
          mayPlan
            ? row =>
                replace(
                  sheet,
                  teeTimes.filter(one => keyOfTeeTime(one) !== keyOfTeeTime(row)),
                )
            : undefined
        }
        deletion={{
          title: row => t('teeSheet.deleteTitle', { group: nameOf(row) }),
          text: () => t('teeSheet.deleteText'),
          confirm: t('teeSheet.delete'),
        }}
      />
      {mayPlan && <DayActions sheet={sheet} onFill={() => setFilling(true)} />}
      {edited !== null && (
        <GroupSheet
          row={edited === 'new' ? undefined : edited}
          sheet={sheet}
          holes={holes}
          onClose={() => setEdited(null)}
        />
      )}
      {isFilling && <FillSheet sheet={sheet} holes={holes} onClose={() => setFilling(false)} />}
    </Panel>
  )
}

function Source({ sheet: { source, updatedBy, updatedAt, teeTimes } }: { readonly sheet: TeeSheet }) {
  const { t } = useTranslation()
  const course = useCourseTime()
  if (source === 'pattern' && teeTimes.length === 0) return null
  return (
    <p className={classes.source}>
      {t(`teeSheet.from.${source}`, {
        who: updatedBy ?? '',
        time: updatedAt === null ? '' : course.dateTime(updatedAt),
      })}
    </p>
  )
}

function DayActions({ sheet, onFill }: { readonly sheet: TeeSheet; readonly onFill: () => void }) {
  const { t } = useTranslation()
  const replace = useReplacing()
  const remove = useAct(calls.teeSheets.remove, { changes: READINGS })
  const [asks, setAsks] = useState<'clear' | 'giveBack' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { day, source, updatedAt, teeTimes } = sheet
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      if (asks === 'clear') await replace(sheet, [])
      else if (updatedAt !== null) await remove.mutateAsync({ params: { day }, query: { updatedAt } })
      notify.done(t('common.saved'))
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    } finally {
      setBusy(false)
      setAsks(null)
    }
  }
  return (
    <div className={classes.buttons}>
      <Button variant="default" leftSection={<IconListNumbers size={18} />} onClick={onFill}>
        {t('teeSheet.fill')}
      </Button>
      {teeTimes.length > 0 && (
        <Button variant="default" leftSection={<IconTrash size={18} />} onClick={() => setAsks('clear')}>
          {t('teeSheet.clear')}
        </Button>
      )}
      {(source === 'hand' || source === 'import') && (
        <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={() => setAsks('giveBack')}>
          {t('teeSheet.giveBack')}
        </Button>
      )}
      {asks !== null && (
        <ConfirmDialog
          opened
          title={t(`teeSheet.${asks}Title`)}
          text={t(`teeSheet.${asks}Text`, { count: teeTimes.length })}
          confirm={t(`teeSheet.${asks}`)}
          busy={isBusy}
          onConfirm={() => void confirm()}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  )
}

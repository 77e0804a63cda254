/** Cancelling and deleting several missions at once. */

import { calls } from '@greensward/contract'
import { isActive, type Mission } from '@greensward/domain'
import { Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog, IconButton, notify, useMeasure } from '../../ui/index.ts'
import { BulkOutcome, type BulkResult } from './BulkOutcome.tsx'
import classes from './MissionsPage.module.css'

export interface Selection {
  readonly selected: ReadonlyMap<string, Mission>
  readonly set: (missions: readonly Mission[]) => void
  readonly toggle: (mission: Mission) => void
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, Mission>>(new Map())
  return {
    selected,
    set: missions => setSelected(new Map(missions.map(mission => [mission.id, mission]))),
    toggle: mission =>
      setSelected(before => {
        const after = new Map(before)
        if (!after.delete(mission.id)) after.set(mission.id, mission)
        return after
      }),
  }
}

interface MissionsBulkProps {
  readonly rows: readonly Mission[]
  readonly selection: Selection
}

/** The bar above the table, its two questions, and the outcome for each mission. */
export function MissionsBulk({ rows, selection: { selected, set } }: MissionsBulkProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const bulk = useAct(calls.missions.bulk, { changes: [calls.missions.list] })
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)
  const act = async (action: 'cancel' | 'delete'): Promise<void> => {
    try {
      const { items } = await bulk.mutateAsync({ body: { action, ids: [...selected.keys()] } })
      setResult({ action, items: items.map(item => ({ ...item, title: selected.get(item.id)?.title ?? item.id })) })
      set(items.flatMap(({ id, ok }) => (ok ? [] : [selected.get(id)])).filter(mission => mission !== undefined))
    } catch (error) {
      notify.failed(t('missions.title'), error)
    }
    setAsking(null)
  }
  const chosen = [...selected.values()].map(({ id, title, startsAt }) => ({
    id,
    name: startsAt === null ? title : `${title}, ${time.dateTime(startsAt)}`,
  }))
  const running = [...selected.values()].filter(({ status }) => isActive(status)).length
  const closeQuestion = (): void => setAsking(null)
  return (
    <>
      {rows.length > 0 && <BulkBar rows={rows} selected={selected} onSelect={set} onAsk={setAsking} />}
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('missions.bulk.cancelTitle', { count: selected.size })}
        things={chosen}
        text={[
          t('missions.bulk.cancelText', { count: selected.size }),
          ...(running === 0 ? [] : [t('missions.bulk.cancelRunning', { count: running })]),
        ].join(' ')}
        confirm={t('missions.bulk.cancel', { count: selected.size })}
        busy={bulk.isPending}
        onConfirm={() => void act('cancel')}
        onClose={closeQuestion}
      />
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('missions.bulk.deleteTitle', { count: selected.size })}
        things={chosen}
        text={t('missions.bulk.deleteText')}
        confirm={t('missions.bulk.deleteConfirm', { count: selected.size })}
        busy={bulk.isPending}
        onConfirm={() => void act('delete')}
        onClose={closeQuestion}
      />
      {result !== null && <BulkOutcome result={result} onClose={() => setResult(null)} />}
    </>
  )
}

interface BulkBarProps {
  readonly rows: readonly Mission[]
  readonly selected: ReadonlyMap<string, Mission>
  readonly onSelect: (missions: readonly Mission[]) => void
  readonly onAsk: (action: 'cancel' | 'delete') => void
}

function BulkBar({ rows, selected, onSelect, onAsk }: BulkBarProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const count = selected.size
  const hasAll = rows.every(({ id }) => selected.has(id))
  const totals = [...selected.values()].reduce(
    (sum, { stats }) => ({ areaM2: sum.areaM2 + stats.areaM2, durationS: sum.durationS + stats.durationS }),
    { areaM2: 0, durationS: 0 },
  )
  return (
    <div className={classes.bulk} data-active={count > 0 || undefined}>
      <Checkbox
        label={count === 0 ? t('missions.bulk.selectAll') : t('missions.bulk.selected', { count })}
        checked={hasAll}
        indeterminate={count > 0 && !hasAll}
        onChange={event => onSelect(event.currentTarget.checked ? rows : [])}
      />
      {count > 0 && (
        <>
          <span className={classes.total}>
            {t('missions.bulk.total', {
              area: measure.area(totals.areaM2),
              duration: measure.duration(totals.durationS),
            })}
          </span>
          <span className={classes.bulkActions}>
            <Button variant="default" onClick={() => onAsk('cancel')}>
              {t('missions.bulk.cancel', { count })}
            </Button>
            <Button variant="outline" color="error" onClick={() => onAsk('delete')}>
              {t('missions.bulk.delete', { count })}
            </Button>
            <IconButton label={t('missions.bulk.clear')} onClick={() => onSelect([])}>
              <IconX size={20} />
            </IconButton>
          </span>
        </>
      )}
    </div>
  )
}

import { calls } from '@greensward/contract'
import { type CourseFeature, featureTitle, type Hole, type ZoneType } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconBookmark, IconChevronDown, IconChevronRight, IconEye } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, isKind, useAct, useCall, useCourseTime } from '../../../api/index.ts'
import { EmptyState, ErrorState, LoadingState, notify, SearchField } from '../../../ui/index.ts'
import { changeLabel } from './changeLabel.ts'
import { DiffList } from './DiffList.tsx'
import classes from './HistoryPanel.module.css'
import type { Past } from './usePast.ts'

const PAGE = 50
const conflicts = z.array(z.object({ today: calls.map.get.result.shape.features.element.nullable() }))

interface ChangesProps {
  readonly past: Past
  readonly mayEdit: boolean
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly onShow: (feature: CourseFeature) => void
  readonly onName: (revision: number) => void
}

/** Every change of the map, newest first; opened, it shows before and after on the map. */
export function Changes({ past, mayEdit, zoneTypes, holes, onShow, onName }: ChangesProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const [perPage, setPerPage] = useState(PAGE)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<number | null>(null)
  const changes = useCall(calls.map.changes, { query: { perPage, search } }, { keepPrevious: true })
  const revert = useAct(calls.map.revert, { changes: [calls.map.get, calls.map.changes] })
  const items = changes.data?.items ?? []
  const undo = (revision: number, label: string): void =>
    revert.mutate(
      { params: { revision } },
      {
        onSuccess: () => notify.done(t('mapHistory.undone', { label })),
        onError: error => {
          const found = isKind(error, 'mapConflict') ? conflicts.safeParse(error.details) : undefined
          const names = found?.data?.map(({ today }) => (today === null ? t('mapHistory.gone') : featureTitle(today)))
          notify.failed(
            t('mapHistory.failed', { label }),
            names === undefined ? errorText(error) : t('mapHistory.conflict', { names: names.slice(0, 5).join(', ') }),
          )
        },
      },
    )
  return (
    <>
      <SearchField label={t('mapHistory.search')} value={search} onSearch={setSearch} />
      {changes.isPending ? (
        <LoadingState />
      ) : changes.error !== null ? (
        <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title={t(search === '' ? 'mapHistory.empty' : 'mapHistory.noneFound')} />
      ) : (
        <ul className={classes.list}>
          {items.map(({ revision, who, at, added, updated, removed, ...written }) => {
            const label = changeLabel(written)
            const isOpen = open === revision
            return (
              <li key={revision} data-open={isOpen || undefined}>
                <button
                  type="button"
                  className={classes.row}
                  aria-expanded={isOpen}
                  onClick={() => {
                    setOpen(isOpen ? null : revision)
                    if (isOpen) past.compare(null)
                  }}
                >
                  {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
                  <span>
                    <b>{label}</b>
                    <span className={classes.quiet}>
                      {[
                        who === 'system' ? t('mapHistory.system') : who,
                        time.dateTime(at),
                        ...countsOf({ added, updated, removed }, t),
                      ].join(' · ')}
                    </span>
                  </span>
                </button>
                {isOpen && (
                  <div className={classes.detail}>
                    <Detail revision={revision} past={past} zoneTypes={zoneTypes} holes={holes} onShow={onShow} />
                    <div className={classes.actions}>
                      {mayEdit && (
                        <Button
                          variant="default"
                          leftSection={<IconArrowBackUp size={18} />}
                          loading={revert.isPending && revert.variables?.params.revision === revision}
                          aria-label={t('mapHistory.undoOf', { label })}
                          onClick={() => undo(revision, label)}
                        >
                          {t('mapHistory.undo')}
                        </Button>
                      )}
                      <Button variant="default" leftSection={<IconEye size={18} />} onClick={() => past.look(revision)}>
                        {t('mapHistory.look')}
                      </Button>
                      {mayEdit && (
                        <Button
                          variant="default"
                          leftSection={<IconBookmark size={18} />}
                          onClick={() => onName(revision)}
                        >
                          {t('mapHistory.name')}
                        </Button>
                      )}
                    </div>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {(changes.data?.total ?? 0) > items.length && perPage < 500 && (
        <Button variant="default" loading={changes.isFetching} onClick={() => setPerPage(perPage + 150)}>
          {t('mapHistory.older')}
        </Button>
      )}
    </>
  )
}

interface DetailProps extends Pick<ChangesProps, 'past' | 'zoneTypes' | 'holes' | 'onShow'> {
  readonly revision: number
}

function Detail({ revision, past, zoneTypes, holes, onShow }: DetailProps) {
  const change = useCall(calls.mapHistory.change, { params: { revision } })
  const { compare } = past
  useEffect(() => {
    if (change.data !== undefined) compare(change.data)
    return () => compare(null)
  }, [change.data, compare])
  if (change.isPending) return <LoadingState />
  if (change.error !== null) return <ErrorState error={change.error} onRetry={() => void change.refetch()} />
  return <DiffList diff={change.data} zoneTypes={zoneTypes} holes={holes} onShow={onShow} />
}

/** The counts of a change that are not zero. */
const countsOf = (counts: Readonly<Record<'added' | 'updated' | 'removed', number>>, t: TFunction): string[] =>
  (['added', 'updated', 'removed'] as const)
    .filter(action => counts[action] > 0)
    .map(action => t(`mapHistory.counts.${action}`, { count: counts[action] }))

/** Charts of the course's records: the mean of each kind by zone type, day by day over a season. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type RecordMean, ZONE_RECORD_KINDS, type ZoneRecordKind } from '@greensward/domain'
import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall, useCan } from '../../api/index.ts'
import { DaySpan, EmptyState, ForbiddenState, Page, QueryState } from '../../ui/index.ts'
import { RecordChart } from './RecordChart.tsx'
import classes from './RecordPage.module.css'
import { useSeason } from './useSeason.ts'

export default function CourseRecordsPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('grass.course.title')}>
        <ForbiddenState />
      </Page>
    )
  return <Shown />
}

function Shown() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const span = useSeason()
  const { type } = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const means = useCall(lateCalls.zoneRecords.means, { query: span }, { keepPrevious: true })
  const zoneTypes = useCall(calls.zoneTypes.list, { query: { perPage: 500 } })
  const items = means.data?.items ?? []
  const measured = (zoneTypes.data?.items ?? []).filter(({ id }) => items.some(({ zoneTypeId }) => zoneTypeId === id))
  // Until a person chooses, the type that was measured most often.
  const usual = measured.toSorted((a, b) => countOf(items, b.id) - countOf(items, a.id))[0]
  const chosen = measured.find(({ id }) => id === type) ?? usual
  const show = (search: Readonly<Record<string, string>>): void =>
    void navigate({
      to: '/missions/grass/course',
      search: { ...span, ...(typeof type === 'string' ? { type } : {}), ...search },
      replace: true,
    })
  return (
    <Page
      title={t('grass.course.title')}
      filters={
        <>
          <DaySpan
            {...span}
            fromLabel={t('grass.record.from')}
            toLabel={t('grass.record.to')}
            onChange={change => show({ ...change })}
          />
          {chosen !== undefined && measured.length > 1 && (
            <SegmentedControl
              aria-label={t('grass.type')}
              value={chosen.id}
              onChange={id => show({ type: id })}
              data={measured.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
    >
      {means.data === undefined || zoneTypes.data === undefined ? (
        <QueryState query={means.data === undefined ? means : zoneTypes} />
      ) : items.length === 0 ? (
        <EmptyState title={t('grass.record.none')} text={t('grass.record.noneText')} />
      ) : (
        <Charts items={items.filter(({ zoneTypeId }) => zoneTypeId === chosen?.id)} />
      )}
    </Page>
  )
}

const countOf = (items: readonly RecordMean[], typeId: string): number =>
  items.filter(({ zoneTypeId }) => zoneTypeId === typeId).length

function Charts({ items }: { readonly items: readonly RecordMean[] }) {
  const { t } = useTranslation()
  const of = (kind: ZoneRecordKind): RecordMean[] => items.filter(item => item.kind === kind)
  const drawn = ZONE_RECORD_KINDS.filter(kind => of(kind).length > 1)
  if (drawn.length === 0) return <EmptyState title={t('grass.course.oneDay')} text={t('grass.course.oneDayText')} />
  return (
    <div className={classes.sheet}>
      {drawn.map(kind => (
        <RecordChart
          key={kind}
          kind={kind}
          points={of(kind).map(({ day, mean }) => ({ at: day, value: mean }))}
          hint={t('grass.course.mean')}
        />
      ))}
    </div>
  )
}

/** Jobs that come again, as standing plans do for mowers. */
import { calls } from '@greensward/contract'
import { type Repeat, type StaffJobRepeat, WEEKDAYS } from '@greensward/domain'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { Page, RecordTable, useNow } from '../../ui/index.ts'
import { usePlaceText } from './jobTexts.ts'
import { PlanJobs } from './PlanJobs.tsx'

const useRhythmText = () => {
  const { t, i18n } = useTranslation()
  // The first of January 2024 is a Monday.
  const names = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  return (repeat: Repeat): string => {
    if (repeat.kind === 'daily') return t('jobs.repeats.daily')
    if (repeat.kind === 'everyDays') return t('jobs.repeats.everyDays', { count: repeat.days })
    return WEEKDAYS.flatMap((day, index) =>
      repeat.days.includes(day) ? [names.format(new Date(Date.UTC(2024, 0, 1 + index)))] : [],
    ).join(', ')
  }
}

export function JobRepeats({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation()
  const today = useCourseTime().dayOf(useNow(60_000))
  const mayPlan = useCan('jobs.plan')
  const query = useCall(calls.jobRepeats.list, { query: { perPage: 500 } })
  const kinds = useCall(calls.jobKinds.list, { query: { perPage: 500 } })
  const map = useCall(calls.map.get)
  const remove = useAct(calls.jobRepeats.remove, { changes: [calls.jobRepeats.list, calls.jobs.list, calls.jobs.mine] })
  const [edited, setEdited] = useState<StaffJobRepeat | 'new' | null>(null)
  const placeText = usePlaceText()
  const rhythm = useRhythmText()
  const kindOf = ({ kindId }: StaffJobRepeat): string => kinds.data?.items.find(({ id }) => id === kindId)?.name ?? '–'
  const holes = (map.data?.features ?? [])
    .flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
    .toSorted((a, b) => a.properties.sort - b.properties.sort)
  const placesOf = ({ places }: StaffJobRepeat): string =>
    placeText(
      places.map((place, index) => {
        if ('name' in place) return { holeId: null, place: place.name, position: holes.length + index }
        const position = holes.findIndex(({ id }) => id === place.holeId)
        const hole = holes[position]
        return hole === undefined
          ? { holeId: null, place: t('jobs.repeats.gone'), position: holes.length + index }
          : { holeId: hole.id, place: hole.properties.name, position }
      }),
    )
  return (
    <Page flush title={t('jobs.title')} filters={views}>
      <RecordTable
        label={t('jobs.views.repeats')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
        nameOf={kindOf}
        columns={[
          { key: 'kind', title: t('jobs.repeats.kind'), cell: row => <strong>{kindOf(row)}</strong> },
          {
            key: 'rhythm',
            title: t('jobs.repeats.rhythm'),
            cell: row =>
              row.pausedUntil !== null && row.pausedUntil > today
                ? t('jobs.repeats.paused', { day: row.pausedUntil })
                : rhythm(row.repeat),
          },
          { key: 'places', title: t('jobs.repeats.places'), cell: placesOf },
          {
            key: 'people',
            title: t('jobs.repeats.people'),
            cell: row =>
              row.personIds.length === 0
                ? t('jobs.repeats.everybody')
                : t('jobs.repeats.who', { count: row.personIds.length }),
          },
        ]}
        empty={{
          icon: <IconCalendarRepeat aria-hidden />,
          title: t('jobs.repeats.none'),
          text: t('jobs.repeats.noneText'),
        }}
        onAdd={mayPlan ? { label: t('jobs.board.plan'), run: () => setEdited('new') } : undefined}
        onEdit={mayPlan ? setEdited : undefined}
        onDelete={mayPlan ? row => remove.mutateAsync({ params: { id: row.id } }) : undefined}
        deletion={{
          title: row => t('jobs.repeats.deleteTitle', { name: kindOf(row) }),
          text: () => t('jobs.repeats.deleteText'),
          confirm: t('jobs.repeats.delete'),
        }}
      />
      {edited !== null && (
        <PlanJobs
          day={today}
          known={[]}
          {...(edited === 'new' ? { comesAgain: true } : { repeated: edited })}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

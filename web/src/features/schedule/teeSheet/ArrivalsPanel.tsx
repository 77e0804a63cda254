import { calls } from '@greensward/contract'
import type { ComingPlay } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../../api/index.ts'
import { DataTable, Panel, QueryState } from '../../../ui/index.ts'
import classes from './teeSheet.module.css'

/** When groups are expected on each hole: those of the tee sheet, and those on the course at the pace that they show. */
export function ArrivalsPanel({ day, isPast }: { readonly day: string; readonly isPast: boolean }) {
  const { t } = useTranslation()
  const play = useCall(calls.missions.play, { query: { day } }, { enabled: !isPast })
  if (isPast) return null
  return (
    <Panel title={t('teeSheet.arrivals')}>
      {play.data === undefined ? (
        <QueryState query={play} />
      ) : play.data.items.length === 0 ? (
        <p className={classes.hint}>{t('teeSheet.noArrivals')}</p>
      ) : (
        <Arrivals plays={play.data.items} />
      )}
    </Panel>
  )
}

function Arrivals({ plays }: { readonly plays: readonly ComingPlay[] }) {
  const { t, i18n } = useTranslation()
  const course = useCourseTime()
  const holes = [...Map.groupBy(plays, ({ holeTitle }) => holeTitle)].map(([title, all]) => ({
    title,
    count: all.length,
    isFirst: all[0]?.isFirst === true,
    from: all[0]?.from ?? '',
    next: all[1]?.from,
    until: new Date(Math.max(...all.map(({ to }) => Date.parse(to)))),
  }))
  holes.sort((a, b) => compareNames(a.title, b.title, i18n.language))
  return (
    <DataTable
      label={t('teeSheet.arrivals')}
      rows={holes}
      rowKey={({ title }) => title}
      columns={[
        { key: 'hole', title: t('teeSheet.onHole'), cell: ({ title }) => <strong>{title}</strong> },
        {
          key: 'first',
          title: t('teeSheet.firstGroup'),
          cell: ({ isFirst, from }) =>
            isFirst ? course.time(from) : t('teeSheet.nextGroup', { time: course.time(from) }),
        },
        {
          key: 'next',
          title: t('teeSheet.then'),
          cell: ({ next }) => (next === undefined ? t('common.none') : course.time(next)),
        },
        { key: 'until', title: t('teeSheet.lastLeaves'), cell: ({ until }) => course.time(until) },
        { key: 'count', title: t('teeSheet.groupCount'), align: 'end', cell: ({ count }) => count },
      ]}
    />
  )
}

import type { MissionPlan, Mower } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import { useMeasure } from '../ui/index.ts'
import classes from './PlanFigures.module.css'

interface PlanFiguresProps {
  readonly stats: MissionPlan['stats']
  /** How many uncut slivers the plan leaves. */
  readonly slivers: number
  readonly laps: number
  /** When the mission begins; the finish is counted from here. */
  readonly startsAt: Date
  /** Charge of the chosen mower now, 0 to 1; null while nobody knows. */
  readonly battery: number | null
  readonly mower: Mower | undefined
}

/** The plan in six numbers. */
export function PlanFigures({ stats, slivers, laps, startsAt, battery, mower }: PlanFiguresProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const leftM2 = stats.areaM2 * (1 - stats.coverage)
  const figures = [
    { key: 'area', value: measure.area(stats.areaM2), note: t('missions.figure.areaNote') },
    {
      key: 'length',
      value: measure.distance(stats.lengthM / 1_000),
      note: t('missions.figure.lengthNote', { length: measure.length(stats.lengthM - stats.mownLengthM) }),
    },
    { key: 'turns', value: String(stats.turns), note: t('missions.figure.turnsNote', { count: laps }) },
    {
      key: 'duration',
      value: measure.duration(stats.durationS),
      note: t('missions.figure.durationNote', {
        time: time.time(new Date(startsAt.getTime() + stats.durationS * 1_000)),
      }),
    },
    {
      key: 'coverage',
      value: `${(stats.coverage * 100).toFixed(1)} %`,
      note: t('missions.figure.coverageNote', { area: measure.area(leftM2), count: slivers }),
    },
    {
      key: 'battery',
      value: measure.share(stats.battery),
      note:
        battery === null || mower === undefined
          ? t('missions.figure.batteryUnknown')
          : t('missions.figure.batteryNote', {
              from: measure.share(battery),
              to: measure.share(Math.max(0, battery - stats.battery)),
            }),
    },
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, value, note }) => (
        <div key={key} className={classes.figure} data-figure={key}>
          <dt>{t(`missions.figure.${key}`)}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

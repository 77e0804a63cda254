import type { MissionPlan, Mower } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import classes from './PlanFigures.module.css'

interface PlanFiguresProps {
  /** Absent without a plan: the figures keep their space, so that the map above them keeps its size. */
  readonly stats: MissionPlan['stats'] | undefined
  /** How many uncut slivers the plan leaves. */
  readonly slivers: number
  readonly laps: number
  /** A drive has nothing to mow. */
  readonly isDrive?: boolean
  /** The start of the mission; the finish is counted from here. */
  readonly startsAt: Date
  /** Charge of the chosen mower now, 0 to 1; null while it is unknown. */
  readonly battery: number | null
  readonly mower: Mower | undefined
  /** When the mission really took place; null or left out for one that has not ended. */
  readonly ended?: { readonly from: Date; readonly to: Date } | null
}

const FIGURES = ['area', 'length', 'turns', 'duration', 'coverage', 'battery'] as const
const OF_DRIVE: readonly Figure[] = ['length', 'duration', 'battery']
type Figure = (typeof FIGURES)[number]

/** The plan in six numbers, a drive in three. */
export function PlanFigures({ stats, isDrive = false, ...rest }: PlanFiguresProps) {
  const { t } = useTranslation()
  const figures = useFigures(stats, rest)
  return (
    <dl className={classes.figures}>
      {(isDrive ? OF_DRIVE : FIGURES).map(key => (
        <div key={key} className={classes.figure} data-figure={key}>
          <dt>{t(`missions.figure.${key}`)}</dt>
          <dd className={classes.value}>{figures?.[key].value ?? '–'}</dd>
          <dd className={classes.note}>{(isDrive && key === 'length' ? undefined : figures?.[key].note) ?? ' '}</dd>
        </div>
      ))}
    </dl>
  )
}

function useFigures(
  stats: PlanFiguresProps['stats'],
  { slivers, laps, startsAt, battery, mower, ended = null }: Omit<PlanFiguresProps, 'stats' | 'isDrive'>,
): Readonly<Record<Figure, { readonly value: string; readonly note: string }>> | undefined {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  if (stats === undefined) return undefined
  return {
    area: { value: measure.area(stats.areaM2), note: t('missions.figure.areaNote') },
    length: {
      value: measure.distance(stats.lengthM / 1_000),
      note: t('missions.figure.lengthNote', { length: measure.length(stats.lengthM - stats.mownLengthM) }),
    },
    turns: { value: String(stats.turns), note: t('missions.figure.turnsNote', { count: laps }) },
    duration:
      ended === null
        ? {
            value: measure.duration(stats.durationS),
            note: t('missions.figure.durationNote', {
              time: time.time(new Date(startsAt.getTime() + stats.durationS * 1_000)),
            }),
          }
        : {
            value: measure.duration((ended.to.getTime() - ended.from.getTime()) / 1_000),
            note: t('missions.figure.durationEnded', {
              time: time.time(ended.to),
              planned: measure.duration(stats.durationS),
            }),
          },
    coverage: {
      value: measure.share(stats.coverage, 1),
      note: t('missions.figure.coverageNote', {
        area: measure.area(stats.areaM2 * (1 - stats.coverage)),
        count: slivers,
      }),
    },
    battery: {
      value: measure.share(stats.battery),
      note:
        // The charge of now says nothing of a mission that is over.
        ended !== null
          ? t('missions.figure.batteryPlanned')
          : battery === null || mower === undefined
            ? t('missions.figure.batteryUnknown')
            : t('missions.figure.batteryNote', {
                from: measure.share(battery),
                to: measure.share(Math.max(0, battery - stats.battery)),
              }),
    },
  }
}

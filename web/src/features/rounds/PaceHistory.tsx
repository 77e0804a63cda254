import { calls } from '@greensward/contract'
import { IconChartBar } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../api/index.ts'
import { EmptyState, QueryState, useMeasure } from '../../ui/index.ts'
import classes from './rounds.module.css'

/** Over its pace by more than this share a hole or a day is slow. */
const SLOW_SHARE = 1.05

interface BarProps {
  readonly name: ReactNode
  /** Shares of the chart's width, 0 to 1. */
  readonly value: number
  readonly mark: number
  readonly reach?: number
  readonly isSlow: boolean
  readonly words: string
}

function Bar({ name, value, mark, reach, isSlow, words }: BarProps) {
  const shares = { '--value': value, '--mark': mark, '--reach': reach ?? value } as CSSProperties
  return (
    <li className={classes.bar} data-slow={isSlow || undefined}>
      <span className={classes.barName}>{name}</span>
      <span className={classes.track} style={shares} aria-hidden>
        <span className={classes.reach} />
        <span className={classes.value} />
        <span className={classes.mark} />
      </span>
      <span className={classes.barWords}>{words}</span>
    </li>
  )
}

/** How long each hole took against its pace, and each day. */
export function PaceHistory({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const holesId = useId()
  const daysId = useId()
  const history = useCall(calls.rounds.history, { query: { from, to } })
  if (history.data === undefined) return <QueryState query={history} />
  const { holes, days } = history.data
  if (holes.length === 0)
    return (
      <EmptyState icon={<IconChartBar aria-hidden />} title={t('rounds.noHistory')} text={t('rounds.noHistoryText')} />
    )
  const longest = Math.max(...holes.map(({ slowMinutes, passMinutes }) => Math.max(slowMinutes, passMinutes))) * 1.05
  const slowest = Math.max(1.2, ...days.map(({ paceShare }) => paceShare)) * 1.05
  return (
    <div className={classes.charts}>
      <section aria-labelledby={holesId}>
        <h2 id={holesId}>{t('rounds.byHole')}</h2>
        <p className={classes.legend}>{t('rounds.byHoleHint')}</p>
        <ol className={classes.chart}>
          {holes.map(({ holeId, holeName, medianMinutes, slowMinutes, passMinutes, plays }) => (
            <Bar
              key={holeId}
              name={holeName}
              value={medianMinutes / longest}
              mark={passMinutes / longest}
              reach={slowMinutes / longest}
              isSlow={medianMinutes > passMinutes * SLOW_SHARE}
              words={t('rounds.holeHistory', {
                minutes: medianMinutes.toFixed(0),
                pass: passMinutes.toFixed(0),
                slow: slowMinutes.toFixed(0),
                count: plays,
              })}
            />
          ))}
        </ol>
      </section>
      <section aria-labelledby={daysId}>
        <h2 id={daysId}>{t('rounds.byDay')}</h2>
        <p className={classes.legend}>{t('rounds.byDayHint')}</p>
        <ol className={classes.chart}>
          {days.map(({ day, rounds, paceShare, eighteenMinutes }) => (
            <Bar
              key={day}
              name={time.date(`${day}T12:00:00Z`)}
              value={paceShare / slowest}
              mark={1 / slowest}
              isSlow={paceShare > SLOW_SHARE}
              words={[
                t('rounds.dayHistory', { count: rounds, share: measure.share(paceShare) }),
                ...(eighteenMinutes === null
                  ? []
                  : [t('rounds.eighteenTook', { duration: measure.duration(eighteenMinutes * 60) })]),
              ].join(' · ')}
            />
          ))}
        </ol>
      </section>
    </div>
  )
}

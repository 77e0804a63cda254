import type { CutCell } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { ageText } from '../../../map-view/ageText.ts'
import { AGE_CLASSES } from '../../../map-view/grassAge.ts'
import classes from './GrassLegend.module.css'

interface GrassLegendProps {
  readonly state: 'loading' | 'failed' | 'shown'
  /** The last cut at the clicked position; null before a click, undefined if unknown. */
  readonly cell: CutCell | null | undefined
  readonly mowerName: string | undefined
  readonly now: Date
}

/** The legend of 'last mown', and the mower and direction of the cut at the clicked position. */
export function GrassLegend({ state, cell, mowerName, now }: GrassLegendProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  return (
    <section className={classes.legend} aria-label={t('map.grass.layer')}>
      <h3>{t('mapPanels.grass.legend')}</h3>
      <ol className={classes.ramp}>
        {AGE_CLASSES.map(({ days, colour }, index) => (
          <li key={days}>
            <i style={{ background: `rgb(${colour.join(',')})` }} />
            {Number.isFinite(days) ? `< ${days}` : `> ${AGE_CLASSES[index - 1]?.days ?? 0}`}
          </li>
        ))}
      </ol>
      <p role="status">
        {state === 'loading'
          ? t('common.loading')
          : state === 'failed'
            ? t('mapPanels.grass.failed')
            : cell === null
              ? t('mapPanels.grass.clickHint')
              : cell === undefined
                ? t('mapPanels.grass.neverHere')
                : t('mapPanels.grass.here', {
                    ago: ageText(now.getTime() - cell.at.getTime(), t),
                    at: time.dateTime(cell.at),
                    mower: mowerName ?? t('mapPanels.grass.unknownMower'),
                    heading: Math.round(cell.headingDeg),
                  })}
      </p>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { useMeasure } from '../../../ui/index.ts'
import classes from './GrassLegend.module.css'
import { SLOPE_COLOURS, STEEPEST } from './slopeScale.ts'

/** The colours of the slope relief, from flat to steep. */
export function SlopeLegend() {
  const { t } = useTranslation()
  const measure = useMeasure()
  const last = SLOPE_COLOURS.length - 1
  const colours = SLOPE_COLOURS.map(colour => `rgb(${colour.join(',')})`)
  return (
    <section className={classes.legend} aria-label={t('map.layers.base.slope')}>
      <h3>{t('map.layers.base.slope')}</h3>
      <div className={classes.blend} style={{ background: `linear-gradient(to right, ${colours.join(',')})` }} />
      <ol className={classes.ticks}>
        {SLOPE_COLOURS.map((_, index) => (
          <li key={colours[index]}>
            {index === last ? '≥ ' : ''}
            {measure.share((index / last) * STEEPEST)}
          </li>
        ))}
      </ol>
    </section>
  )
}

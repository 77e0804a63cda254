import type { SplitPreview } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { codeText, useCourseTime } from '../../../api/index.ts'
import { useMeasure } from '../../../ui/index.ts'
import classes from './SplitParts.module.css'

interface SplitPartsProps {
  readonly preview: SplitPreview
  readonly mowers: readonly Mower[]
  readonly startsAt: Date
}

const SHOWN = ['tooNear', 'finishApart', 'wayThroughCell'] as const

/** The part of each mower and its finish time. */
export function SplitParts({ preview, mowers, startsAt }: SplitPartsProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  return (
    <section className={classes.parts} aria-label={t('fleetPlans.parts')}>
      <ul className={classes.list}>
        {preview.parts.map(({ mowerId, plan, finishS }) => {
          const mower = mowers.find(({ id }) => id === mowerId)
          return (
            <li key={mowerId} className={classes.part} data-part={mowerId}>
              <span className={classes.mark} style={{ background: mower?.color }} aria-hidden />
              <b className={classes.name}>{mower?.name}</b>
              <span>{measure.area(plan.stats.areaM2)}</span>
              <span>{measure.duration(finishS)}</span>
              <span className={classes.finish}>
                {t('fleetPlans.finish', { time: time.time(new Date(startsAt.getTime() + finishS * 1_000)) })}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>
        {t('fleetPlans.together', { share: measure.share(preview.spread) })}
        {preview.apartM !== null && (
          <>
            {' · '}
            {t('fleetPlans.apart', {
              distance: measure.length(preview.apartM),
              needed: measure.length(preview.clearanceM),
            })}
          </>
        )}
      </p>
      {SHOWN.flatMap(shown => preview.warnings.find(({ code }) => code === shown) ?? []).map(warning => (
        <p key={warning.code} className={classes.warning}>
          {codeText(warning)}
        </p>
      ))}
    </section>
  )
}

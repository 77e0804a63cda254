import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMeasure } from '../../ui/index.ts'
import { useDayNames } from './dayNames.ts'
import classes from './PlanSheet.module.css'
import { type PlanFields, type PlanGround, yieldOf } from './planDraft.ts'
import type { PlanFormApi } from './ZoneFields.tsx'

interface PlanYieldProps {
  readonly form: PlanFormApi
  readonly ground: PlanGround
  readonly today: string
}

/** What the choices make on the next day of the plan: zones, area, and roughly how long it takes. */
export function PlanYield({ form, ground, today }: PlanYieldProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { long } = useDayNames()
  const shown = JSON.stringify(form.watch())
  const made = useMemo(() => yieldOf(JSON.parse(shown) as PlanFields, ground, today), [shown, ground, today])
  return (
    <section className={classes.yield} aria-label={t('plans.makes')} aria-live="polite">
      <strong>{t('plans.makes')}</strong>
      {made === undefined ? (
        <p>{t('plans.makesNothing')}</p>
      ) : (
        <>
          <p>
            {t('plans.makesOn', { day: long(made.day) })}{' '}
            <b>
              {t('plans.zones', { count: made.zones })} · {measure.area(made.areaM2)}
            </b>
          </p>
          <p>
            {made.mowingS === null
              ? t('plans.noBlade')
              : t('plans.estimate', { duration: measure.duration(made.mowingS) })}
          </p>
        </>
      )}
    </section>
  )
}

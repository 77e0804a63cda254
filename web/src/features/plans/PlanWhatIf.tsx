import { calls, type PlanTrial } from '@greensward/contract'
import type { StandingPlan } from '@greensward/domain'
import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import { useDayNames } from './dayNames.ts'
import classes from './PlanSheet.module.css'
import { type PlanGround, planForm } from './planDraft.ts'
import type { PlanFormApi } from './ZoneFields.tsx'

interface PlanWhatIfProps {
  readonly form: PlanFormApi
  readonly plan: StandingPlan | undefined
  readonly ground: PlanGround
}

/** What the plan adds to its first week, by the planner of shifts: asked for by a press, since it takes seconds. */
export function PlanWhatIf({ form, plan, ground }: PlanWhatIfProps) {
  const { t } = useTranslation()
  const ask = useAct(calls.standingPlans.tryOut, { changes: [] })
  const shown = JSON.stringify(form.watch())
  const [tried, setTried] = useState<{ readonly of: string; readonly trial: PlanTrial }>()
  const [failed, setFailed] = useState<{ readonly of: string; readonly text: string }>()
  const fields = JSON.parse(shown) as Record<string, unknown>
  // A plan can be tried before it has a name.
  const parsed = planForm.safeParse({ ...fields, name: String(fields.name).trim() === '' ? '-' : fields.name })
  const run = async (): Promise<void> => {
    if (!parsed.success) return
    setFailed(undefined)
    try {
      setTried({ of: shown, trial: await ask.mutateAsync({ body: { ...parsed.data, replaces: plan?.id ?? null } }) })
    } catch (error) {
      setFailed({ of: shown, text: errorText(error) })
    }
  }
  return (
    <section className={classes.yield} aria-label={t('plans.whatIf.title')} aria-live="polite">
      {tried?.of === shown ? (
        <Trial trial={tried.trial} ground={ground} />
      ) : ask.isPending ? (
        <p>
          <Loader size="xs" /> {t('plans.whatIf.running')}
        </p>
      ) : (
        <Button variant="default" disabled={!parsed.success} onClick={() => void run()}>
          {t('plans.whatIf.ask')}
        </Button>
      )}
      {failed?.of === shown && <p role="alert">{failed.text}</p>}
    </section>
  )
}

function Trial({ trial, ground }: { readonly trial: PlanTrial; readonly ground: PlanGround }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { long } = useDayNames()
  const nameOf = (id: string): string => ground.mowers.find(mower => mower.id === id)?.name ?? ''
  return (
    <>
      <strong>{t('plans.whatIf.title')}</strong>
      {trial.mowers.length === 0 && trial.left.length === 0 && (
        <p>{t(trial.days === 0 ? 'plans.whatIf.nothing' : 'plans.whatIf.little')}</p>
      )}
      <ul>
        {trial.mowers.map(({ mowerId, addedS }) => (
          <li key={mowerId}>
            {t(addedS > 0 ? 'plans.whatIf.more' : 'plans.whatIf.less', {
              mower: nameOf(mowerId),
              duration: measure.duration(Math.abs(addedS)),
            })}
          </li>
        ))}
      </ul>
      {trial.mowers.length > 0 && trial.left.length === 0 && <p>{t('plans.whatIf.allFits')}</p>}
      {trial.left.length > 0 && (
        <>
          <p>{t('plans.whatIf.left', { count: trial.left.length })}</p>
          <ul>
            {trial.left.map(({ day, featureId, planId, title, reason }) => (
              <li key={`${day} ${planId} ${featureId}`}>
                {t('plans.whatIf.leftOn', { title, day: long(day), reason: t(`plans.whatIf.reasons.${reason}`) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

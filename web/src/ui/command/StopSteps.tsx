import type { LiveVehicle } from '@greensward/contract'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './StopSteps.module.css'

/** A stop that was asked for is not yet one that was acknowledged, and that is not yet a machine standing still. */
export function StopSteps({ stop }: { readonly stop: NonNullable<LiveVehicle['stop']> }) {
  const { t } = useTranslation()
  const steps = [
    { name: 'requested', done: true },
    { name: 'acknowledged', done: stop.acknowledged },
    { name: 'standing', done: stop.standingStill },
  ] as const
  const next = steps.find(({ done }) => !done)?.name
  return (
    <div className={classes.steps} role="status" aria-label={t('common.stop.title')}>
      {steps.map(({ name, done }) => {
        const Icon = done ? IconCircleCheck : IconCircleDashed
        return (
          <span
            key={name}
            className={classes.step}
            data-done={done || undefined}
            data-open={name === next || undefined}
          >
            <Icon size={18} aria-hidden />
            {t(done ? `common.stop.${name}` : `common.stop.${name}Not`)}
          </span>
        )
      })}
    </div>
  )
}

import { type CleanUpPass, cleanUpPass, type OuterPass } from '@greensward/domain'
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './MissionFields.module.css'

interface CleanUpPassFieldProps {
  readonly value: CleanUpPass
  readonly onChange: (chosen: CleanUpPass) => void
  /** The outermost pass of the plan as it is now. */
  readonly planned: OuterPass | undefined
}

/** Whether the outermost pass is the same every day, and what it is on the day of the plan. */
export function CleanUpPassField({ value, onChange, planned }: CleanUpPassFieldProps) {
  const { t } = useTranslation()
  return (
    <div>
      <span className={classes.label} id="mission-clean-up-pass">
        {t('missions.cleanUpPass.title')}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby="mission-clean-up-pass"
        data={cleanUpPass.options.map(option => ({ value: option, label: t(`missions.cleanUpPass.${option}`) }))}
        value={value}
        onChange={chosen => onChange(chosen as CleanUpPass)}
      />
      {value === 'byDay' && planned !== undefined && (
        <p className={classes.note}>{t(`missions.cleanUpPass.planned.${planned}`)}</p>
      )}
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import classes from './MissionFormPage.module.css'

interface MissionLegendProps {
  readonly isPlanned: boolean
  /** Whether anything has been mown yet. */
  readonly isMown: boolean
  /** Ground that the plan leaves out, or that an ended mission missed; null where there is none. */
  readonly uncovered: 'uncovered' | 'missed' | null
  /** Whether the plan bends tighter than the mower's turning radius somewhere. */
  readonly hasTightBends: boolean
}

/** The legend of a mission's map. */
export function MissionLegend({ isPlanned, isMown, uncovered, hasTightBends }: MissionLegendProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.legend}>
      <li data-kind={isPlanned ? 'swath' : 'drive'}>{t('missions.legend.plan')}</li>
      {isMown && <li data-kind="mown">{t('missions.legend.mown')}</li>}
      {uncovered !== null && <li data-kind="uncovered">{t(`missions.legend.${uncovered}`)}</li>}
      {hasTightBends && <li data-kind="tightBends">{t('missions.legend.tightBends')}</li>}
    </ul>
  )
}

import { mowingPattern, type PatternChoice } from '@greensward/domain'
import type { MowingPattern } from '@greensward/geometry'
import { useTranslation } from 'react-i18next'
import classes from './MissionFields.module.css'
import { RadioCard } from './RadioCard.tsx'

interface PatternFieldProps {
  readonly value: PatternChoice
  readonly onChange: (pattern: PatternChoice) => void
  /** The pattern of the plan as it is now. */
  readonly planned: MowingPattern | undefined
}

/** The pattern of the swaths: the quickest that the type of the zone allows, or one that a person forces. */
export function PatternField({ value, onChange, planned }: PatternFieldProps) {
  const { t } = useTranslation()
  return (
    <div>
      <span className={classes.label} id="mission-pattern">
        {t('missions.pattern')}
      </span>
      <div className={classes.patterns} role="radiogroup" aria-labelledby="mission-pattern">
        {(['auto', ...mowingPattern.options] as const).map(pattern => (
          <RadioCard
            key={pattern}
            className={classes.choice}
            name="pattern"
            value={pattern}
            isChecked={value === pattern}
            onChoose={() => onChange(pattern)}
          >
            <PatternPicture pattern={pattern === 'auto' ? (planned ?? 'straight') : pattern} />
            <span>
              <b>{t(`missions.patterns.${pattern}`)}</b>{' '}
              {pattern === 'auto' && value === 'auto' && planned !== undefined && (
                <span className={classes.planned}>{t(`missions.patterns.${planned}`)}</span>
              )}
            </span>
          </RadioCard>
        ))}
      </div>
    </div>
  )
}

/** Lines of each pattern on a field like a kidney, 52 by 32. */
const LINES: Readonly<Record<MowingPattern, string>> = {
  straight: 'M11 8v17M17 6v21M23 7v21M29 8v19M35 7v20M41 9v17',
  contour: 'M8 20Q9 8 20 8q9 4 14 1q9-1 10 8M11 23Q13 13 20 13q9 4 14 1q6-1 7 8M15 25Q17 18 21 18q8 3 13 1q3 0 3 6',
  concentric:
    'M10 16a9 9 0 0 1 12-7q5 2 9 0a9 9 0 0 1 11 9a8 8 0 0 1-10 7q-7-2-13 0a8 8 0 0 1-9-9zM14.500 16a5 5 0 0 1 7-4q4 2 9 0.500a5 5 0 0 1 7 5a4 4 0 0 1-6 3q-6-2-12 0a4 4 0 0 1-5-4.500z',
  perCell: 'M9 14L22 8M9 19L25 11M11 24L26 17M14 27L26 22M29 9v17M35 7v20M41 9v17',
}
const OUTLINE = 'M5 16A13 13 0 0 1 24 4q5 2 9 0a13 13 0 0 1 14 14a12 12 0 0 1-16 10q-6-2-12 0A12 12 0 0 1 5 16z'

function PatternPicture({ pattern }: { readonly pattern: MowingPattern }) {
  return (
    <svg width="52" height="32" viewBox="0 0 52 32" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d={OUTLINE} stroke="currentColor" strokeWidth="1" opacity="0.5" />
      <path d={LINES[pattern]} stroke="#b86b00" strokeWidth="1.6" />
    </svg>
  )
}

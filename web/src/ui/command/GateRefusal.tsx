import { type GateLine, gateOpen } from '@greensward/domain'
import { IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './GateRefusal.module.css'
import { gateReason } from './gateReason.ts'

/** More of them would push the button out of a phone's sheet; the list of the gate has them all. */
const MOST_REASONS = 2

interface GateRefusalProps {
  /** Undefined while the gate is read. */
  readonly lines: readonly GateLine[] | undefined
  /** Of something else than a mission. */
  readonly title?: string
}

/** Why a start button is grey, beside that button: the list of the gate may be scrolled out of sight. */
export function GateRefusal({ lines, title }: GateRefusalProps) {
  const { t, i18n } = useTranslation()
  if (lines === undefined || gateOpen(lines)) return null
  const refused = lines.filter(({ verdict }) => verdict === 'refused')
  return (
    <div className={classes.refusal} role="status" data-testid="gate-refusal">
      <IconCircleX size={20} aria-hidden />
      <div className={classes.words}>
        <b>{title ?? t('missions.gate.cannotStart')}</b>
        <ul className={classes.reasons}>
          {refused.slice(0, MOST_REASONS).map(line => (
            <li key={`${line.check} ${line.reason}`}>
              {[t(`gate.check.${line.check}`), gateReason(line, i18n)].filter(text => text !== '').join(': ')}
            </li>
          ))}
          {refused.length > MOST_REASONS && (
            <li className={classes.count}>{t('missions.gate.count.refused', { count: refused.length })}</li>
          )}
        </ul>
      </div>
    </div>
  )
}

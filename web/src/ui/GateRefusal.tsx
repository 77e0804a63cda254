import { type GateLine, gateOpen } from '@greensward/domain'
import { IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './GateRefusal.module.css'
import { gateReason } from './gateReason.ts'

interface GateRefusalProps {
  /** Undefined while the gate is read. */
  readonly lines: readonly GateLine[] | undefined
}

/** Why a start button is grey, beside that button: the list of the gate may be scrolled out of sight. */
export function GateRefusal({ lines }: GateRefusalProps) {
  const { t, i18n } = useTranslation()
  if (lines === undefined || gateOpen(lines)) return null
  const refused = lines.filter(({ verdict }) => verdict === 'refused')
  return (
    <div className={classes.refusal} role="status" data-testid="gate-refusal">
      <IconCircleX size={20} aria-hidden />
      <div className={classes.words}>
        <b>{t('missions.gate.cannotStart')}</b>
        <ul className={classes.reasons}>
          {refused.map(line => (
            <li key={`${line.check} ${line.reason}`}>
              {[t(`gate.check.${line.check}`), gateReason(line, i18n)].filter(text => text !== '').join(': ')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

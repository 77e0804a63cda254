import type { GateLine } from '@greensward/domain'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusPill } from '../ui/index.ts'
import classes from './GateList.module.css'

const ORDER = { refused: 0, warned: 1, passed: 2 } as const
const ICON = { refused: IconCircleX, warned: IconAlertTriangle, passed: IconCircleCheck } as const
const TONE = { refused: 'error', warned: 'warn', passed: 'success' } as const

/** The start gate as a checklist: refusals first, each with its reason. */
export function GateList({ lines, hint }: { readonly lines: readonly GateLine[]; readonly hint?: string }) {
  const { t } = useTranslation()
  const sorted = [...lines].sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict])
  return (
    <section className={classes.gate} aria-label={t('missions.gate.title')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('missions.gate.title')}</h2>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </header>
      <div className={classes.counts}>
        {(['refused', 'warned', 'passed'] as const).map(verdict => {
          const count = lines.filter(line => line.verdict === verdict).length
          return count === 0 ? null : (
            <StatusPill key={verdict} tone={TONE[verdict]}>
              {t(`missions.gate.count.${verdict}`, { count })}
            </StatusPill>
          )
        })}
      </div>
      <ul className={classes.list}>
        {sorted.map(line => {
          const Icon = ICON[line.verdict]
          return (
            <li key={`${line.check}-${line.reason}`} className={classes.line} data-verdict={line.verdict}>
              <Icon size={20} aria-label={t(`missions.gate.verdict.${line.verdict}`)} />
              <span>
                <b>{t(`missions.gate.check.${line.check}`)}</b>
                <br />
                <span className={classes.reason}>
                  {t(`missions.gate.reason.${line.check}.${line.reason}`, line.values)}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

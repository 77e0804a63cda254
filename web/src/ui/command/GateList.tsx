import type { GateLine } from '@greensward/domain'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusPill } from '../StatusPill.tsx'
import classes from './GateList.module.css'
import { gateReason } from './gateReason.ts'

const ORDER = { refused: 0, warned: 1, passed: 2 } as const
const ICON = { refused: IconCircleX, warned: IconAlertTriangle, passed: IconCircleCheck } as const
const TONE = { refused: 'error', warned: 'warn', passed: 'success' } as const
/** Number of lines shown beside the map before the rest is opened; refused ones always show. */
const FIRST = 5

interface GateListProps {
  readonly lines: readonly GateLine[]
  readonly hint?: string
  /** Beside the map, where there is little room. */
  readonly compact?: boolean
  /** The fix for a check that did not pass, next to it. */
  readonly action?: (line: GateLine) => ReactNode
}

/** The pre-start checks as a list: refusals first, each with its reason. */
export function GateList({ lines, hint, compact = false, action }: GateListProps) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(!compact)
  const sorted = [...lines].sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict])
  const refused = sorted.filter(({ verdict }) => verdict === 'refused').length
  const shown = all ? sorted : sorted.slice(0, Math.max(FIRST, refused))
  const Title = compact ? 'h3' : 'h2'
  return (
    <section className={classes.gate} data-compact={compact || undefined} aria-label={t('missions.gate.title')}>
      <header className={classes.head}>
        <Title className={classes.title}>{t('missions.gate.title')}</Title>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        <span className={classes.counts}>
          {(['refused', 'warned', 'passed'] as const).map(verdict => {
            const count = lines.filter(line => line.verdict === verdict).length
            return count === 0 ? null : (
              <StatusPill key={verdict} tone={TONE[verdict]}>
                {t(`missions.gate.count.${verdict}`, { count })}
              </StatusPill>
            )
          })}
        </span>
      </header>
      <ul className={classes.list}>
        {shown.map(line => {
          const Icon = ICON[line.verdict]
          return (
            <li key={`${line.check} ${line.reason}`} className={classes.line} data-verdict={line.verdict}>
              <Icon size={20} aria-label={t(`missions.gate.verdict.${line.verdict}`)} />
              <span className={classes.words}>
                <b>{t(`gate.check.${line.check}`)}</b> <span className={classes.reason}>{gateReason(line, i18n)}</span>
              </span>
              {line.verdict !== 'passed' && action?.(line)}
            </li>
          )
        })}
      </ul>
      {sorted.length > shown.length && (
        <button type="button" className={classes.all} onClick={() => setAll(true)}>
          {t('missions.gate.all', { count: sorted.length })}
        </button>
      )}
    </section>
  )
}

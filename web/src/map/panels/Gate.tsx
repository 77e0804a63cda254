import type { GateLine } from '@greensward/domain'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusPill } from '../../ui/index.ts'
import classes from './Inspector.module.css'

const ORDER = { refused: 0, warned: 1, passed: 2 } as const
const ICON = { refused: IconCircleX, warned: IconAlertTriangle, passed: IconCircleCheck } as const
const TONE = { refused: 'error', warned: 'warn', passed: 'success' } as const
/** So many lines are shown before the rest is asked for. */
const FIRST = 5

/** The start gate beside the map: refusals first, each with its reason. */
export function Gate({ lines }: { readonly lines: readonly GateLine[] }) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const sorted = [...lines].sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict])
  const shown = all
    ? sorted
    : sorted.slice(0, Math.max(FIRST, sorted.filter(({ verdict }) => verdict === 'refused').length))
  const reasonOf = (line: GateLine): string => {
    const key = `missions.gate.reason.${line.check}.${line.reason}`
    return i18n.exists(key) ? t(key, line.values) : ''
  }
  return (
    <section aria-label={t('missions.gate.title')}>
      <div className={classes.heading}>
        <h3>{t('missions.gate.title')}</h3>
        {(['refused', 'warned', 'passed'] as const).map(verdict => {
          const count = lines.filter(line => line.verdict === verdict).length
          return count === 0 ? null : (
            <StatusPill key={verdict} tone={TONE[verdict]}>
              {t(`missions.gate.count.${verdict}`, { count })}
            </StatusPill>
          )
        })}
      </div>
      <ul className={classes.gate}>
        {shown.map(line => {
          const Icon = ICON[line.verdict]
          const reason = reasonOf(line)
          return (
            <li key={`${line.check} ${line.reason}`} data-verdict={line.verdict}>
              <Icon size={20} aria-label={t(`missions.gate.verdict.${line.verdict}`)} />
              <span>
                {line.verdict === 'refused' ? (
                  <b>{t(`missions.gate.check.${line.check}`)}</b>
                ) : (
                  t(`missions.gate.check.${line.check}`)
                )}
                {reason !== '' && <span className={classes.quiet}> · {reason}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {sorted.length > shown.length && (
        <button type="button" className={classes.link} onClick={() => setAll(true)}>
          {t('map.gate.all', { count: sorted.length })}
        </button>
      )}
    </section>
  )
}

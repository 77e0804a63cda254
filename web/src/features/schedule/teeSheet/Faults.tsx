import type { TeeSheetFault } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { codeText } from '../../../api/index.ts'
import classes from './teeSheet.module.css'

interface FaultsProps {
  /** The first of them. */
  readonly faults: readonly TeeSheetFault[]
  readonly count: number
}

/** The lines of a file that cannot be read, each with its reason. */
export function Faults({ faults, count }: FaultsProps) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <div>
      <strong>{t('teeSheet.faults', { count })}</strong>
      <ul className={classes.faults}>
        {faults.map(({ line, code, params }, index) => (
          <li key={JSON.stringify([index, line, code])}>
            {t('teeSheet.faultLine', { line, reason: codeText({ code, params }) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

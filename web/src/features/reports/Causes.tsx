/** Why missions were stopped on the way, most often first. */
import type { Report } from '@greensward/contract'
import { useTranslation } from 'react-i18next'
import { logText, Panel } from '../../ui/index.ts'
import classes from './ReportsPage.module.css'

export function Causes({ report: { causes } }: { readonly report: Report }) {
  const { t, i18n } = useTranslation()
  return (
    <Panel title={t('reports.causes')}>
      {causes.length === 0 ? (
        <p className={classes.hint}>{t('reports.noCauses')}</p>
      ) : (
        <ol className={classes.causes}>
          {causes.map(({ why, text, count }) => (
            <li key={`${text} ${JSON.stringify(why)}`}>
              <span>{logText({ why: text, said: why }, i18n)}</span>
              <strong>{count}</strong>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

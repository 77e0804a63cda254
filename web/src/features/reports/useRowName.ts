import type { ReportBy, ReportRow } from '@greensward/contract'
import { useTranslation } from 'react-i18next'

/** What a row is called. */
export function useRowName(by: ReportBy): (row: ReportRow) => string {
  const { t } = useTranslation()
  return ({ kind, name }) =>
    kind === 'jobs' ? t('reports.jobs') : kind === 'none' ? t(`reports.none.${by}`) : (name ?? t('reports.gone'))
}

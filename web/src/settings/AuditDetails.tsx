import type { AuditLine } from '@greensward/domain/contract'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import { DataTable } from '../ui/index.ts'
import classes from './AuditDetails.module.css'
import { changedFields } from './changedFields.ts'

/** One line of the record as a whole: field by field where something was changed, else as it was written down. */
export function AuditDetails({ line }: { readonly line: AuditLine }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const changed = changedFields(line.details)
  return (
    <div className={classes.details}>
      <p>
        {time.dateTime(line.at)} · {line.userId === null ? t('audit.system') : line.who}
      </p>
      {changed === undefined ? (
        <pre className={classes.raw}>{JSON.stringify(line.details, null, 2)}</pre>
      ) : (
        <DataTable
          label={t('audit.details')}
          rows={changed}
          rowKey={row => row.field}
          columns={[
            { key: 'field', title: t('audit.field'), cell: row => <strong>{row.field}</strong> },
            {
              key: 'before',
              title: t('audit.before'),
              cell: row => <span className={classes.value}>{row.before}</span>,
            },
            { key: 'after', title: t('audit.after'), cell: row => <span className={classes.value}>{row.after}</span> },
          ]}
        />
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/failure.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { IconButton } from '../IconButton.tsx'
import { notify } from '../notify.tsx'
import { EmptyState } from '../page/EmptyState.tsx'
import { QueryState } from '../page/QueryState.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import classes from './RecordTable.module.css'
import { SortedThing, SortHandle, Sorting } from './Sorting.tsx'

interface RecordTableProps<Row> {
  readonly label: string
  readonly query: Pick<UseQueryResult<unknown, Error>, 'error' | 'refetch'>
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  readonly nameOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly empty: { readonly title: string; readonly text: string; readonly icon?: ReactNode }
  /** On phones a few lines for each record; the rest is in its form. */
  readonly isCompact?: boolean
  readonly onAdd?: { readonly label: string; readonly run: () => void } | undefined
  readonly onEdit?: ((row: Row) => void) | undefined
  /** The keys in their new order; rows can be moved where it is given. */
  readonly onSort?: ((keys: string[]) => Promise<unknown>) | undefined
  readonly onDelete?: ((row: Row) => Promise<unknown>) | undefined
  /** Rows that this person may change; all where it is missing. */
  readonly mayChange?: (row: Row) => boolean
  readonly deletion?: {
    readonly title: (row: Row) => string
    /** The consequence. */
    readonly text: (row: Row) => string
    readonly confirm: string
  }
}

/** A table of records with edit and delete at the end of each row, and what to say while there are none. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, query, rows, rowKey, nameOf, columns, empty, isCompact = false } = props
  const { onAdd, onEdit, onDelete, onSort, mayChange, deletion } = props
  const { t } = useTranslation()
  const [doomed, setDoomed] = useState<Row | null>(null)
  const [busy, setBusy] = useState(false)
  if (rows === undefined) return <QueryState query={query} />
  if (rows.length === 0)
    return <EmptyState {...empty} action={onAdd !== undefined && <Button onClick={onAdd.run}>{onAdd.label}</Button>} />
  const buttons: Column<Row> = {
    key: 'actions',
    title: t('common.edit'),
    quiet: true,
    align: 'end',
    cell: row =>
      mayChange?.(row) === false ? null : (
        <span className={classes.buttons}>
          {onEdit !== undefined && (
            <IconButton label={`${t('common.edit')}: ${nameOf(row)}`} onClick={() => onEdit(row)}>
              <IconPencil size={20} stroke={1.75} />
            </IconButton>
          )}
          {onDelete !== undefined && deletion !== undefined && (
            <IconButton label={`${t('common.delete')}: ${nameOf(row)}`} color="error" onClick={() => setDoomed(row)}>
              <IconTrash size={20} stroke={1.75} />
            </IconButton>
          )}
        </span>
      ),
  }
  const handle: Column<Row> = {
    key: 'handle',
    title: t('common.sort.column'),
    quiet: true,
    cell: row => <SortHandle name={nameOf(row)} />,
  }
  const shown = onEdit === undefined && onDelete === undefined ? columns : [...columns, buttons]
  const idOf = (row: Row): string => String(rowKey(row))
  const confirmed = async (row: Row): Promise<void> => {
    setBusy(true)
    try {
      await onDelete?.(row)
      notify.done(t('common.deleted'))
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    } finally {
      setBusy(false)
      setDoomed(null)
    }
  }
  return (
    <>
      {onSort === undefined ? (
        <DataTable label={label} columns={shown} rows={rows} rowKey={rowKey} isCompact={isCompact} />
      ) : (
        <Sorting items={rows} idOf={idOf} nameOf={nameOf} onSort={onSort}>
          {ordered => (
            <DataTable
              label={label}
              columns={[handle, ...shown]}
              rows={ordered}
              rowKey={rowKey}
              isCompact={isCompact}
              rowOf={(row, cells) => (
                <SortedThing id={idOf(row)} as="tr">
                  {cells}
                </SortedThing>
              )}
            />
          )}
        </Sorting>
      )}
      {deletion !== undefined && doomed !== null && (
        <ConfirmDialog
          opened
          title={deletion.title(doomed)}
          text={deletion.text(doomed)}
          confirm={deletion.confirm}
          busy={busy}
          onConfirm={() => void confirmed(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  )
}

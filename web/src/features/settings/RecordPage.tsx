/** A page of records: search, table, add, edit and delete. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, Page, Pager, RecordTable, SearchField } from '../../ui/index.ts'
import type { useListSearch } from './useListSearch.ts'

/** The group of a page's texts: add, edit, none, noneText, deleteTitle, deleteText and delete. */
export type RecordTexts = 'settings.blade' | 'settings.jobKind' | 'settings.number' | 'settings.zoneType'

interface RecordPageProps<Row> {
  readonly title: string
  readonly texts: RecordTexts
  readonly icon: ReactNode
  readonly list: ReturnType<typeof useListSearch>
  readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number }, Error>
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
  /** Values of the text about deleting a row. */
  readonly deleteValues?: (row: Row) => Readonly<Record<string, string>>
  readonly mayEdit: boolean
  readonly onDelete: (input: { readonly params: { readonly id: string } }) => Promise<unknown>
  /** The form; without a row it adds one. */
  readonly form: (row: Row | undefined, onClose: () => void) => ReactNode
}

export function RecordPage<Row extends { readonly id: string }>(props: RecordPageProps<Row>) {
  const { title, texts, icon, list, query, columns, nameOf, deleteValues, mayEdit, onDelete, form } = props
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const add = { label: t(`${texts}.add`), run: () => setEdited('new') }
  return (
    <Page
      flush
      title={title}
      hint={query.data?.total}
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={18} />} onClick={add.run}>
            {add.label}
          </Button>
        )
      }
      filters={<SearchField label={t('common.search')} value={list.query.search ?? ''} onSearch={list.onSearch} />}
      footer={<Pager {...list} total={query.data?.total ?? 0} />}
    >
      <RecordTable
        label={title}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
        nameOf={nameOf}
        columns={columns}
        empty={{
          icon,
          title: t(list.query.search === undefined ? `${texts}.none` : 'common.nothingFound'),
          text: t(`${texts}.noneText`),
        }}
        onAdd={mayEdit ? add : undefined}
        onEdit={mayEdit ? setEdited : undefined}
        onDelete={mayEdit ? row => onDelete({ params: { id: row.id } }) : undefined}
        deletion={{
          title: row => t(`${texts}.deleteTitle`, { name: nameOf(row) }),
          text: row => t(`${texts}.deleteText`, deleteValues?.(row) ?? {}),
          confirm: t(`${texts}.delete`),
        }}
      />
      {edited !== null && form(edited === 'new' ? undefined : edited, () => setEdited(null))}
    </Page>
  )
}

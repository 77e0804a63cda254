/** The form of a page of records: it adds a record, or changes the one that it is given. */
import type { BodyOf, Call } from '@greensward/contract'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../api/call.ts'
import { useAct } from '../../api/index.ts'
import { RecordSheet } from '../../ui/index.ts'
import type { RecordTexts } from './RecordPage.tsx'

interface RecordFormProps<T extends FieldValues, Create extends Call, Update extends Call> {
  readonly texts: RecordTexts
  readonly calls: { readonly create: Create; readonly update: Update }
  /** The readings that a change of a record makes old. */
  readonly changes: readonly Call[]
  /** Undefined adds one. */
  readonly row: { readonly id: string; readonly updatedAt: string } | undefined
  readonly form: UseFormReturn<T, unknown, BodyOf<Create>>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function RecordForm<T extends FieldValues, Create extends Call, Update extends Call>(
  props: RecordFormProps<T, Create, Update>,
) {
  const { texts, calls, changes, row, form, onClose, children } = props
  const { t } = useTranslation()
  const create = useAct(calls.create, { changes })
  const update = useAct(calls.update, { changes })
  const save = (values: BodyOf<Create>): Promise<unknown> => {
    if (row === undefined) return create.mutateAsync({ body: values } as InputOf<Create>)
    const body = { ...(values as unknown as object), updatedAt: row.updatedAt }
    return update.mutateAsync({ params: { id: row.id }, body } as unknown as InputOf<Update>)
  }
  return (
    <RecordSheet
      title={t(row === undefined ? `${texts}.add` : `${texts}.edit`)}
      form={form}
      onClose={onClose}
      onSave={save}
    >
      {children}
    </RecordSheet>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryState, Sheet } from '../../ui/index.ts'

interface LoadedSheetProps<Row> {
  /** Undefined adds a record, and nothing loads. */
  readonly id: string | undefined
  readonly query: Pick<UseQueryResult<Row, Error>, 'data' | 'error' | 'refetch'>
  readonly title: string
  readonly onClose: () => void
  readonly children: (row: Row | undefined) => ReactNode
}

/** The form of a record, or the state of its loading. */
export function LoadedSheet<Row>({ id, query, title, onClose, children }: LoadedSheetProps<Row>) {
  if (id === undefined) return children(undefined)
  if (query.data !== undefined) return children(query.data)
  return (
    <Sheet opened onClose={onClose} title={title}>
      <QueryState query={query} />
    </Sheet>
  )
}

import type { Call } from '@greensward/contract'
import type { InputOf } from '../../api/call.ts'
import { useAct, useCall } from '../../api/index.ts'
import type { ListSearch } from './search.ts'
import { useListSearch } from './useListSearch.ts'

/** What a page of records reads and deletes. @param changes the readings that a change of a record makes old */
export function useRecords<List extends Call, Remove extends Call>(
  { list: reading, remove: removing }: { readonly list: List; readonly remove: Remove },
  search: ListSearch,
  changes: readonly Call[],
) {
  const list = useListSearch(search)
  const query = useCall(reading, { query: list.query } as InputOf<List>, { keepPrevious: true })
  const remove = useAct(removing, { changes })
  return { list, query, onDelete: remove.mutateAsync }
}

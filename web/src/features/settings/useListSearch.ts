import { useNavigate } from '@tanstack/react-router'
import type { ListSearch } from './search.ts'

const PER_PAGE = 25

/** Page, rows per page and search text of a table, kept in the address; a new search starts at the first page. */
export function useListSearch<S extends ListSearch>(search: S) {
  const navigate = useNavigate()
  const go = (change: Partial<S>): void => {
    void navigate({ to: '.', search: { ...search, ...change } as never, replace: true })
  }
  const page = search.page ?? 1
  const perPage = search.perPage ?? PER_PAGE
  return {
    query: { page, perPage, ...(search.search === undefined ? {} : { search: search.search }) },
    page,
    perPage,
    go,
    onSearch: (text: string) => go({ search: text === '' ? undefined : text, page: undefined } as Partial<S>),
    onPage: (next: number) => go({ page: next } as Partial<S>),
    onPerPage: (count: number) => go({ perPage: count, page: undefined } as Partial<S>),
  }
}

import { ErrorState } from './ErrorState.tsx'
import { LoadingState } from './LoadingState.tsx'

interface QueryStateProps {
  /** A call without data yet. */
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown }
}

/** In place of what a call has not brought yet: that it loads, or why it failed, with another try. */
export function QueryState({ query }: QueryStateProps) {
  return query.error === null ? (
    <LoadingState />
  ) : (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  )
}

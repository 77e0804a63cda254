/** The contract through react-query: `useCall` reads, `useAct` changes, and live messages say what to read anew. */
import type { Call, ResultOf } from '@greensward/domain/contract'
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { session } from './browser.ts'
import { type ArgsOf, call, type InputOf } from './call.ts'
import { ApiFailure } from './failure.ts'
import { isStop } from './stops.ts'
import { NoAnswer } from './timeLimit.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The live channel says when something changed; a minute is the safety net below it.
      staleTime: 60_000,
      // Who waited a minute for nothing is asked before the next one.
      retry: (tries, error) => !(error instanceof ApiFailure || error instanceof NoAnswer) && tries < 2,
      refetchOnWindowFocus: true,
    },
  },
})

session.subscribe(() => {
  const { loading, accessToken } = session.state()
  // What was read ahead with the key of somebody who is not let in any more.
  if (!loading && accessToken === null) queryClient.clear()
})

/** Everything read by this call; with an input, that one reading. */
export const keyOf = <C extends Call>(definition: C, input?: InputOf<C>): readonly unknown[] =>
  input === undefined ? [definition.method, definition.path] : [definition.method, definition.path, input]

export interface ReadOptions {
  readonly enabled?: boolean
  readonly refetchInterval?: number
  /** Shows the last answer while a changed query loads, so that a table does not jump. */
  readonly keepPrevious?: boolean
}

export function useCall<C extends Call>(
  definition: C,
  input?: InputOf<C>,
  options: ReadOptions = {},
): UseQueryResult<ResultOf<C>, Error> {
  const { enabled = true, refetchInterval, keepPrevious = false } = options
  return useQuery<ResultOf<C>, Error>({
    queryKey: keyOf(definition, (input ?? {}) as InputOf<C>),
    queryFn: () => call(definition, ...([input] as unknown as ArgsOf<C>)),
    enabled,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** Begins a reading that a screen is about to ask for, unless it was made before. A failure is the screen's to meet. */
export const prefetch = <C extends Call>(definition: C, input: InputOf<C>): void => {
  const queryKey = keyOf(definition, input)
  if (queryClient.getQueryState(queryKey) !== undefined) return
  void queryClient.prefetchQuery({ queryKey, queryFn: () => call(definition, ...([input] as unknown as ArgsOf<C>)) })
}

/** One press reads again all that failed: a screen of six readings must not ask for six presses. */
export const readFailedAgain = (readings: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[]): void => {
  for (const { isError, refetch } of readings) if (isError) void refetch()
}

/** Why a screen has nothing to show: the failure of a reading that never came. One that only grew old is still shown. */
export const loadError = (readings: readonly Pick<UseQueryResult, 'isLoadingError' | 'error'>[]): Error | null =>
  (readings.find(({ isLoadingError }) => isLoadingError)?.error as Error | undefined) ?? null

/** Reads all that these calls read anew. */
export const invalidate = (client: QueryClient, ...definitions: readonly Call[]): Promise<unknown> =>
  Promise.all(definitions.map(definition => client.invalidateQueries({ queryKey: keyOf(definition) })))

/** A call that changes something; `changes` names the readings it makes old. */
export function useAct<C extends Call>(
  definition: C,
  options: { readonly changes?: readonly Call[] } = {},
): UseMutationResult<ResultOf<C>, Error, InputOf<C>> {
  const client = useQueryClient()
  return useMutation<ResultOf<C>, Error, InputOf<C>>({
    mutationFn: input => call(definition, ...([input] as unknown as ArgsOf<C>)),
    onSettled: () => {
      const again = invalidate(client, ...(options.changes ?? []))
      // A server that does not answer must not keep back what became of a stop.
      return isStop(definition) ? undefined : again
    },
  })
}

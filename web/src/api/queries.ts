/** The contract through react-query: `useCall` reads, `useAct` changes, and live messages name the readings to refresh. */
import type { Call, ResultOf } from '@greensward/contract'
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
      // The live channel reports changes; a minute covers the messages that are lost.
      staleTime: 60_000,
      // A call that timed out after a minute is not repeated without the person.
      retry: (tries, error) => !(error instanceof ApiFailure || error instanceof NoAnswer) && tries < 2,
      refetchOnWindowFocus: true,
    },
  },
})

session.subscribe(() => {
  const { loading, accessToken } = session.state()
  // The session ended: readings made with its key must not show to the next person.
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

/** Starts a reading that a screen will need, unless the cache has it. The screen reports a failure. */
export const prefetch = <C extends Call>(definition: C, input: InputOf<C>): void => {
  const queryKey = keyOf(definition, input)
  if (queryClient.getQueryState(queryKey) !== undefined) return
  void queryClient.prefetchQuery({ queryKey, queryFn: () => call(definition, ...([input] as unknown as ArgsOf<C>)) })
}

/** One press reads again all that failed: a screen of six readings must not ask for six presses. */
export const readFailedAgain = (readings: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[]): void => {
  for (const { isError, refetch } of readings) if (isError) void refetch()
}

/** The failure of a reading that never loaded, so the screen has nothing to show. An old reading is still shown. */
export const loadError = (readings: readonly Pick<UseQueryResult, 'isLoadingError' | 'error'>[]): Error | null =>
  (readings.find(({ isLoadingError }) => isLoadingError)?.error as Error | undefined) ?? null

/** The part of a call that names its readings: a call that loads later is known here by this much. */
export type Reading = Pick<Call, 'method' | 'path'>

/** Marks every reading of these calls as old; those on the screen are read again. */
export const invalidate = (client: QueryClient, ...definitions: readonly Reading[]): Promise<unknown> =>
  Promise.all(definitions.map(({ method, path }) => client.invalidateQueries({ queryKey: [method, path] })))

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
      // A server that does not answer must not delay the report of a stop.
      return isStop(definition) ? undefined : again
    },
  })
}

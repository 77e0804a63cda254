/** The signed-in person, and the rights of the role. The server decides; the web only hides by the same table. */

import { calls, ERROR_TEXT, type ResultOf } from '@greensward/contract'
import { type Action, may, type Profile, type RoleSlug } from '@greensward/domain'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { session } from './browser.ts'
import { call } from './call.ts'
import { keyOf, prefetch, useCall } from './queries.ts'
import type { SessionState } from './session.ts'

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)

// On its way as soon as there is a session, while the first screen is still being put together.
session.subscribe(() => {
  if (session.state().accessToken !== null) prefetch(calls.profile.get, {})
})

/** Loaded once there is an access token; gone with it. */
export function useProfileQuery(): UseQueryResult<Profile, Error> {
  const { accessToken } = useSession()
  return useCall(calls.profile.get, {}, { enabled: accessToken !== null })
}

export const useProfile = (): Profile | undefined => useProfileQuery().data

export function useCan(action: Action): boolean {
  const profile = useProfile()
  return profile !== undefined && may(profile.role.slug, action)
}

/** Is the signed-in person's role among these? */
export function useHasRole(...slugs: readonly RoleSlug[]): boolean {
  const profile = useProfile()
  return profile !== undefined && slugs.includes(profile.role.slug)
}

/** All roles, in the order the server lists them. */
export function useRoles(): UseQueryResult<ResultOf<typeof calls.settings.roles>, Error> {
  return useQuery({
    queryKey: keyOf(calls.settings.roles, {}),
    queryFn: async () => {
      try {
        return await call(calls.settings.roles)
      } catch (cause) {
        throw new Error(ERROR_TEXT.roles, { cause })
      }
    },
  })
}

/** The page that opens for a person who asked for none. */
import { calls } from '@greensward/contract'
import { call, keyOf, queryClient } from '../api/index.ts'

/** Bar staff work on orders; the map is what all others look at first. */
export async function landing(): Promise<'/map' | '/restaurant'> {
  try {
    const { role } = await queryClient.ensureQueryData({
      queryKey: keyOf(calls.profile.get, {}),
      queryFn: () => call(calls.profile.get),
    })
    return role.slug === 'ROLE_BUGGY_BAR' ? '/restaurant' : '/map'
  } catch {
    // The screen itself reports that the server cannot be reached.
    return '/map'
  }
}

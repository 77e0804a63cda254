import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { live, liveStore, messageOf, useHasRole, useProfileQuery, useSession } from '../api/index.ts'
import { followLive } from '../api/livePatches.ts'
import { ErrorState, FullScreen } from '../ui/index.ts'
import { ApprovalPage } from './ApprovalPage.tsx'
import { Shell } from './Shell.tsx'
import { useFirstConnection } from './useFirstConnection.ts'

/** Lets in who is signed in: first the profile, then the live channel, then the screens. */
export default function MainGate() {
  const { accessToken } = useSession()
  const router = useRouter()
  const isOut = accessToken === null
  useEffect(() => {
    // The route asks for the session before it loads; asked anew it leads to the sign-in.
    if (isOut) void router.invalidate()
  }, [isOut, router])
  return isOut ? <FullScreen /> : <SignedIn />
}

function SignedIn() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: profile, error, refetch } = useProfileQuery()
  const isApplicant = useHasRole('ROLE_APPLICANT')
  const mayIn = profile !== undefined && !isApplicant

  useEffect(() => {
    if (!mayIn) return
    const end = followLive(client)
    live.start()
    return () => {
      end()
      live.stop()
    }
  }, [mayIn, client])

  useEffect(
    () => () => {
      // The next person starts with nothing of this one's.
      client.clear()
      liveStore.clear()
    },
    [client],
  )

  const { status } = useSyncExternalStore(live.onState, live.state)
  const connecting = useFirstConnection(mayIn, status)

  if (profile === undefined)
    return error === null ? <FullScreen /> : <ErrorState error={messageOf(error)} onRetry={() => void refetch()} />
  if (!mayIn) return <ApprovalPage profile={profile} />
  if (connecting) return <FullScreen title={t('shell.connecting')} text={t('shell.connectingText')} />
  return <Shell />
}

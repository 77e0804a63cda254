import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveState } from '../../api/index.ts'
import { errorText, live, liveStore, useHasRole, useProfileQuery, useSession } from '../../api/index.ts'
import { followLive } from '../../api/livePatches.ts'
import { ErrorState, FullScreen } from '../../ui/index.ts'
import { ApprovalPage } from './ApprovalPage.tsx'
import classes from './MainGate.module.css'
import { Shell } from './Shell.tsx'

/** The longest wait for the first live connection; after it the screens open and the top bar says that it is missing. */
const CONNECTING_MS = 60_000

/** True from the sign-in until the live channel was there once, for a minute at most. */
function useFirstConnection(wanted: boolean, status: LiveState['status']): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!wanted || settled) return
    if (status === 'live') {
      setSettled(true)
      return
    }
    const timer = window.setTimeout(() => setSettled(true), CONNECTING_MS)
    return () => window.clearTimeout(timer)
  }, [wanted, settled, status])
  return wanted && !settled && status !== 'live'
}

/** Lets in who is signed in: first the profile, then the live channel, then the screens. */
export default function MainGate() {
  const { accessToken } = useSession()
  const router = useRouter()
  const isOut = accessToken === null
  useEffect(() => {
    // The route asks for the session before it loads; asked again it leads to the sign-in.
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
  /** The screens are put together behind the words that the channel is being opened. */
  const [begun, setBegun] = useState(false)

  useEffect(() => {
    if (!mayIn) return
    const end = followLive(client)
    live.start()
    // While the channel opens, where it is not open yet; were they drawn at once, it would wait for them.
    startTransition(() => setBegun(true))
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

  // The status alone: when something was last heard changes with every message, and the screens with it.
  const status = useSyncExternalStore(live.onState, () => live.state().status)
  const connecting = useFirstConnection(mayIn, status)
  const isOpen = mayIn && !connecting
  useEffect(() => {
    // In the page's timeline, beside the moment when the course was drawn.
    if (isOpen) performance.mark('screens-open')
  }, [isOpen])

  if (profile === undefined)
    return error === null ? <FullScreen /> : <ErrorState error={errorText(error)} onRetry={() => void refetch()} />
  if (!mayIn) return <ApprovalPage profile={profile} />
  return (
    <>
      {connecting && <FullScreen title={t('shell.connecting')} text={t('shell.connectingText')} />}
      {(begun || isOpen) && (
        <div className={connecting ? classes.behind : classes.open} inert={connecting}>
          <Shell />
        </div>
      )}
    </>
  )
}

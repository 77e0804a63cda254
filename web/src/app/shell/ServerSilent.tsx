import { calls } from '@greensward/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { live, stops, useCall, useCan } from '../../api/index.ts'
import classes from './ServerSilent.module.css'

/** A page that receives nothing for this long asks whether the server is there. */
const QUIET_MS = 6_000
const LOOK_MS = 5_000
/** Without reporting vehicles the server sends little, so it is polled less often. */
const EVERY_LOOKS = 3
const ENTRANCES_MS = 300_000

/** Says that the server does not answer, and how a mower is stopped all the same. */
export function ServerSilent() {
  const { t } = useTranslation()
  const may = useCan('mowers.stop')
  const state = useSyncExternalStore(stops.onState, stops.state)
  const isLive = useSyncExternalStore(live.onState, () => live.state().status === 'live')
  const { data, refetch } = useCall(calls.stopEntrances.list, undefined, {
    enabled: may,
    refetchInterval: ENTRANCES_MS,
  })
  useEffect(() => {
    // A server that was started again may listen elsewhere.
    if (may && isLive) void refetch()
  }, [may, isLive, refetch])
  useEffect(() => {
    if (data !== undefined) stops.learn(data.items)
  }, [data])
  useEffect(() => {
    let looks = 0
    const timer = window.setInterval(() => {
      const { receivedAt, status } = live.state()
      const isQuiet = status !== 'off' && receivedAt !== null && Date.now() - receivedAt > QUIET_MS
      looks = isQuiet ? looks + 1 : 0
      const isDue = looks % EVERY_LOOKS === 1 || stops.state() !== 'answers'
      if (isDue && document.visibilityState === 'visible') void stops.look('/api/health/live')
    }, LOOK_MS)
    return () => window.clearInterval(timer)
  }, [])
  if (!may || state === 'answers') return null
  return (
    <p className={classes.silent} role="alert">
      {t(state === 'silent' ? 'shell.serverSilent' : 'shell.serverAway')}
    </p>
  )
}

import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { live } from '../../api/index.ts'
import { useNow } from '../../ui/index.ts'
import classes from './Connection.module.css'

/** Ages under this many seconds are shown with a decimal. */
const FINE_AGE_S = 10
/** The server sends a sign of life at least every 25 s; a longer silence is stale. */
const STALE_S = 30

/** Is the live channel there, and how old is what it said last? Spoken only when its state changes, not each second. */
export function Connection() {
  const { t, i18n } = useTranslation()
  const status = useSyncExternalStore(live.onState, () => live.state().status)
  const now = useNow(1_000).getTime()
  // Read with each tick: it changes with every message, many times a second.
  const { receivedAt } = live.state()
  const ageS = receivedAt === null ? null : Math.max(0, (now - receivedAt) / 1_000)
  const state = status === 'live' && ageS !== null && ageS > STALE_S ? 'stale' : status
  const age =
    ageS === null
      ? ''
      : ageS < FINE_AGE_S
        ? t('shell.secondsAgo', { age: ageS.toLocaleString(i18n.language, { maximumFractionDigits: 1 }) })
        : ageS < 90
          ? t('shell.secondsAgo', { age: Math.round(ageS) })
          : t('shell.minutesAgo', { age: Math.round(ageS / 60) })
  return (
    <span className={classes.connection} data-state={state}>
      <span className={classes.dot} aria-hidden />
      <strong role="status">{t(`shell.connection.${state}`)}</strong>
      <span className={classes.age}>{age}</span>
    </span>
  )
}

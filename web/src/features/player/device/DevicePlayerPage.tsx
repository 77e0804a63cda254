import { lateCalls } from '@greensward/contract/late'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePairing } from '../../../api/usePairing.ts'
import { FullScreen } from '../../../ui/index.ts'
import { useWakeLock } from '../../../ui/useWakeLock.ts'
import { PlayerScreen } from '../PlayerScreen.tsx'
import classes from './DevicePlayerPage.module.css'
import { type Device, deviceCall, keepDevice, readDevice } from './deviceCalls.ts'
import { forgetKept, type Kept, readKept } from './kept.ts'
import { useDevicePlayer } from './useDevicePlayer.ts'

/** The service worker keeps the program itself on the tablet, and answers nothing of the API. */
const ASK_EVERY_MS = 3_600_000
const BUSY_AGAIN_MS = 5_000

/** A newer program loads as soon as no order or card is open. */
const reloadWhenFree = (): void => {
  if (document.querySelector('dialog[open]') === null) window.location.reload()
  else setTimeout(reloadWhenFree, BUSY_AGAIN_MS)
}

function installWorker(): (() => void) | undefined {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  const hadOne = navigator.serviceWorker.controller !== null
  const changed = (): void => {
    if (hadOne) reloadWhenFree()
  }
  navigator.serviceWorker.addEventListener('controllerchange', changed)
  const registered = navigator.serviceWorker.register('/playerWorker.js', { scope: '/player' })
  const timer = setInterval(() => void registered.then(found => found.update()).catch(() => undefined), ASK_EVERY_MS)
  // Plain HTTP in a course's own network: it works on without, as long as there is a network.
  registered.catch(() => undefined)
  return () => {
    clearInterval(timer)
    navigator.serviceWorker.removeEventListener('controllerchange', changed)
  }
}

/** The screen of a paired tablet. */
export default function DevicePlayerPage() {
  const client = useQueryClient()
  const [device, setDevice] = useState(readDevice)
  const [kept, setKept] = useState<Kept | null>(null)
  const [isGone, setGone] = useState(false)
  useWakeLock(device !== null)
  useEffect(installWorker, [])
  useEffect(() => {
    void readKept().then(setKept)
    return () => client.clear()
  }, [client])
  const paired = (next: Device): void => {
    keepDevice(next)
    setGone(false)
    setDevice(next)
  }
  const gone = useCallback((): void => {
    keepDevice(null)
    void forgetKept()
    setGone(true)
    setDevice(null)
  }, [])
  return (
    <main className={classes.page}>
      <link rel="manifest" href="/player.webmanifest" />
      {device === null ? (
        <Pairing isGone={isGone} onPaired={paired} />
      ) : kept === null ? (
        <FullScreen />
      ) : (
        <Paired key={device.token} device={device} kept={kept} onGone={gone} />
      )}
    </main>
  )
}

interface PairedProps {
  readonly device: Device
  readonly kept: Kept
  readonly onGone: () => void
}

function Paired({ device, kept, onGone }: PairedProps) {
  const { t } = useTranslation()
  const view = useDevicePlayer(device, kept, onGone)
  return view === null ? (
    <FullScreen title={t('shell.connecting')} text={t('shell.connectingText')} />
  ) : (
    <PlayerScreen view={view} />
  )
}

function Pairing({ isGone, onPaired }: { readonly isGone: boolean; readonly onPaired: (device: Device) => void }) {
  const { t } = useTranslation()
  const { code, setCode, refusal, isBusy, pair } = usePairing({
    redeem: typed => deviceCall(null, lateCalls.player.pair, { body: { code: typed } }),
    path: '/player',
    unreached: t('player.pair.unreached'),
    wrongCode: t('player.pair.wrongCode'),
    onPaired,
  })
  return (
    <form className={classes.pairing} onSubmit={pair}>
      <h1>{t('player.pair.title')}</h1>
      {isGone && <p role="alert">{t('player.pair.gone')}</p>}
      <p>{t('player.pair.text')}</p>
      <label>
        {t('player.pair.code')}
        <input
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
      </label>
      {refusal !== null && <p role="alert">{refusal}</p>}
      <button type="submit" disabled={isBusy}>
        {t('player.pair.pair')}
      </button>
    </form>
  )
}

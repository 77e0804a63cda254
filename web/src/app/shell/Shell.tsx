import { Outlet } from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { live, whenAtRest } from '../../api/index.ts'
import { loadAllTexts } from '../../i18n/index.ts'
import { notify } from '../../ui/index.ts'
import { sentenceOf } from '../../ui/text/sentenceOf.ts'
import { BottomBar } from './BottomBar.tsx'
import { Rail } from './Rail.tsx'
import { ServerSilent } from './ServerSilent.tsx'
import classes from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

/** Warnings and alarms show on every screen; the rest waits in the list. */
function useAlarms(): void {
  const { i18n } = useTranslation()
  useEffect(
    () =>
      live.subscribe('notifications', ({ message }) => {
        // A group that grows was shown when it began.
        if (message.level === 'info' || message.kind.endsWith('Many')) return
        const show = (): void =>
          notify.failed(i18n.t(`notifications.levels.${message.level}`), sentenceOf(message, i18n))
        // Their texts are among those that the map page starts without.
        void loadAllTexts().then(show, show)
      }),
    [i18n],
  )
}

/** Reports once, and at each change of language, that this person still uses a browser that gets notifications. */
function usePushRenewal(): void {
  useEffect(() => {
    const isAsked = 'Notification' in window && Notification.permission === 'granted'
    if (!isAsked) return
    const renew = (): void => {
      void import('../../api/browserPush.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
    }
    renew()
    i18next.on('languageChanged', renew)
    return () => i18next.off('languageChanged', renew)
  }, [])
}

/**
 * The reasons of stops and alarms show over every screen, also over the map, which starts without their texts. Draws the
 * shell again when they are there, so that a reason that came before them does not stay in English.
 */
function useAllTexts(): void {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    let isOver = false
    whenAtRest(() => {
      if (isOver) return
      // Without them the reasons are shown in English; the next screen tries again.
      loadAllTexts().then(
        () => setLoaded(true),
        () => undefined,
      )
    })
    return () => {
      isOver = true
    }
  }, [])
}

/** Rail, top bar, and the screen; the bottom bar takes the rail's place on phones. */
export function Shell() {
  const { t } = useTranslation()
  useAlarms()
  useAllTexts()
  usePushRenewal()
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <Rail />
      <TopBar />
      <ServerSilent />
      <main className={classes.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar />
    </div>
  )
}

import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BottomBar } from './BottomBar.tsx'
import { Rail } from './Rail.tsx'
import { ServerSilent } from './ServerSilent.tsx'
import classes from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useAlarms } from './useAlarms.ts'
import { usePushRenewal } from './usePushRenewal.ts'

/** Rail, top bar, and the screen; the bottom bar takes the rail's place on phones. */
export function Shell() {
  const { t } = useTranslation()
  useAlarms()
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

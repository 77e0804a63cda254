import { calls } from '@greensward/contract'
import { IconBell } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall, useCan } from '../../api/index.ts'
import { Badge } from './Badge.tsx'
import { Clock } from './Clock.tsx'
import { Connection } from './Connection.tsx'
import { CourseMode } from './CourseMode.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { RainMode } from './RainMode.tsx'
import { StopAll } from './StopAll.tsx'
import classes from './TopBar.module.css'
import { useUnread } from './useUnread.ts'

export function TopBar() {
  const { t } = useTranslation()
  const { data: settings } = useCall(calls.settings.get)
  const { data: map } = useCall(calls.map.get)
  const mayRead = useCan('notifications.read')
  const unread = useUnread()
  // A map of the past has its own banner there, and its rain is over.
  const isLiveMap = useLocation({
    select: ({ pathname, search }) => pathname === '/map' && search.replay === undefined,
  })
  const holes = map?.features.filter(feature => feature.kind === 'hole' && feature.properties.isActive).length
  return (
    <section className={classes.bar} aria-label={t('shell.status')}>
      <div className={classes.course}>
        <strong className={classes.name}>{settings?.courseName ?? '\u00a0'}</strong>
        <span className={classes.kind}>
          {holes === undefined || holes === 0 ? t('shell.course') : t('shell.courseHoles', { count: holes })}
        </span>
        <span className={classes.phoneState}>
          <span className={classes.phoneClock}>{settings !== undefined && <Clock isBrief />}</span>
          <Connection />
        </span>
      </div>
      <div className={classes.clock}>{settings !== undefined && <Clock />}</div>
      <div className={classes.rain} data-on-map={isLiveMap || undefined}>
        <RainMode />
        <CourseMode />
      </div>
      <div className={classes.end}>
        <span className={classes.state}>
          <Connection />
        </span>
        {mayRead && (
          <Link
            to="/notifications"
            className={classes.bell}
            aria-label={
              unread > 0
                ? `${t('shell.places.notifications')}, ${t('shell.unread', { count: unread })}`
                : t('shell.places.notifications')
            }
          >
            <span className={classes.icon}>
              <IconBell size={24} stroke={1.75} aria-hidden />
              <Badge count={unread} />
            </span>
          </Link>
        )}
        <span className={classes.profile}>
          <ProfileMenu />
        </span>
        <StopAll />
      </div>
    </section>
  )
}

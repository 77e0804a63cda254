import { IconDots, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/index.ts'
import { Badge } from './Badge.tsx'
import classes from './BottomBar.module.css'
import { CourseMode } from './CourseMode.tsx'
import { type Place, placeOf, placesFor } from './places.tsx'
import { RainMode } from './RainMode.tsx'
import { useLogOut } from './useLogOut.ts'
import { useUnread } from './useUnread.ts'

const Sheet = lazy(() => import('../../ui/Sheet.tsx').then(module => ({ default: module.Sheet })))
const Preferences = lazy(() => import('./Preferences.tsx').then(module => ({ default: module.Preferences })))

/** By how often each is opened out on the course. The bell of notifications is above. */
const OFTEN: readonly Place['name'][] = ['map', 'day', 'schedule', 'missions', 'garage', 'restaurant', 'jobs']
const MOST_FIRST = 5

/** The navigation of phones: up to five places that the person may open, and everything else behind More. */
export function BottomBar() {
  const { t } = useTranslation()
  const profile = useProfile()
  const current = useRouterState({ select: state => placeOf(state.location.pathname) })
  const unread = useUnread()
  const logOut = useLogOut()
  const [more, setMore] = useState(false)
  const places = placesFor(profile?.role.slug)
  const often = OFTEN.filter(name => places.some(place => place.name === name)).slice(0, MOST_FIRST)
  const first = places.filter(({ name }) => often.includes(name))
  const rest = places.filter(({ name }) => !often.includes(name))
  return (
    <nav className={classes.bar} aria-label={t('shell.navigation')}>
      {first.map(({ name, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          className={classes.place}
          data-current={name === current || undefined}
          aria-current={name === current ? 'page' : undefined}
        >
          <span className={classes.icon}>
            <Icon size={24} stroke={1.75} aria-hidden />
          </span>
          {t(`shell.places.${name}`)}
        </Link>
      ))}
      <button
        type="button"
        className={classes.place}
        aria-label={unread > 0 ? `${t('shell.more')}, ${t('shell.unread', { count: unread })}` : t('shell.more')}
        aria-haspopup="dialog"
        data-current={rest.some(place => place.name === current) || undefined}
        onClick={() => setMore(true)}
      >
        <span className={classes.icon}>
          <IconDots size={24} stroke={1.75} aria-hidden />
          <Badge count={unread} />
        </span>
        {t('shell.more')}
      </button>
      {more && (
        <Suspense>
          <Sheet opened onClose={() => setMore(false)} title={t('shell.more')}>
            {profile !== undefined && (
              <p className={classes.person}>
                <strong>{profile.fullname}</strong>
                <span>{t(`shell.roles.${profile.role.slug}`)}</span>
              </p>
            )}
            <ul className={classes.list}>
              {rest.map(({ name, to, icon: Icon }) => (
                <li key={name}>
                  <Link to={to} className={classes.row} onClick={() => setMore(false)}>
                    <Icon size={24} stroke={1.75} aria-hidden />
                    {t(`shell.places.${name}`)}
                    {name === 'notifications' && unread > 0 && (
                      <span className={classes.count}>{t('shell.unread', { count: unread })}</span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
            <div className={classes.rain} data-named>
              <RainMode />
              <CourseMode />
            </div>
            <Suspense>
              <Preferences />
            </Suspense>
            <Link to="/account" className={classes.row} onClick={() => setMore(false)}>
              <IconUserCircle size={24} stroke={1.75} aria-hidden />
              {t('shell.account')}
            </Link>
            <button type="button" className={classes.row} onClick={logOut}>
              <IconLogout size={24} stroke={1.75} aria-hidden />
              {t('shell.logOut')}
            </button>
          </Sheet>
        </Suspense>
      )}
    </nav>
  )
}

import { IconLogout } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/index.ts'
import { Badge } from './Badge.tsx'
import { Brand } from './Brand.tsx'
import { placeOf, placesFor } from './places.tsx'
import classes from './Rail.module.css'
import { useLogOut } from './useLogOut.ts'
import { useUnread } from './useUnread.ts'

export function Rail() {
  const { t } = useTranslation()
  const profile = useProfile()
  const current = useRouterState({ select: state => placeOf(state.location.pathname) })
  const unread = useUnread()
  const logOut = useLogOut()
  return (
    <nav className={classes.rail} aria-label={t('shell.navigation')}>
      <Link to="/map" className={classes.brand} aria-label="Greensward">
        <Brand size={40} />
      </Link>
      <ul className={classes.places}>
        {placesFor(profile?.role.slug).map(({ name, to, icon: Icon }) => {
          const label = t(`shell.places.${name}`)
          const count = name === 'notifications' ? unread : 0
          return (
            <li key={name}>
              <Link
                to={to}
                className={classes.place}
                data-current={name === current || undefined}
                aria-current={name === current ? 'page' : undefined}
                aria-label={count > 0 ? `${label}, ${t('shell.unread', { count })}` : label}
                title={label}
              >
                <span className={classes.icon}>
                  <Icon size={24} stroke={1.75} aria-hidden />
                  <Badge count={count} />
                </span>
                <span className={classes.label}>{label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={classes.place}
        onClick={logOut}
        aria-label={t('shell.logOut')}
        title={t('shell.logOut')}
      >
        <IconLogout size={24} stroke={1.75} aria-hidden />
        <span className={classes.label}>{t('shell.logOut')}</span>
      </button>
    </nav>
  )
}

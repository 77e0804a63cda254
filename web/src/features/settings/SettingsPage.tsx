import { may } from '@greensward/domain'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/index.ts'
import { ForbiddenState } from '../../ui/index.ts'
import classes from './SettingsPage.module.css'
import { SECTIONS } from './sections.ts'

/** On phones the tabs are wider than the screen; the chosen one is always seen. */
const intoView = (tab: HTMLAnchorElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The sub-sections as tabs, and the chosen one below. */
export default function SettingsPage() {
  const { t } = useTranslation()
  const profile = useProfile()
  const pathname = useRouterState({ select: state => state.location.pathname })
  const slug = profile?.role.slug
  const open = SECTIONS.filter(({ right }) => slug !== undefined && may(slug, right))
  const current = SECTIONS.find(({ to }) => pathname.startsWith(to))
  return (
    <div className={classes.page}>
      <nav className={classes.tabs} aria-label={t('settings.sections')}>
        {open.map(({ name, to }) => (
          <Link
            key={name}
            to={to}
            className={classes.tab}
            data-current={name === current?.name || undefined}
            ref={name === current?.name ? intoView : null}
            aria-current={name === current?.name ? 'page' : undefined}
          >
            {t(`settings.section.${name}`)}
          </Link>
        ))}
      </nav>
      <div className={classes.section}>
        {current === undefined || open.includes(current) ? <Outlet /> : <ForbiddenState />}
      </div>
    </div>
  )
}

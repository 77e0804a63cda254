import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const PRODUCT = 'Greensward'
const PAGES = [
  'login',
  'map',
  'day',
  'jobs',
  'schedule',
  'plans',
  'morning',
  'garage',
  'missions',
  'reports',
  'settings',
  'restaurant',
  'notifications',
  'account',
]

/** `<Page> | Greensward`, the page being the first segment of the address. */
export const documentTitle = (pathname: string, t: (key: string) => string): string => {
  const page = pathname.split('/')[1] ?? ''
  return PAGES.includes(page) ? `${t(`shell.titles.${page}`)} | ${PRODUCT}` : PRODUCT
}

export function DocumentTitle() {
  const { t } = useTranslation()
  const pathname = useRouterState({ select: state => state.location.pathname })
  return <title>{documentTitle(pathname, t)}</title>
}

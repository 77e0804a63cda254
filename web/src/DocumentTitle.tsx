import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const PRODUCT = 'Greensward'
const PAGES = ['login', 'map', 'schedule', 'garage', 'missions', 'settings', 'restaurant', 'notifications']

/** `<Page> | Greensward`, the page being the first segment of the address. */
export function DocumentTitle() {
  const { t } = useTranslation()
  const page = useRouterState({ select: state => state.location.pathname.split('/')[1] ?? '' })
  return <title>{PAGES.includes(page) ? `${t(`shell.titles.${page}`)} | ${PRODUCT}` : PRODUCT}</title>
}

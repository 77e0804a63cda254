import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './MapPage.module.css'

interface SideCardProps {
  readonly topPx?: number
  readonly bottomPx: number
  readonly children: ReactNode
}

/** The control panel beside the map. */
export function SideCard({ topPx, bottomPx, children }: SideCardProps) {
  const { t } = useTranslation()
  return (
    <aside
      className={`${classes.card} ${classes.left}`}
      style={{ ...(topPx === undefined ? {} : { top: topPx }), bottom: bottomPx }}
      aria-label={t('map.layers.title')}
    >
      {children}
    </aside>
  )
}

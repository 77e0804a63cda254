/** Details of the selected object: a card beside the map, or a sheet on a phone. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/index.ts'
import type { MapObject } from '../../map-canvas/scene.ts'
import { LoadingState } from '../../ui/index.ts'
import classes from './MapPage.module.css'
import { waitingCard } from './MapWindows.tsx'
import { MARGIN_PX } from './mapPadding.ts'
import type { InspectorContext } from './panels/inspectorContext.ts'
import type { SheetStop } from './panels/sheetStops.ts'

const Inspector = lazy(() =>
  withTexts(import('./panels/Inspector.tsx')).then(module => ({ default: module.Inspector })),
)
export const SnapSheet = lazy(() => import('./panels/SnapSheet.tsx').then(module => ({ default: module.SnapSheet })))

interface LiveInspectorProps {
  readonly thing: MapObject
  readonly context: InspectorContext
  readonly isPhone: boolean
  readonly bottomPx: number
  readonly stop: SheetStop
  readonly onStop: (stop: SheetStop) => void
}

export function LiveInspector({ thing, context, isPhone, bottomPx, stop, onStop }: LiveInspectorProps) {
  const { t } = useTranslation()
  const inspector = (
    <Suspense fallback={<LoadingState />}>
      <Inspector thing={thing} context={context} />
    </Suspense>
  )
  if (isPhone)
    return (
      <Suspense fallback={waitingCard}>
        <SnapSheet label={t('map.sheet.details')} stop={stop} onStop={onStop} onClose={context.onClose}>
          {inspector}
        </SnapSheet>
      </Suspense>
    )
  return (
    <aside
      className={`${classes.card} ${classes.right}`}
      style={{ maxHeight: `calc(100% - ${MARGIN_PX + bottomPx}px)` }}
    >
      {inspector}
    </aside>
  )
}

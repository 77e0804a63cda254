/** The windows that open over the live map: pictures, history, import and export. Each loads when it is opened. */
import type { Raster } from '@greensward/contract'
import { lazy, Suspense, useState } from 'react'
import { withTexts } from '../../i18n/index.ts'
import type { CourseMapHandle } from '../../map-view/CourseMapView.tsx'
import type { Course } from '../../map-view/courseReadings.ts'
import { LoadingState } from '../../ui/index.ts'
import type { Past } from './history/usePast.ts'
import { type ImportDraft, NO_DRAFT } from './importing/importDraft.ts'
import classes from './MapPage.module.css'

const ImportDialog = lazy(() =>
  withTexts(import('./importing/ImportDialog.tsx')).then(module => ({ default: module.ImportDialog })),
)
const RasterSheet = lazy(() =>
  withTexts(import('./rasters/RasterSheet.tsx')).then(module => ({ default: module.RasterSheet })),
)
const HistoryPanel = lazy(() =>
  withTexts(import('./history/HistoryPanel.tsx')).then(module => ({ default: module.HistoryPanel })),
)
const ExportDialog = lazy(() =>
  withTexts(import('./exporting/ExportDialog.tsx')).then(module => ({ default: module.ExportDialog })),
)

export interface Windows {
  readonly isAnyOpen: boolean
  /** Import or history: they are beside the map. */
  readonly hasSheet: boolean
  /** The course of an import before it is stored. */
  readonly draft: ImportDraft
  readonly setDraft: (draft: ImportDraft) => void
  readonly importing: boolean
  readonly history: boolean
  readonly exporting: boolean
  readonly rasters: boolean
  readonly open: (name: WindowName) => void
  readonly close: (name: WindowName) => void
  /** The editor has its own panels at that side. */
  readonly closeSheets: () => void
}

export type WindowName = 'importing' | 'history' | 'exporting' | 'rasters'

const CLOSED: Readonly<Record<WindowName, boolean>> = {
  importing: false,
  history: false,
  exporting: false,
  rasters: false,
}

export function useWindows(): Windows {
  const [isOpen, setOpen] = useState(CLOSED)
  const [draft, setDraft] = useState<ImportDraft>(NO_DRAFT)
  return {
    ...isOpen,
    isAnyOpen: Object.values(isOpen).some(Boolean),
    hasSheet: isOpen.importing || isOpen.history,
    draft,
    setDraft,
    open: name => setOpen(before => ({ ...before, [name]: true })),
    close: name => {
      setOpen(before => ({ ...before, [name]: false }))
      if (name === 'importing') setDraft(NO_DRAFT)
    },
    closeSheets: () => {
      setOpen(before => ({ ...CLOSED, rasters: before.rasters }))
      setDraft(NO_DRAFT)
    },
  }
}

/** Shown while a panel of the map loads. */
export const waitingCard = (
  <div className={`${classes.card} ${classes.wait}`}>
    <LoadingState />
  </div>
)

interface MapWindowsProps {
  readonly windows: Windows
  readonly course: Course
  readonly past: Past
  readonly mayEdit: boolean
  readonly map: () => CourseMapHandle | null
  readonly onShowRaster: (raster: Raster) => void
}

export function MapWindows({ windows, course, past, mayEdit, map, onShowRaster }: MapWindowsProps) {
  return (
    <>
      {windows.rasters && (
        <Suspense fallback={waitingCard}>
          <RasterSheet onClose={() => windows.close('rasters')} onShow={onShowRaster} />
        </Suspense>
      )}
      {windows.history && (
        <Suspense fallback={waitingCard}>
          <HistoryPanel
            past={past}
            course={course}
            mayEdit={mayEdit}
            map={map}
            onClose={() => windows.close('history')}
          />
        </Suspense>
      )}
      {windows.exporting && (
        <Suspense fallback={waitingCard}>
          <ExportDialog course={course} onClose={() => windows.close('exporting')} />
        </Suspense>
      )}
      {windows.importing && (
        <Suspense fallback={waitingCard}>
          <ImportDialog
            course={course}
            draft={windows.draft}
            onDraft={windows.setDraft}
            map={map}
            onClose={() => windows.close('importing')}
          />
        </Suspense>
      )}
    </>
  )
}

/** The map screen: full-bleed course, panels floating above it. */
import type { Position } from '@greensward/domain'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/index.ts'
import { withTexts } from '../../i18n/index.ts'
import type { MapObject } from '../../map-canvas/scene.ts'
import { CourseMapView } from '../../map-view/CourseMapView.tsx'
import { writeMapChoice } from '../../map-view/mapChoice.ts'
import { ForbiddenState, LoadingState } from '../../ui/index.ts'
import barClasses from './editing/EditBar.module.css'
import { LiveInspector, SnapSheet } from './LiveInspector.tsx'
import classes from './MapPage.module.css'
import { MapWindows, waitingCard } from './MapWindows.tsx'
import { BUTTONS_PX, GAP_PX, LEFT_PX, MARGIN_PX } from './mapPadding.ts'
import { MapButtons } from './panels/MapButtons.tsx'
import { SideCard } from './SideCard.tsx'
import { useEscape } from './useEscape.ts'
import { useGrass } from './useGrass.ts'
import { type LivePageState, useLivePage } from './useLivePage.ts'
import { type MapState, useMapChoice } from './useMapChoice.ts'
import type { MapScene } from './useMapScene.ts'

// Loaded while the map is being drawn.
const SidePanel = lazy(() => import('./panels/SidePanel.tsx').then(module => ({ default: module.SidePanel })))
const Dock = lazy(() => import('./panels/Dock.tsx').then(module => ({ default: module.Dock })))
// Few people open these, so they load on demand.
const DriveToCard = lazy(() => import('./DriveToCard.tsx').then(module => ({ default: module.DriveToCard })))
const OwnPosition = lazy(() =>
  withTexts(import('./own/OwnPosition.tsx')).then(module => ({ default: module.OwnPosition })),
)
const Editing = lazy(() => withTexts(import('./editing/Editing.tsx')).then(module => ({ default: module.Editing })))
const GrassLegend = lazy(() => import('./panels/GrassLegend.tsx').then(module => ({ default: module.GrassLegend })))
const SlopeLegend = lazy(() => import('./panels/SlopeLegend.tsx').then(module => ({ default: module.SlopeLegend })))
const ReplayPage = lazy(() =>
  withTexts(import('./replay/ReplayPage.tsx')).then(module => ({ default: module.ReplayPage })),
)
const FilmPage = lazy(() => withTexts(import('./replay/FilmPage.tsx')).then(module => ({ default: module.FilmPage })))
const LiveTimeBar = lazy(() =>
  withTexts(import('./replay/LiveTimeBar.tsx')).then(module => ({ default: module.LiveTimeBar })),
)

/** A phone's replay starts this long ago. */
const LOOK_BACK_MS = 600_000
/** The present, or a moment of the past: two screens, so that the replay shows nothing live. */
export default function MapPage() {
  const state = useMapChoice()
  const { replay, film } = state.choice
  const mayLookBack = useCan('operations.read')
  if (replay === null) return <LivePage state={state} />
  // Never the present instead: the person would take the vehicles on it for those of the past.
  if (!mayLookBack) return <ForbiddenState />
  return (
    <Suspense fallback={<LoadingState />}>
      {film === null ? (
        <ReplayPage state={state} start={replay} />
      ) : (
        <FilmPage key={film} state={state} start={replay} shiftId={film} />
      )}
    </Suspense>
  )
}

/** The age of the last cut, and the cell of grass that was pressed last. */
function useGrassLayer(isShown: boolean, { course, machines }: Pick<MapScene, 'course' | 'machines'>, now: Date) {
  const [pressed, setPressed] = useState<Position | null>(null)
  const grass = useGrass(isShown, course)
  const cell = pressed === null ? null : grass.reading?.cutBelow(pressed)
  const legend = isShown && (
    <Suspense>
      <GrassLegend
        state={grass.error != null ? 'failed' : grass.reading === null ? 'loading' : 'shown'}
        cell={cell}
        mowerName={machines.mowers.find(({ id }) => id === cell?.mowerId)?.name}
        now={now}
      />
    </Suspense>
  )
  return { memories: grass.reading?.memories ?? null, legend, setPressed }
}

/** The course first: the panels beside it mount after its first frame. */
function useAfterFirstFrame(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}

function LivePage({ state }: { readonly state: MapState }) {
  const { choice } = state
  const page = useLivePage(state)
  const { scene, panels, past } = page
  const { windows, editing, isWide, isPhone, panelOpen, setPanelOpen, bottomPx } = panels
  const { selection } = choice
  const isDrawn = useAfterFirstFrame()
  const isPanelOver = !isWide && panelOpen
  /** How often the person has asked where they are; 0 shows nothing of it. */
  const [asked, setAsked] = useState(0)
  useEscape(!editing.isOpen && (selection !== null || isPanelOver), () => {
    if (isPanelOver) setPanelOpen(false)
    else page.select(null)
  })
  const panel = isDrawn && (
    <Suspense fallback={<LoadingState />}>
      <SidePanel
        state={state}
        course={scene.course}
        holes={scene.holes}
        rasters={scene.rasters}
        mowers={scene.machines.mowers}
        vehicles={scene.vehicles}
        carts={scene.machines.carts}
        rights={page.rights}
        now={page.now}
        isEditing={editing.isOpen}
        onImport={() => panels.openWindow('importing')}
        onExport={() => panels.openWindow('exporting')}
        onHistory={() => panels.openWindow('history')}
        onRasters={() => panels.openWindow('rasters')}
        onMission={page.pickMission}
        onPlace={page.pickPlace}
        {...(isWide ? {} : { onClose: () => setPanelOpen(false) })}
      />
    </Suspense>
  )
  return (
    <div ref={panels.pageRef} className={classes.page} data-map-editing={editing.isOpen || undefined}>
      <LiveMap state={state} page={page} />
      {isWide && <SideCard bottomPx={bottomPx}>{panel}</SideCard>}
      {!isWide && <LiveButtons page={page} onOwn={() => setAsked(times => times + 1)} />}
      {!isWide && asked > 0 && !editing.isOpen && (
        <Suspense>
          <OwnPosition asked={asked} map={page.getMap} settings={scene.course.settings} onEnd={() => setAsked(0)} />
        </Suspense>
      )}
      {!isWide && !isPhone && panelOpen && <SideCard bottomPx={bottomPx}>{panel}</SideCard>}
      {page.drive.mower !== null && (
        <Suspense fallback={waitingCard}>
          <DriveToCard mower={page.drive.mower} drive={page.drive} onEnd={page.endDrive} />
        </Suspense>
      )}
      <LiveEditor page={page} selection={selection} />
      {!isPhone && panels.showsInspector && selection !== null && <SelectionInspector page={page} thing={selection} />}
      {panels.showsDock && <LiveDock page={page} selection={selection} />}
      {isPhone && panelOpen && <PanelSheet onClose={() => setPanelOpen(false)}>{panel}</PanelSheet>}
      {isPhone && panels.showsInspector && selection !== null && <SelectionInspector page={page} thing={selection} />}
      <MapWindows
        windows={windows}
        course={scene.course}
        past={past}
        mayEdit={page.rights.mayEditMap}
        map={page.getMap}
        onShowRaster={page.showRaster}
      />
    </div>
  )
}

function LiveMap({ state: { choice }, page }: { readonly state: MapState; readonly page: LivePageState }) {
  const { t } = useTranslation()
  const { scene, panels, past } = page
  const { windows, editing } = panels
  const grass = useGrassLayer(choice.grass && page.rights.seesOperations, scene, page.now)
  // A link to a feature opens at that feature.
  const [linkedTo] = useState(() =>
    choice.at === null && choice.selection?.kind === 'feature' ? [choice.selection.id] : undefined,
  )
  const features = editing.shown ?? past.features
  const slopes = choice.base === 'slope' && scene.rasters.dem?.hasReliefs === true && (
    <Suspense>
      <SlopeLegend />
    </Suspense>
  )
  const legend = (grass.legend !== false || slopes) && (
    <>
      {grass.legend}
      {slopes}
    </>
  )
  return (
    <CourseMapView
      ref={page.map}
      label={t('map.title')}
      layers={scene.layers}
      base={choice.base}
      ground={choice}
      onlyVehicle={choice.vehicle}
      shows={scene.shows}
      missions={page.drawings}
      draft={windows.draft.features}
      grass={grass.memories}
      preview={page.drive.drawing}
      onTap={page.drive.mower === null ? grass.setPressed : page.drive.press}
      {...(legend === false ? {} : { legend })}
      comparison={past.comparison}
      {...(features === null ? {} : { features })}
      onView={next => {
        page.view.current = next
      }}
      selection={choice.selection}
      onSelect={page.select}
      onFollowEnd={page.endFollow}
      padding={panels.padding}
      toolbarPx={editing.toolbarPx}
      controls={panels.isPhone ? 'none' : 'full'}
      buttonsPx={panels.isPhone ? BUTTONS_PX : 0}
      isQuiet={!editing.isOpen && !windows.isAnyOpen}
      linkTo={view => `/map?${new URLSearchParams(writeMapChoice({ ...choice, at: view }))}`}
      {...(choice.at === null ? {} : { startAt: choice.at })}
      {...(linkedTo === undefined ? {} : { fitTo: linkedTo })}
    />
  )
}

function LiveButtons({ page, onOwn }: { readonly page: LivePageState; readonly onOwn: () => void }) {
  const navigate = useNavigate()
  const { panels, scene, rights, mayEdit, map, lookBack } = page
  const { machines } = scene
  const hasVehicles = machines.mowers.length > 0 || machines.carts.length > 0
  return (
    <MapButtons
      isPhone={panels.isPhone}
      panelOpen={panels.panelOpen}
      onPanel={() => panels.setPanelOpen(open => !open)}
      onFit={() => map.current?.fitAll()}
      onOwn={onOwn}
      {...(hasVehicles && rights.seesOperations && !panels.editing.isOpen
        ? { onReplay: () => lookBack(Date.now() - LOOK_BACK_MS) }
        : {})}
      {...(mayEdit && !panels.editing.isOpen ? { onEdit: panels.openEditor } : {})}
      {...(rights.mayPlan && !panels.editing.isOpen ? { onAdd: () => void navigate({ to: '/missions/new' }) } : {})}
    />
  )
}

interface SelectionProps {
  readonly page: LivePageState
  readonly selection: MapObject | null
}

/** The editor, or the button that opens it. */
function LiveEditor({ page, selection }: SelectionProps) {
  const { t } = useTranslation()
  const { scene, panels, rights } = page
  const { isOpen } = panels.editing
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The button that closed the editor is gone: the focus moves to where the person began.
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isOpen)
    return page.mayEdit && !panels.isPhone ? (
      <button
        ref={button}
        type="button"
        className={barClasses.open}
        style={{ top: 16, left: panels.isWide ? LEFT_PX + MARGIN_PX + GAP_PX : 76 }}
        onClick={panels.openEditor}
      >
        <IconPencil size={20} aria-hidden />
        {t('map.edit.open')}
      </button>
    ) : null
  if (scene.course.isPending) return null
  return (
    <Suspense fallback={waitingCard}>
      <Editing
        editing={panels.editing}
        course={scene.course}
        mowers={scene.machines.mowers}
        missions={page.missions}
        rights={rights}
        map={page.getMap}
        view={page.getView}
        shows={scene.shows}
        layers={scene.layers}
        selection={selection}
        onSelect={page.select}
        padding={panels.padding}
        leftPx={panels.panelOpen ? LEFT_PX + MARGIN_PX + GAP_PX : 72}
        bottomPx={panels.bottomPx}
        isPhone={panels.editsBelow}
      />
    </Suspense>
  )
}

function SelectionInspector({ page, thing }: { readonly page: LivePageState; readonly thing: MapObject }) {
  const { panels, context } = page
  return (
    <LiveInspector
      thing={thing}
      context={context}
      isPhone={panels.isPhone}
      bottomPx={panels.bottomPx}
      stop={panels.sheetStop}
      onStop={panels.setSheetStop}
    />
  )
}

function LiveDock({ page, selection }: SelectionProps) {
  const { scene, panels, missions } = page
  return (
    <div ref={panels.dockRef} className={`${classes.card} ${classes.dock}`}>
      <Suspense fallback={null}>
        <Dock
          machines={scene.machines}
          missions={missions}
          titleOf={scene.titleOf}
          selection={selection}
          onSelect={page.selectVehicle}
        />
      </Suspense>
      {!panels.isPhone && page.rights.seesOperations && (
        <Suspense fallback={<div className={classes.timeBar} />}>
          <LiveTimeBar missions={missions} onReplay={page.lookBack} />
        </Suspense>
      )}
    </div>
  )
}

/** The control panel on a phone. */
function PanelSheet({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={waitingCard}>
      <SnapSheet label={t('map.layers.title')} stop={0.9} onStop={() => undefined} onClose={onClose}>
        {children}
      </SnapSheet>
    </Suspense>
  )
}

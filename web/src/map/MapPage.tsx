/** The map screen: full-bleed course, panels floating above it. */
import { featureTitle, type Hole, isActive, type Mission, type Position } from '@greensward/domain'
import type { Raster } from '@greensward/domain/contract'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useCourseTime } from '../api/index.ts'
import { withTexts } from '../i18n/index.ts'
import { LAYERS, type MapObject, type ViewState } from '../map-canvas/scene.ts'
import { ForbiddenState, LoadingState } from '../ui/index.ts'
import { type CourseMapHandle, CourseMapView } from './CourseMapView.tsx'
import { useCourse, useMachines, useRasters } from './courseReadings.ts'
import barClasses from './editing/EditBar.module.css'
import { useEditDoor } from './editing/useEditDoor.ts'
import { usePast } from './history/usePast.ts'
import { type ImportDraft, NO_DRAFT } from './importing/importDraft.ts'
import classes from './MapPage.module.css'
import { writeMapChoice } from './mapChoice.ts'
import { GAP_PX, LEFT_PX, LOW_SHEET_SHARE, MARGIN_PX, useRoomOfMap } from './mapPadding.ts'
import { Dock } from './panels/Dock.tsx'
import type { InspectorContext } from './panels/inspectorContext.ts'
import { MapButtons } from './panels/MapButtons.tsx'
import type { SheetStop } from './panels/sheetStops.ts'
import { passesFilters } from './passesFilters.ts'
import { useGrass } from './useGrass.ts'
import { type MapState, useMapChoice } from './useMapChoice.ts'
import { useMissionDrawings, useOpenMissions } from './useMapMissions.ts'
import { useNow } from './useNow.ts'
import { useRights } from './useRights.ts'

// Loaded while the map is being drawn.
const SidePanel = lazy(() => import('./panels/SidePanel.tsx').then(module => ({ default: module.SidePanel })))
// What only a few people open, and then by a press, is loaded with that press.
const Editing = lazy(() => withTexts(import('./editing/Editing.tsx')).then(module => ({ default: module.Editing })))
const ImportDialog = lazy(() =>
  withTexts(import('./importing/ImportDialog.tsx')).then(module => ({ default: module.ImportDialog })),
)
const Inspector = lazy(() =>
  withTexts(import('./panels/Inspector.tsx')).then(module => ({ default: module.Inspector })),
)
const SnapSheet = lazy(() => import('./panels/SnapSheet.tsx').then(module => ({ default: module.SnapSheet })))
const GrassLegend = lazy(() => import('./panels/GrassLegend.tsx').then(module => ({ default: module.GrassLegend })))
const RasterSheet = lazy(() =>
  withTexts(import('./rasters/RasterSheet.tsx')).then(module => ({ default: module.RasterSheet })),
)
const HistoryPanel = lazy(() =>
  withTexts(import('./history/HistoryPanel.tsx')).then(module => ({ default: module.HistoryPanel })),
)
const ExportDialog = lazy(() =>
  withTexts(import('./exporting/ExportDialog.tsx')).then(module => ({ default: module.ExportDialog })),
)

const ReplayPage = lazy(() =>
  withTexts(import('./replay/ReplayPage.tsx')).then(module => ({ default: module.ReplayPage })),
)
const LiveTimeBar = lazy(() =>
  withTexts(import('./replay/LiveTimeBar.tsx')).then(module => ({ default: module.LiveTimeBar })),
)

/** What a phone's replay begins with. */
const LOOK_BACK_MS = 600_000

/** The present, or a moment of the past: two screens, so that nothing live is ever left on the other. */
export default function MapPage() {
  const door = useMapChoice()
  const { replay } = door.choice
  const mayLookBack = useCan('operations.read')
  if (replay === null) return <LivePage door={door} />
  // Never the present instead: whoever asked for the past would take the machines that stand there now for it.
  if (!mayLookBack) return <ForbiddenState />
  return (
    <Suspense fallback={<LoadingState />}>
      <ReplayPage door={door} start={replay} />
    </Suspense>
  )
}

function LivePage({ door }: { readonly door: MapState }) {
  const { t } = useTranslation()
  const course = useCourse()
  const machines = useMachines()
  const rasters = useRasters()
  const rights = useRights()
  const time = useCourseTime()
  const now = useNow(15_000)
  const { choice, change } = door
  const { features } = course
  const map = useRef<CourseMapHandle>(null)
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  const isWide = useMediaQuery('(min-width: 75em)') ?? true
  /** On a tablet held upright, panels beside the map would leave no map to draw on. */
  const editsBelow = useMediaQuery('(max-width: 61.99em)') ?? false
  const [panelOpen, setPanelOpen] = useState(false)
  const [sheetStop, setSheetStop] = useState<SheetStop>(0.45)
  const [followed, setFollowed] = useState<string | null>(null)
  const [draft, setDraft] = useState<ImportDraft>(NO_DRAFT)
  const [importing, setImporting] = useState(false)
  const [historyOpen, setHistoryOpen] = useState(false)
  const [exporting, setExporting] = useState(false)
  const past = usePast()
  const [rastersOpen, setRastersOpen] = useState(false)
  const mayEdit = rights.mayEditMap || rights.mayEditRoads || rights.mayEditNotes
  const editor = useEditDoor(mayEdit)
  const view = useRef<ViewState | null>(null)
  // A link to a thing opens at that thing.
  const [linkedTo] = useState(() =>
    choice.at === null && choice.selection?.kind === 'feature' ? [choice.selection.id] : undefined,
  )
  const getMap = useCallback(() => map.current, [])
  const getView = useCallback(() => view.current, [])
  const dock = useElementSize<HTMLDivElement>()
  const page = useElementSize<HTMLDivElement>()
  const vehicleToShow = useRef<string | null>(null)

  const [place, setPlace] = useState<Position | null>(null)
  const showsGrass = choice.grass && rights.seesOperations
  const grass = useGrass(showsGrass, course)
  const cell = place === null ? null : grass.reading?.cutBelow(place)

  const missions = useOpenMissions()
  const chosenDay = choice.day ?? time.dayOf(now)
  const selectedMission = choice.selection?.kind === 'mission' ? choice.selection.id : null
  const onMap = missions.filter(
    mission =>
      (choice.statuses.length === 0 || choice.statuses.includes(mission.status)) &&
      (choice.vehicle === null || mission.mowerId === choice.vehicle) &&
      (isActive(mission.status) ||
        mission.id === selectedMission ||
        mission.startsAt === null ||
        time.dayOf(mission.startsAt) === chosenDay),
  )
  const drawings = useMissionDrawings({ missions: onMap, features, machines, now })
  const layers = useMemo(() => new Set(LAYERS.filter(layer => !choice.hidden.includes(layer))), [choice.hidden])
  const { types, hole } = choice
  const shows = useMemo(() => passesFilters({ types, hole }), [types, hole])
  const holes = useMemo(
    () =>
      features
        .filter((feature): feature is Hole => feature.kind === 'hole')
        .sort((a, b) => a.properties.sort - b.properties.sort),
    [features],
  )
  const vehicles = useMemo(
    () => [...machines.mowers, ...machines.carts].map(({ id, name }) => ({ id, name })),
    [machines.mowers, machines.carts],
  )
  const titles = useMemo(() => new Map(features.map(feature => [feature.id, featureTitle(feature)])), [features])
  const titleOf = useCallback((id: string) => titles.get(id), [titles])

  const select = (selection: MapObject | null): void => {
    if (selection !== null) {
      setPanelOpen(false)
      if (choice.selection === null) setSheetStop(0.45)
    }
    change({ selection })
  }
  const showMission = (mission: Mission): void => map.current?.fitFeatures([mission.target.featureId])
  const pickMission = (mission: Mission): void => {
    select({ kind: 'mission', id: mission.id })
    showMission(mission)
  }
  /** What opens beside the map takes the place of the control panel where there is no room for both. */
  const beside = (open: (isOpen: boolean) => void): void => {
    setPanelOpen(false)
    open(true)
  }
  /** The editor has panels of its own at that side. */
  const openEditor = (): void => {
    setHistoryOpen(false)
    setExporting(false)
    setImporting(false)
    setDraft(NO_DRAFT)
    editor.open()
  }
  const follow = (id: string | null): void => {
    setFollowed(id)
    map.current?.follow(id)
  }
  const lookBack = (atMs: number): void =>
    change({ replay: new Date(atMs).toISOString(), selection: null, at: view.current })
  const showRaster = (raster: Raster): void => {
    setRastersOpen(false)
    change(raster.kind === 'orthophoto' ? { base: 'orthophoto', photo: raster.id } : { base: 'hillshade' })
    if (raster.bounds !== null) map.current?.fitBounds(raster.bounds)
  }
  const context: InspectorContext = {
    course,
    machines,
    missions,
    rights,
    now,
    map: getMap,
    followed,
    onFollow: follow,
    onSelect: select,
    onClose: () => select(null),
    onShowMission: showMission,
  }
  const { selection } = choice
  const hasDock = machines.mowers.length > 0 || machines.carts.length > 0
  const dockShown = hasDock && !(isPhone && (selection !== null || panelOpen)) && !(editsBelow && editor.isOpen)
  const dockPx = dockShown ? dock.height + (isPhone ? 8 : GAP_PX) : 0
  const showsInspector = selection !== null && (isWide || !panelOpen)
  const padding = useRoomOfMap({
    isWide,
    isPhone,
    editsBelow,
    isEditing: editor.isOpen,
    hasSheetBeside: importing || historyOpen,
    hasCardBeside: (showsInspector && !editor.isOpen) || (editor.hasPanel && !editsBelow),
    sheetPx:
      importing || historyOpen
        ? LOW_SHEET_SHARE * page.height + 8
        : selection === null
          ? 0
          : Math.min(sheetStop, 0.45) * page.height,
    dockPx,
  })
  // After the map has learnt what its panels hide.
  useEffect(() => {
    if (vehicleToShow.current === null || selection?.id !== vehicleToShow.current) return
    map.current?.showVehicle(vehicleToShow.current)
    vehicleToShow.current = null
  }, [selection])
  const sideBottom = MARGIN_PX + dockPx
  const wait = (
    <div className={`${classes.card} ${classes.wait}`}>
      <LoadingState />
    </div>
  )

  // The course first: what stands beside it comes with the first picture of it.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  const panel = isDrawn && (
    <Suspense fallback={<LoadingState />}>
      <SidePanel
        door={door}
        course={course}
        holes={holes}
        rasters={rasters}
        mowers={machines.mowers}
        vehicles={vehicles}
        rights={rights}
        now={now}
        isEditing={editor.isOpen}
        onImport={() => beside(setImporting)}
        onExport={() => beside(setExporting)}
        onHistory={() => beside(setHistoryOpen)}
        onRasters={() => setRastersOpen(true)}
        onMission={pickMission}
        {...(isWide ? {} : { onClose: () => setPanelOpen(false) })}
      />
    </Suspense>
  )

  return (
    <div ref={page.ref} className={classes.page}>
      <CourseMapView
        ref={map}
        label={t('map.title')}
        layers={layers}
        base={choice.base}
        ground={choice}
        onlyVehicle={choice.vehicle}
        shows={shows}
        missions={drawings}
        draft={draft.features}
        grass={grass.reading?.memories ?? null}
        onTap={setPlace}
        {...(showsGrass
          ? {
              legend: (
                <Suspense>
                  <GrassLegend
                    state={grass.error != null ? 'failed' : grass.reading === null ? 'loading' : 'shown'}
                    cell={cell}
                    mowerName={machines.mowers.find(({ id }) => id === cell?.mowerId)?.name}
                    now={now}
                  />
                </Suspense>
              ),
            }
          : {})}
        comparison={past.comparison}
        {...(past.features === null ? {} : { features: past.features })}
        {...(editor.shown === null ? {} : { features: editor.shown })}
        onView={next => {
          view.current = next
        }}
        selection={selection}
        onSelect={select}
        onFollowEnd={() => setFollowed(null)}
        padding={padding}
        controls={isPhone ? 'none' : 'full'}
        isQuiet={!editor.isOpen && !importing && !exporting && !historyOpen && !rastersOpen}
        linkTo={view => `/map?${new URLSearchParams(writeMapChoice({ ...choice, at: view }))}`}
        {...(choice.at === null ? {} : { startAt: choice.at })}
        {...(linkedTo === undefined ? {} : { fitTo: linkedTo })}
      />
      {isWide && (
        <aside
          className={`${classes.card} ${classes.left}`}
          style={{ bottom: sideBottom }}
          aria-label={t('map.layers.title')}
        >
          {panel}
        </aside>
      )}
      {!isWide && (
        <MapButtons
          isPhone={isPhone}
          panelOpen={panelOpen}
          onPanel={() => setPanelOpen(open => !open)}
          onFit={() => map.current?.fitAll()}
          {...(hasDock && rights.seesOperations && !editor.isOpen
            ? { onReplay: () => lookBack(Date.now() - LOOK_BACK_MS) }
            : {})}
          {...(mayEdit && !editor.isOpen ? { onEdit: openEditor } : {})}
        />
      )}
      {!isWide && !isPhone && panelOpen && (
        <aside
          className={`${classes.card} ${classes.left}`}
          style={{ bottom: sideBottom }}
          aria-label={t('map.layers.title')}
        >
          {panel}
        </aside>
      )}
      {editor.isOpen
        ? !course.isPending && (
            <Suspense fallback={wait}>
              <Editing
                door={editor}
                course={course}
                missions={missions}
                rights={rights}
                map={getMap}
                view={getView}
                shows={shows}
                layers={layers}
                selection={selection}
                onSelect={select}
                padding={padding}
                bottomPx={sideBottom}
                isPhone={editsBelow}
              />
            </Suspense>
          )
        : mayEdit &&
          !isPhone && (
            <button
              type="button"
              className={barClasses.open}
              style={{ top: 16, left: isWide ? LEFT_PX + MARGIN_PX + GAP_PX : 76 }}
              onClick={openEditor}
            >
              <IconPencil size={20} aria-hidden />
              {t('map.edit.open')}
            </button>
          )}
      {!isPhone && showsInspector && !editor.isOpen && (
        <aside
          className={`${classes.card} ${classes.right}`}
          style={{ maxHeight: `calc(100% - ${MARGIN_PX + sideBottom}px)` }}
        >
          <Suspense fallback={<LoadingState />}>
            <Inspector thing={selection} context={context} />
          </Suspense>
        </aside>
      )}
      {dockShown && (
        <div ref={dock.ref} className={`${classes.card} ${classes.dock}`}>
          <Dock
            machines={machines}
            missions={missions}
            titleOf={titleOf}
            selection={selection}
            onSelect={thing => {
              vehicleToShow.current = thing.id
              select(thing)
            }}
          />
          {!isPhone && rights.seesOperations && (
            <Suspense fallback={<div className={classes.timeBar} />}>
              <LiveTimeBar missions={missions} onReplay={lookBack} />
            </Suspense>
          )}
        </div>
      )}
      {isPhone && panelOpen && (
        <Suspense fallback={wait}>
          <SnapSheet
            label={t('map.layers.title')}
            stop={0.9}
            onStop={() => undefined}
            onClose={() => setPanelOpen(false)}
          >
            {panel}
          </SnapSheet>
        </Suspense>
      )}
      {isPhone && !panelOpen && !editor.isOpen && selection !== null && (
        <Suspense fallback={wait}>
          <SnapSheet label={t('map.sheet.details')} stop={sheetStop} onStop={setSheetStop} onClose={() => select(null)}>
            <Suspense fallback={<LoadingState />}>
              <Inspector thing={selection} context={context} />
            </Suspense>
          </SnapSheet>
        </Suspense>
      )}
      {rastersOpen && (
        <Suspense fallback={wait}>
          <RasterSheet onClose={() => setRastersOpen(false)} onShow={showRaster} />
        </Suspense>
      )}
      {historyOpen && (
        <Suspense fallback={wait}>
          <HistoryPanel
            past={past}
            course={course}
            mayEdit={rights.mayEditMap}
            map={getMap}
            onClose={() => setHistoryOpen(false)}
          />
        </Suspense>
      )}
      {exporting && (
        <Suspense fallback={wait}>
          <ExportDialog course={course} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {importing && (
        <Suspense fallback={wait}>
          <ImportDialog
            course={course}
            draft={draft}
            onDraft={setDraft}
            map={getMap}
            onClose={() => {
              setImporting(false)
              setDraft(NO_DRAFT)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The state of the live map: its panels, its missions, its selection, and the actions that panels call. */

import type { Raster } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { useElementSize } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCan } from '../../api/index.ts'
import type { MapObject, ViewState } from '../../map-canvas/scene.ts'
import type { CourseMapHandle } from '../../map-view/CourseMapView.tsx'
import { useNow } from '../../ui/index.ts'
import { useEditing } from './editing/useEditing.ts'
import { usePast } from './history/usePast.ts'
import { useWindows, type WindowName } from './MapWindows.tsx'
import { GAP_PX, LOW_SHEET_SHARE, MARGIN_PX, useMapPadding } from './mapPadding.ts'
import type { InspectorContext, Rights } from './panels/inspectorContext.ts'
import type { PlaceOnMap } from './panels/placesOnMap.ts'
import type { SheetStop } from './panels/sheetStops.ts'
import { useDriveTo } from './useDriveTo.ts'
import type { MapState } from './useMapChoice.ts'
import { useMapScene, useMapScreen } from './useMapScene.ts'
import { useShownMissions } from './useShownMissions.ts'

/** The person's rights on the map; the server decides, this hides what it would refuse. */
const useRights = (): Rights => ({
  seesOperations: useCan('operations.read'),
  mayStop: useCan('mowers.stop'),
  mayOperate: useCan('mowers.operate'),
  mayPlan: useCan('missions.plan'),
  mayEditMap: useCan('map.edit'),
  mayEditRoads: useCan('map.editRoads'),
  mayEditNotes: useCan('map.editNotes'),
  mayEditMowers: useCan('mowers.edit'),
  mayEditCarts: useCan('carts.edit'),
})

/** A phone's sheet opens at this share of the page. */
const SHEET_STOP = 0.45

/** The panels of the live map and the space that they take from it. */
function usePanels(selection: MapObject | null, mayEdit: boolean, hasVehicles: boolean) {
  const screen = useMapScreen()
  const { isPhone, editsBelow } = screen
  const windows = useWindows()
  const editing = useEditing(mayEdit)
  // The map is for drawing then: the control panel is behind its button, the dock away.
  const isWide = screen.isWide && !editing.isOpen
  const [panelOpen, setPanelOpen] = useState(false)
  const [sheetStop, setSheetStop] = useState<SheetStop>(SHEET_STOP)
  const dock = useElementSize<HTMLDivElement>()
  const page = useElementSize<HTMLDivElement>()
  const showsDock = hasVehicles && !(isPhone && (selection !== null || panelOpen)) && !editing.isOpen
  const dockPx = showsDock ? dock.height + (isPhone ? 8 : GAP_PX) : 0
  const showsInspector = selection !== null && (isPhone ? !panelOpen : isWide || !panelOpen)
  const selectionPx = selection === null ? 0 : Math.min(sheetStop, SHEET_STOP) * page.height
  const padding = useMapPadding({
    ...screen,
    isWide,
    isEditing: editing.isOpen,
    hasSheetBeside: windows.hasSheet,
    hasCardBeside: (showsInspector && !editing.isOpen) || (editing.hasPanel && !editsBelow),
    sheetPx: windows.hasSheet ? LOW_SHEET_SHARE * page.height + 8 : selectionPx,
    dockPx,
  })
  return {
    ...screen,
    isWide,
    windows,
    editing,
    panelOpen,
    setPanelOpen,
    sheetStop,
    setSheetStop,
    dockRef: dock.ref,
    pageRef: page.ref,
    showsDock,
    showsInspector: showsInspector && !editing.isOpen,
    padding,
    bottomPx: MARGIN_PX + dockPx,
    /** On a narrow screen, a window beside the map closes the control panel. */
    openWindow: (name: WindowName): void => {
      if (name !== 'rasters') setPanelOpen(false)
      windows.open(name)
    },
    openEditor: (): void => {
      windows.closeSheets()
      setPanelOpen(false)
      editing.open()
    },
  }
}

/** Everything that the live map does with its canvas and its choice. */
export function useLivePage({ choice, change }: MapState) {
  const scene = useMapScene(choice)
  const { course, machines } = scene
  const rights = useRights()
  const now = useNow(15_000)
  const map = useRef<CourseMapHandle>(null)
  const view = useRef<ViewState | null>(null)
  const getMap = useCallback(() => map.current, [])
  const getView = useCallback(() => view.current, [])
  const past = usePast()
  const { missions, drawings } = useShownMissions(choice, scene, now)
  const mayEdit = rights.mayEditMap || rights.mayEditRoads || rights.mayEditNotes
  const { selection } = choice
  const panels = usePanels(selection, mayEdit, machines.mowers.length > 0 || machines.carts.length > 0)
  const [followed, setFollowed] = useState<string | null>(null)

  const drive = useDriveTo()

  const select = (next: MapObject | null): void => {
    // The press belongs to the drive.
    if (drive.mower !== null) return
    if (next !== null) {
      panels.setPanelOpen(false)
      if (selection === null) panels.setSheetStop(SHEET_STOP)
    }
    change({ selection: next })
  }
  // After the map knows the space that its panels take.
  const vehicleToShow = useRef<string | null>(null)
  useEffect(() => {
    if (vehicleToShow.current === null || selection?.id !== vehicleToShow.current) return
    map.current?.showVehicle(vehicleToShow.current)
    vehicleToShow.current = null
  }, [selection])
  const selectVehicle = (thing: MapObject): void => {
    vehicleToShow.current = thing.id
    select(thing)
  }
  /** What the person looks for is shown, although a layer or a filter hid it. */
  const pickPlace = ({ thing, layer }: PlaceOnMap): void => {
    const feature = course.features.find(({ id }) => id === thing.id)
    const isFiltered = feature !== undefined && !scene.shows(feature)
    const isHidden = layer !== undefined && choice.hidden.includes(layer)
    if (isHidden || isFiltered || choice.vehicle !== null)
      change(now => ({
        hidden: now.hidden.filter(id => id !== layer),
        vehicle: null,
        ...(isFiltered ? { types: [], hole: null } : {}),
      }))
    if (thing.kind !== 'feature') {
      selectVehicle(thing)
      return
    }
    select(thing)
    map.current?.fitFeatures([thing.id])
  }
  const showMission = (mission: Mission): void => map.current?.fitFeatures([mission.target.featureId])
  const context: InspectorContext = {
    course,
    machines,
    missions,
    rights,
    now,
    map: getMap,
    followed,
    onFollow: id => {
      setFollowed(id)
      map.current?.follow(id)
    },
    onSelect: select,
    onClose: () => select(null),
    onShowMission: showMission,
    onDriveTo: mower => {
      // Its panel would cover the map on a phone.
      change({ selection: null })
      drive.ask(mower)
    },
  }
  return {
    scene,
    rights,
    now,
    map,
    view,
    getMap,
    getView,
    past,
    missions,
    drawings,
    mayEdit,
    panels,
    select,
    context,
    drive,
    endDrive: (): void => {
      const { mower } = drive
      drive.end()
      if (mower !== null) change({ selection: { kind: 'mower', id: mower.id } })
    },
    endFollow: () => setFollowed(null),
    selectVehicle,
    pickPlace,
    pickMission: (mission: Mission): void => {
      select({ kind: 'mission', id: mission.id })
      showMission(mission)
    },
    lookBack: (atMs: number): void =>
      change({ replay: new Date(atMs).toISOString(), selection: null, at: view.current }),
    showRaster: (raster: Raster): void => {
      panels.windows.close('rasters')
      change(raster.kind === 'orthophoto' ? { base: 'orthophoto', photo: raster.id } : { base: 'hillshade' })
      if (raster.bounds !== null) map.current?.fitBounds(raster.bounds)
    },
  }
}

export type LivePageState = ReturnType<typeof useLivePage>

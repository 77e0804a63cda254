/** The drawn course as a React component: data in, selections out. The map page and the mission form both embed it. */
import type { CourseFeature, GrassMemory, MapSettings, Position } from '@greensward/domain'
import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { liveStore, session, type VehicleView } from '../api/index.ts'
import type { CourseCanvas, StartView } from '../map-canvas/canvasTypes.ts'
import { createCourseCanvas } from '../map-canvas/courseCanvas.ts'
import type { EditSession, EditSurface } from '../map-canvas/editSurface.ts'
import type { GroundPoint } from '../map-canvas/rasterMessages.ts'
import type { RasterAccess } from '../map-canvas/rasterReader.ts'
import {
  type Base,
  type BaseDrawing,
  type BaseMapState,
  type ComparisonDrawing,
  LAYERS,
  type MapObject,
  type MissionDrawing,
  type Padding,
  type PlayerDrawing,
  type PreviewDrawing,
  type ShownLayers,
  type VehicleLook,
  type ViewState,
} from '../map-canvas/scene.ts'
import type { MarkWords } from '../map-canvas/vehicleMarks.ts'
import { ErrorState, LoadingState, useMeasure } from '../ui/index.ts'
import { ageText } from './ageText.ts'
import classes from './CourseMapView.module.css'
import { useBases, useCourse, useMachines } from './courseReadings.ts'
import { colourAt } from './grassAge.ts'
import { makeLiveValue } from './liveValue.ts'
import { CONTROLS_PX, MapControls } from './MapControls.tsx'
import { MapFooter } from './MapFooter.tsx'
import { useFreePart } from './useFreePart.ts'
import { type GroundChoice, NEWEST_PHOTO, useGround } from './useGround.ts'

const NewBaseMap = lazy(() => import('./NewBaseMap.tsx'))
const RasterSwipe = lazy(() => import('./RasterSwipe.tsx').then(module => ({ default: module.RasterSwipe })))

/** The commands that a screen can send to its map. */
export type CourseMapHandle = Pick<
  CourseCanvas,
  | 'fitAll'
  | 'fitFeatures'
  | 'fitHole'
  | 'fitDraft'
  | 'fitComparison'
  | 'fitBounds'
  | 'slopeOf'
  | 'goTo'
  | 'showVehicle'
  | 'follow'
  | 'zoomBy'
  | 'flyTo'
  | 'turnNorth'
  | 'putOwn'
  | 'sketch'
  | 'focus'
> & {
  /** Null while the map is not drawn yet. */
  readonly edit: (session: EditSession) => EditSurface | null
}

/** Positions of vehicles that change: live ones, or those of a replay. */
export interface VehicleSource {
  readonly all: () => readonly VehicleView[]
  readonly subscribe: (listener: () => void) => () => void
}

export interface CourseMapViewProps {
  readonly ref?: Ref<CourseMapHandle>
  /** The accessible name of the map. */
  readonly label: string
  readonly layers?: ShownLayers
  readonly base?: Base
  /** Which pictures from the air, and how opaque. */
  readonly ground?: GroundChoice
  /** The access to those pictures; the session's by default. Only its first value counts. */
  readonly access?: RasterAccess
  /** Features that it leaves out are neither drawn nor found. */
  readonly shows?: (feature: CourseFeature) => boolean
  readonly missions?: readonly MissionDrawing[]
  /** A plan that is not stored yet, with its working width. */
  readonly preview?: PreviewDrawing | null
  readonly previewWidthM?: number
  /** Shown instead of the stored course while it is being edited. */
  readonly features?: readonly CourseFeature[]
  /** Features to look at before they are stored. */
  readonly draft?: readonly CourseFeature[]
  /** The age of the last cut on the ground. */
  readonly grass?: readonly GrassMemory[] | null
  /** Two states of some features, one over the other. */
  readonly comparison?: ComparisonDrawing | null
  /** Marks of a golfer's screen. */
  readonly player?: PlayerDrawing | null
  /** Shown instead of the stored bases while one of them is being edited. */
  readonly bases?: readonly BaseDrawing[]
  readonly showVehicles?: boolean
  /** The positions of vehicles; the live ones by default. */
  readonly vehicles?: VehicleSource
  /** How vehicles look that are not of the garage, by their ids. */
  readonly guests?: ReadonlyMap<string, VehicleLook>
  /** Leaves out every vehicle but this one. */
  readonly onlyVehicle?: string | null
  readonly selection?: MapObject | null
  readonly onSelect?: (thing: MapObject | null) => void
  readonly onTap?: (at: Position) => void
  readonly onFollowEnd?: () => void
  readonly onView?: (view: ViewState) => void
  /** Brings these features into view now and whenever the list changes. */
  readonly fitTo?: readonly string[]
  /** Opens here instead of at the whole course. */
  readonly startAt?: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>
  /** The area behind floating panels, in pixels. */
  readonly padding?: Padding
  /** The height of a toolbar at the top, beside the controls of the map, in pixels. */
  readonly toolbarPx?: number
  /** `full` has compass, ruler and link; `plain` only zoom and fit. */
  readonly controls?: 'full' | 'plain' | 'none'
  /** The width of buttons of the page's own at the right, in pixels: no name or credit is under them. */
  readonly buttonsPx?: number
  /** Makes an address that leads to this very view. */
  readonly linkTo?: (view: ViewState) => string
  /** Reads the rest again when the person retries a course that failed to load. */
  readonly onReadAgain?: () => void
  /** Shown at the lower left, beside the scale. */
  readonly legend?: ReactNode
  /** A reload of the page would lose nothing. */
  readonly isQuiet?: boolean
}

/** The layers of a map without a choice. */
const USUAL_LAYERS: ShownLayers = new Set(LAYERS.filter(layer => layer !== 'contours' && layer !== 'player'))
const NO_MISSIONS: readonly MissionDrawing[] = []
const NO_FEATURES: readonly CourseFeature[] = []
const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 }
const SHOWS_ALL = (): boolean => true

const OF_SESSION: RasterAccess = {
  path: '/api/rasters',
  key: () => session.state().accessToken?.token,
  renewed: async used => {
    await session.renewedAfter(used)
    return session.state().accessToken?.token
  },
}

export function CourseMapView(props: CourseMapViewProps) {
  const { settings, error, isPending, readAgain } = useCourse()
  const { t } = useTranslation()
  const { startAt, onReadAgain } = props
  const [first] = useState(startAt)
  if (isPending) {
    return (
      <div className={classes.state}>
        <LoadingState label={t('map.loading')} />
      </div>
    )
  }
  if (error !== null || settings === undefined) {
    return (
      <div className={classes.state}>
        <ErrorState
          error={error}
          onRetry={() => {
            readAgain()
            onReadAgain?.()
          }}
        />
      </div>
    )
  }
  const start: StartView = {
    centre: first?.centre ?? [settings.centerLon, settings.centerLat],
    zoom: first?.zoom ?? settings.defaultZoom,
    rotationDeg: first?.rotationDeg ?? settings.degree,
    minZoom: Math.min(settings.minZoom, settings.maxZoom),
    maxZoom: Math.max(settings.minZoom, settings.maxZoom),
  }
  return <ReadyMap {...props} start={start} />
}

type ReadyMapProps = CourseMapViewProps & { readonly start: StartView }

/** The canvas in its element. The callbacks of the latest render are the ones that it calls. */
function useCanvas(
  { start, access = OF_SESSION, onSelect, onTap, onFollowEnd, onView }: ReadyMapProps,
  words: MarkWords,
) {
  const still = useReducedMotion()
  const element = useRef<HTMLDivElement>(null)
  const [canvas, setCanvas] = useState<CourseCanvas | null>(null)
  const [view, setView] = useState<ViewState | null>(null)
  const [rasterState, setRasterState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [baseMapState, setBaseMapState] = useState<BaseMapState>('shown')
  const [point] = useState(() => makeLiveValue<GroundPoint | null>(null))
  const latest = useRef({ onSelect, onTap, onFollowEnd, onView })
  latest.current = { onSelect, onTap, onFollowEnd, onView }
  const opening = useRef({ start, still, access })
  const firstWords = useRef(words)
  useEffect(() => {
    if (element.current === null) return
    const made = createCourseCanvas(element.current, {
      start: opening.current.start,
      still: opening.current.still,
      words: firstWords.current,
      access: opening.current.access,
      onSelect: thing => latest.current.onSelect?.(thing),
      onTap: at => latest.current.onTap?.(at),
      onFollowEnd: () => latest.current.onFollowEnd?.(),
      onRaster: setRasterState,
      onBaseMap: setBaseMapState,
      onPoint: point.set,
      onView: next => {
        setView(next)
        latest.current.onView?.(next)
      },
    })
    setCanvas(made)
    return () => {
      setCanvas(null)
      made.stop()
    }
  }, [point])

  return { element, canvas, view, point, rasterState, baseMapState }
}

/** Brings the wanted features, or the whole course, into view once they are there. Returns the wanted ones as text. */
function useFit(canvas: CourseCanvas | null, hasFeatures: boolean, { fitTo, startAt }: CourseMapViewProps): string {
  const wholeShown = useRef(startAt !== undefined)
  const fitKey = fitTo?.join(' ') ?? ''
  useEffect(() => {
    if (canvas === null || !hasFeatures) return
    if (fitKey !== '') canvas.fitFeatures(fitKey.split(' '))
    else if (!wholeShown.current) canvas.fitAll(false)
    wholeShown.current = true
  }, [canvas, hasFeatures, fitKey])
  return fitKey
}

function useVehiclePositions(canvas: CourseCanvas | null, isShown: boolean, vehicles: VehicleSource): void {
  useEffect(() => {
    if (canvas === null || !isShown) return
    const put = (): void => canvas.putVehicles(vehicles.all())
    put()
    const end = vehicles.subscribe(put)
    return () => {
      end()
      canvas.putVehicles([])
    }
  }, [canvas, isShown, vehicles])
}

function useLimits(canvas: CourseCanvas | null, settings: MapSettings | undefined): void {
  useEffect(() => {
    if (settings === undefined) return
    const { minZoom, maxZoom, topLeftLon, topLeftLat, bottomRightLon, bottomRightLat } = settings
    canvas?.setLimits({
      minZoom,
      maxZoom,
      topLeft: [topLeftLon, topLeftLat],
      bottomRight: [bottomRightLon, bottomRightLat],
    })
  }, [canvas, settings])
}

function useHandle(ref: Ref<CourseMapHandle> | undefined, canvas: CourseCanvas | null): void {
  useImperativeHandle(ref, () => {
    const ready = (): CourseCanvas => {
      if (canvas === null) throw new Error('The map is not drawn yet.')
      return canvas
    }
    return {
      fitAll: flies => canvas?.fitAll(flies),
      fitFeatures: ids => canvas?.fitFeatures(ids),
      fitHole: (id, holeView, baseAngleDeg) => canvas?.fitHole(id, holeView, baseAngleDeg),
      fitDraft: () => canvas?.fitDraft(),
      fitComparison: () => canvas?.fitComparison(),
      fitBounds: bounds => canvas?.fitBounds(bounds),
      slopeOf: polygon => canvas?.slopeOf(polygon) ?? Promise.resolve(null),
      goTo: position => canvas?.goTo(position),
      showVehicle: id => canvas?.showVehicle(id),
      follow: id => canvas?.follow(id),
      zoomBy: steps => canvas?.zoomBy(steps),
      flyTo: next => canvas?.flyTo(next),
      turnNorth: () => canvas?.turnNorth(),
      putOwn: own => canvas?.putOwn(own),
      sketch: options => ready().sketch(options),
      focus: () => canvas?.focus(),
      edit: session => canvas?.edit(session) ?? null,
    }
  }, [canvas])
}

/** Puts the data and the choices of the page onto the canvas whenever they change. */
function useDrawnData(
  canvas: CourseCanvas | null,
  props: CourseMapViewProps,
  free: Padding,
): { readonly hasFeatures: boolean } {
  const { features: edited, layers = USUAL_LAYERS, shows = SHOWS_ALL, missions = NO_MISSIONS } = props
  const { preview = null, previewWidthM = 3, draft = NO_FEATURES, comparison = null, player = null } = props
  const { grass = null, showVehicles = true, vehicles = liveStore, onlyVehicle = null, selection = null } = props
  const { guests } = props
  const { features: stored, zoneTypes, settings } = useCourse()
  const features = edited ?? stored
  const { looks } = useMachines()
  const storedBases = useBases()
  const bases = props.bases ?? storedBases
  const scheme = useComputedColorScheme('light')
  // A golfer reads it in the sun, independent of the tablet's setting.
  const isDark = scheme === 'dark' && player === null
  useEffect(() => canvas?.setDark(isDark), [canvas, isDark])
  const controlsPx = props.controls === 'none' ? (props.buttonsPx ?? 0) : CONTROLS_PX
  useEffect(() => canvas?.setPadding(free, controlsPx), [canvas, free, controlsPx])
  useEffect(() => canvas?.onlyVehicle(onlyVehicle), [canvas, onlyVehicle])
  useEffect(() => canvas?.putFeatures(features, zoneTypes), [canvas, features, zoneTypes])
  useEffect(() => canvas?.showLayers(layers), [canvas, layers])
  useEffect(() => canvas?.showOnly(shows), [canvas, shows])
  useEffect(() => canvas?.putMissions(missions), [canvas, missions])
  useEffect(() => canvas?.putPreview(preview, previewWidthM), [canvas, preview, previewWidthM])
  useEffect(() => canvas?.putDraft(draft, zoneTypes), [canvas, draft, zoneTypes])
  useEffect(() => canvas?.putGrass(grass, colourAt(new Date())), [canvas, grass])
  useEffect(() => canvas?.putComparison(comparison), [canvas, comparison])
  useEffect(() => canvas?.putPlayer(player), [canvas, player])
  useEffect(() => canvas?.putBases(bases), [canvas, bases])
  useEffect(() => canvas?.select(selection), [canvas, selection])
  const allLooks = useMemo(() => (guests === undefined ? looks : new Map([...looks, ...guests])), [looks, guests])
  useEffect(() => canvas?.putLooks(allLooks), [canvas, allLooks])
  useLimits(canvas, settings)
  useVehiclePositions(canvas, showVehicles, vehicles)
  return { hasFeatures: features.length > 0 }
}

function ReadyMap(props: ReadyMapProps) {
  const { ref, label, layers = USUAL_LAYERS, base = 'orthophoto', ground: groundChoice = NEWEST_PHOTO } = props
  const { access = OF_SESSION, padding = NO_PADDING, controls = 'full', linkTo, legend, isQuiet = false } = props
  const { t } = useTranslation()
  const measure = useMeasure()
  const words = useMemo(() => ({ age: (ageMs: number) => ageText(ageMs, t), speed: measure.speed }), [t, measure])
  const { element, canvas, view, point, rasterState, baseMapState } = useCanvas(props, words)
  const ground = useGround(base, groundChoice, layers, access.path)
  const address = useRef(window.location.href)
  address.current = view === null || linkTo === undefined ? window.location.href : linkTo(view)
  const openAgain = useCallback(() => window.location.replace(address.current), [])
  useEffect(() => canvas?.setWords(words), [canvas, words])
  useEffect(() => canvas?.showGround(ground.drawing), [canvas, ground.drawing])
  const { footerRef, free } = useFreePart(padding, legend, props.toolbarPx)
  const { hasFeatures } = useDrawnData(canvas, props, free)
  const fitKey = useFit(canvas, hasFeatures, props)
  useHandle(ref, canvas)
  return (
    <section className={classes.view} aria-label={label}>
      <div ref={element} className={`${classes.canvas} gs-canvas`} role="application" aria-label={label} />
      {canvas !== null && controls !== 'none' && (
        <MapControls
          canvas={canvas}
          view={view}
          plain={controls === 'plain'}
          padding={padding}
          onFit={() => (fitKey === '' || controls === 'full' ? canvas.fitAll() : canvas.fitFeatures(fitKey.split(' ')))}
          {...(linkTo === undefined ? {} : { linkTo })}
        />
      )}
      <MapFooter
        ref={footerRef}
        view={view}
        padding={{ ...padding, right: padding.right + (props.buttonsPx ?? 0) }}
        legend={legend}
        note={
          ground.drawing.baseMap !== null &&
          baseMapState === 'refused' && (
            <Suspense>
              <NewBaseMap address={ground.drawing.baseMap.url} isQuiet={isQuiet} reopen={openAgain} />
            </Suspense>
          )
        }
        credits={ground.credits}
        opensCredits={(props.player ?? null) === null}
        failed={[
          ...(ground.drawing.picture !== null && rasterState === 'failed' ? [t('map.rasterFailed')] : []),
          ...(ground.drawing.baseMap !== null && baseMapState === 'failed' ? [t('map.baseMapFailed')] : []),
        ]}
        point={point}
      />
      {canvas !== null && ground.compared !== undefined && (
        <Suspense>
          <RasterSwipe canvas={canvas} left={ground.picture} right={ground.compared} padding={padding} />
        </Suspense>
      )}
    </section>
  )
}

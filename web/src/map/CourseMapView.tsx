/** The drawn course as a React component: data in, selections out. The map page and the mission form both embed it. */
import type { CourseFeature } from '@greensward/domain'
import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveStore, session } from '../api/index.ts'
import { ErrorState, LoadingState, useMeasure } from '../ui/index.ts'
import classes from './CourseMapView.module.css'
import type { CourseCanvas, StartView } from './canvas/canvasDoor.ts'
import { createCourseCanvas } from './canvas/courseCanvas.ts'
import {
  type Base,
  LAYERS,
  type LayerId,
  type MissionDrawing,
  type Padding,
  type PreviewDrawing,
  type Thing,
  type ViewState,
} from './canvas/scene.ts'
import { useCourse, useMachines, useRasters } from './courseReadings.ts'
import { ageText } from './panels/ageText.ts'
import { MapControls } from './panels/MapControls.tsx'
import { MapFooter } from './panels/MapFooter.tsx'

/** What a screen may ask of its map. */
export type CourseMapHandle = Pick<
  CourseCanvas,
  | 'fitAll'
  | 'fitFeatures'
  | 'fitHole'
  | 'fitDraft'
  | 'goTo'
  | 'showVehicle'
  | 'follow'
  | 'zoomBy'
  | 'turnNorth'
  | 'sketch'
  | 'reshape'
>

export interface CourseMapViewProps {
  readonly ref?: Ref<CourseMapHandle>
  /** The accessible name of the map. */
  readonly label: string
  readonly layers?: ReadonlySet<LayerId>
  readonly base?: Base
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
  readonly showVehicles?: boolean
  readonly selection?: Thing | null
  readonly onSelect?: (thing: Thing | null) => void
  readonly onFollowEnd?: () => void
  readonly onView?: (view: ViewState) => void
  /** Brings these features into view now and whenever the list changes. */
  readonly fitTo?: readonly string[]
  /** Begins here instead of at the whole course. */
  readonly startAt?: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'>
  /** What floats above the map and hides it, in pixels. */
  readonly padding?: Padding
  /** `full` has compass, ruler and link; `plain` only zoom and fit. */
  readonly controls?: 'full' | 'plain' | 'none'
  /** Makes an address that leads to this very view. */
  readonly linkTo?: (view: ViewState) => string
  /** Stands at the lower left, beside the scale. */
  readonly legend?: ReactNode
}

const ALL_LAYERS: ReadonlySet<LayerId> = new Set(LAYERS)
const NO_MISSIONS: readonly MissionDrawing[] = []
const NO_FEATURES: readonly CourseFeature[] = []
const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 }
const SHOWS_ALL = (): boolean => true

const keys = {
  key: () => session.state().accessToken?.token,
  renewed: async (used: string | undefined) => {
    await session.renewedAfter(used)
    return session.state().accessToken?.token
  },
}

export function CourseMapView(props: CourseMapViewProps) {
  const { settings, error, isPending, readAgain } = useCourse()
  const { t } = useTranslation()
  const { startAt } = props
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
        <ErrorState error={error} onRetry={readAgain} />
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

function ReadyMap({
  ref,
  label,
  layers = ALL_LAYERS,
  base = 'orthophoto',
  shows = SHOWS_ALL,
  missions = NO_MISSIONS,
  features: edited,
  preview = null,
  previewWidthM = 3,
  draft = NO_FEATURES,
  showVehicles = true,
  selection = null,
  onSelect,
  onFollowEnd,
  onView,
  fitTo,
  start,
  startAt,
  padding = NO_PADDING,
  controls = 'full',
  linkTo,
  legend,
}: CourseMapViewProps & { readonly start: StartView }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { features: stored, zoneTypes } = useCourse()
  const features = edited ?? stored
  const { looks } = useMachines()
  const rasters = useRasters()
  const isDark = useComputedColorScheme('light') === 'dark'
  const still = useReducedMotion()
  const element = useRef<HTMLDivElement>(null)
  const [canvas, setCanvas] = useState<CourseCanvas | null>(null)
  const [view, setView] = useState<ViewState | null>(null)
  const [rasterState, setRasterState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const asked = useRef({ onSelect, onFollowEnd, onView })
  asked.current = { onSelect, onFollowEnd, onView }
  const opening = useRef({ start, still })

  const words = useMemo(() => ({ age: (ageMs: number) => ageText(ageMs, t), speed: measure.speed }), [t, measure])
  const firstWords = useRef(words)

  useEffect(() => {
    if (element.current === null) return
    const made = createCourseCanvas(element.current, {
      start: opening.current.start,
      still: opening.current.still,
      words: firstWords.current,
      keys,
      onSelect: thing => asked.current.onSelect?.(thing),
      onFollowEnd: () => asked.current.onFollowEnd?.(),
      onRaster: setRasterState,
      onView: next => {
        setView(next)
        asked.current.onView?.(next)
      },
    })
    setCanvas(made)
    return () => {
      setCanvas(null)
      made.stop()
    }
  }, [])

  const raster = base === 'none' ? undefined : base === 'orthophoto' ? rasters.orthophoto : rasters.dem
  const rasterUrl = raster === undefined ? null : `/api/rasters/${raster.id}/file`
  useEffect(() => canvas?.setWords(words), [canvas, words])
  useEffect(() => canvas?.setDark(isDark), [canvas, isDark])
  useEffect(() => canvas?.setPadding(padding), [canvas, padding])
  useEffect(
    () =>
      canvas?.showRaster(
        rasterUrl === null ? null : { url: rasterUrl, shading: base === 'orthophoto' || base === 'none' ? null : base },
      ),
    [canvas, rasterUrl, base],
  )
  useEffect(() => canvas?.putFeatures(features, zoneTypes), [canvas, features, zoneTypes])
  useEffect(() => canvas?.showLayers(layers), [canvas, layers])
  useEffect(() => canvas?.showOnly(shows), [canvas, shows])
  useEffect(() => canvas?.putMissions(missions), [canvas, missions])
  useEffect(() => canvas?.putPreview(preview, previewWidthM), [canvas, preview, previewWidthM])
  useEffect(() => canvas?.putDraft(draft, zoneTypes), [canvas, draft, zoneTypes])
  useEffect(() => canvas?.select(selection), [canvas, selection])
  useEffect(() => canvas?.putLooks(looks), [canvas, looks])
  useEffect(() => {
    if (canvas === null || !showVehicles) return
    const put = (): void => canvas.putVehicles(liveStore.all())
    put()
    const end = liveStore.subscribe(put)
    return () => {
      end()
      canvas.putVehicles([])
    }
  }, [canvas, showVehicles])

  const hasFeatures = features.length > 0
  const wholeShown = useRef(startAt !== undefined)
  const fitKey = fitTo?.join(' ') ?? ''
  useEffect(() => {
    if (canvas === null || !hasFeatures) return
    if (fitKey !== '') canvas.fitFeatures(fitKey.split(' '))
    else if (!wholeShown.current) canvas.fitAll(false)
    wholeShown.current = true
  }, [canvas, hasFeatures, fitKey])

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
      goTo: position => canvas?.goTo(position),
      showVehicle: id => canvas?.showVehicle(id),
      follow: id => canvas?.follow(id),
      zoomBy: steps => canvas?.zoomBy(steps),
      turnNorth: () => canvas?.turnNorth(),
      sketch: options => ready().sketch(options),
      reshape: onChange => ready().reshape(onChange),
    }
  }, [canvas])

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
        view={view}
        padding={padding}
        legend={legend}
        credit={raster !== undefined && rasterState !== 'failed' ? raster.attribution : undefined}
        failed={raster !== undefined && rasterState === 'failed'}
      />
    </section>
  )
}

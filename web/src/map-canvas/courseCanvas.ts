/**
 * The drawn course. The only room that knows OpenLayers: features, missions, vehicles and choices come in as plain
 * data, selections and views go out as plain data. It holds no state of the page and no words of its own.
 */
import 'ol/ol.css'
import './canvas.css'
import type { CourseFeature } from '@greensward/domain'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { transformExtent } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import View from 'ol/View.js'
import type { CourseCanvas, CourseCanvasOptions } from './canvasTypes.ts'
import { makeCompareLayer } from './compareLayer.ts'
import { CourseShape, drawingOrder, makeCourseSource } from './courseSource.ts'
import type { EditSurface } from './editSurface.ts'
import { layerOf, makeFeatureStyles, selectedStyles } from './featureStyles.ts'
import { makeFleet } from './fleet.ts'
import { makeGrassLayer } from './grassLayer.ts'
import { makeGround } from './ground.ts'
import { handGrips } from './handGrips.ts'
import { loadedOnce } from './loadedOnce.ts'
import { drawMarks, type Target } from './marks.ts'
import { makeMissionLayer } from './missionLayer.ts'
import { makeOverlay } from './overlay.ts'
import { makeHatches } from './patterns.ts'
import type { Picked } from './pick.ts'
import { playedHoles } from './players.ts'
import { makePointer } from './pointer.ts'
import { groundMetresPerUnit, toMap, toPosition } from './project.ts'
import {
  LAYERS,
  type LayerId,
  type MapObject,
  type MissionDrawing,
  type Padding,
  type PlayerDrawing,
  type PreviewDrawing,
  sameThing,
} from './scene.ts'
import type { Sketch } from './sketch.ts'
import { keepWithinLimits } from './viewLimits.ts'
import { makeViewMoves } from './viewMoves.ts'

/** Left free around a vehicle that is shown, for its plate. */
const ROOM_PX = 70
const radians = (deg: number): number => (deg * Math.PI) / 180
const EMPTY: ReadonlyMap<string, string> = new Map()

export const createCourseCanvas = (element: HTMLElement, options: CourseCanvasOptions): CourseCanvas => {
  const { start, still, onSelect, onView } = options
  let { words } = options
  let layers: ReadonlySet<LayerId> = new Set(LAYERS)
  let passes: (feature: CourseFeature) => boolean = () => true
  let selected: MapObject | null = null
  let targets: Target[] = []
  let onlyVehicle: string | null = null
  /** What panels hide of the map. */
  let hidden: Padding = { top: 0, right: 0, bottom: 0, left: 0 }
  let preview: PreviewDrawing | null = null
  let player: PlayerDrawing | null = null
  let followed: string | null = null
  let sketching = false
  let editing: EditSurface | null = null

  const view = new View({
    center: toMap(start.centre),
    zoom: start.zoom,
    rotation: radians(start.rotationDeg),
    minZoom: start.minZoom,
    maxZoom: start.maxZoom,
    constrainRotation: false,
    smoothResolutionConstraint: !still,
  })
  const styles = makeFeatureStyles(makeHatches())
  const course = makeCourseSource()
  const draft = makeCourseSource()
  const comparison = makeCompareLayer()
  const limits = keepWithinLimits(view, () => [
    course.source.getExtent(),
    draft.source.getExtent(),
    comparison.extent(),
  ])
  const fleet = makeFleet(
    () => performance.now(),
    () => Date.now(),
  )
  const grass = makeGrassLayer()
  const missions = makeMissionLayer(course.shapeOf)

  const isShown = (shape: CourseShape): boolean => {
    const layer = layerOf(shape.course)
    const rain = shape.course.kind === 'zone' && shape.course.properties.rainModeRestricted && layers.has('rain')
    return (layer === undefined || layers.has(layer) || rain) && passes(shape.course)
  }
  const vectorOf = (source: VectorSource<CourseShape>, always: boolean): VectorLayer =>
    new VectorLayer({
      source,
      renderOrder: drawingOrder,
      renderBuffer: 160,
      style: (feature, resolution) =>
        feature instanceof CourseShape && (always || isShown(feature))
          ? styles.of(feature, resolution, {
              filled: always || !ground.covers(feature.shape.getExtent()),
              rain: layers.has('rain'),
              zones: always || layers.has('zones'),
            })
          : [],
    })
  const courseLayer = vectorOf(course.source, false)
  const draftLayer = vectorOf(draft.source, true)
  const selectionSource = new VectorSource({ wrapX: false })
  const selectionLayer = new VectorLayer({ source: selectionSource, style: [...selectedStyles] })

  const missionThing = (drawing: MissionDrawing): Picked => ({
    thing: { kind: 'mission', id: drawing.id },
    name: `${drawing.title}: ${drawing.note}`,
  })
  // The map page shows neither: they are loaded by the screens that do.
  const marksOfPreview = loadedOnce(
    () => import('./previewMarks.ts'),
    () => overlay.repaint(),
  )
  const marksOfPlayer = loadedOnce(
    () => import('./playerMarks.ts'),
    () => overlay.repaint(),
  )
  const overlay = makeOverlay((pen, plane) => {
    const shapes = course.shapes().filter(isShown)
    const vehicles = fleet
      .drawn(layers.has('mowers'), layers.has('carts'))
      .filter(({ vehicle }) => onlyVehicle === null || vehicle.id === onlyVehicle)
    targets = drawMarks(pen, plane, {
      shapes,
      // A golfer plays by distances: names of zones would only lie across them.
      names: layers.has('zones') && player === null,
      unnamed: preview?.featureId ?? null,
      missions: layers.has('missions')
        ? missions.all().flatMap(drawing => {
            const at = course.shapeOf(drawing.featureId)?.anchor
            return at === undefined ? [] : [{ drawing, at, selected: sameThing(selected, missionThing(drawing).thing) }]
          })
        : [],
      vehicles,
      playing: layers.has('player') ? playedHoles(vehicles, shapes) : EMPTY,
      hidden,
      selected,
      hovered: player === null ? pointer.hovered() : null,
      words,
    })
    if (preview !== null) marksOfPreview.loaded()?.drawPreviewMarks(pen, plane, preview)
    if (player !== null) marksOfPlayer.loaded()?.drawPlayerMarks(pen, plane, player)
    return !still && fleet.isMoving()
  })

  const map = new OlMap({
    target: element,
    view,
    controls: [],
    interactions: handGrips(still ? 0 : 200),
    layers: [
      courseLayer,
      grass.layer,
      missions.layer,
      selectionLayer,
      missions.previewLayer,
      draftLayer,
      comparison.layer,
      overlay.layer,
    ],
    keyboardEventTarget: element,
    // A hand in a glove trembles: less than this is a press and no drag.
    moveTolerance: 4,
  })

  const ground = makeGround(map, {
    access: options.access,
    onPicture: options.onRaster,
    onBaseMap: options.onBaseMap,
    onPoint: options.onPoint,
    onChange: () => courseLayer.changed(),
  })

  // The arrow keys pan and plus and minus zoom while the map has the focus.
  element.tabIndex = 0

  let isMarked = false
  /** Leaves in the page's timeline when the course was seen for the first time. */
  const markDrawn = (): void => {
    if (isMarked) return
    isMarked = true
    courseLayer.once('postrender', () => performance.mark('course-drawn'))
  }

  const redraw = (): void => {
    courseLayer.changed()
    overlay.repaint()
  }
  const showSelection = (): void => {
    selectionSource.clear(true)
    const featureId =
      selected?.kind === 'feature'
        ? selected.id
        : selected?.kind === 'mission'
          ? missions.all().find(({ id }) => id === selected?.id)?.featureId
          : undefined
    const shape = featureId === undefined || editing !== null ? undefined : course.shapeOf(featureId)
    if (shape !== undefined && shape.shape.getType() !== 'Point') selectionSource.addFeature(shape.clone())
    overlay.repaint()
  }

  const pointer = makePointer(map, element, {
    isTaken: () => (sketching ? 'whole' : editing === null ? 'free' : editing.isBusy() ? 'whole' : 'presses'),
    selected: () => selected,
    targets: () => targets,
    shapes: () => course.shapes().filter(isShown),
    missionOf: id => {
      const drawing = layers.has('missions') ? missions.all().find(({ featureId }) => featureId === id) : undefined
      return drawing === undefined ? undefined : missionThing(drawing)
    },
    onSelect,
    onTap: at => options.onTap?.(at),
    onHover: overlay.repaint,
  })
  map.on('pointerdrag', () => {
    if (followed === null) return
    followed = null
    options.onFollowEnd()
  })

  const tellView = (): void => {
    const centre = view.getCenter()
    const resolution = view.getResolution()
    if (centre === undefined || resolution === undefined) return
    onView({
      centre: toPosition(centre),
      zoom: view.getZoom() ?? 0,
      rotationDeg: ((((view.getRotation() * 180) / Math.PI) % 360) + 360) % 360,
      metresPerPixel: resolution * groundMetresPerUnit(centre[1] ?? 0),
    })
  }
  map.on('moveend', tellView)
  view.on(['change:resolution', 'change:rotation'], tellView)

  // Ages grow also while nothing arrives.
  const ageing = setInterval(overlay.repaint, 1_000)
  const fonts = document.fonts
  void fonts.ready.then(overlay.repaint)

  const moves = makeViewMoves(map, view, element, still)
  const { fly, fitShapes, touch } = moves

  /** A vehicle that was selected is not left behind a panel, and neither is its plate. */
  const reveal = (id: string): void => {
    const at = fleet.positionOf(id)
    const [width = 0, height = 0] = map.getSize() ?? []
    const [x, y] = at === undefined ? [] : (map.getPixelFromCoordinate([...at]) ?? [])
    if (at === undefined || x === undefined || y === undefined) return
    const isFree =
      x > hidden.left + ROOM_PX &&
      x < width - hidden.right - ROOM_PX &&
      y > hidden.top + ROOM_PX &&
      y < height - hidden.bottom - ROOM_PX
    if (!isFree) fly({ center: [...at] })
  }

  return {
    putFeatures: (features, zoneTypes) => {
      course.put(features, zoneTypes)
      if (features.length > 0 && zoneTypes.length > 0) markDrawn()
      missions.regrow()
      showSelection()
    },
    showLayers: next => {
      layers = next
      missions.layer.setVisible(next.has('missions'))
      redraw()
    },
    showOnly: test => {
      passes = test
      redraw()
    },
    putMissions: next => {
      missions.put(next)
      showSelection()
    },
    putPreview: (next, widthM) => {
      preview = next
      missions.preview(next, widthM)
      if (next !== null) marksOfPreview.load()
      overlay.repaint()
    },
    putGrass: grass.put,
    putDraft: (features, zoneTypes) => draft.put(features, zoneTypes),
    putPlayer: next => {
      player = next
      if (next !== null) marksOfPlayer.load()
      overlay.repaint()
    },
    putComparison: comparison.put,
    fitComparison: () => fitShapes(comparison.shapes()),
    setLimits: limits.set,
    putVehicles: vehicles => {
      fleet.put(vehicles, still)
      missions.follow(vehicles)
      const at = followed === null ? undefined : fleet.positionOf(followed)
      if (at !== undefined && !view.getAnimating()) {
        const centre = view.getCenter() ?? [0, 0]
        const far = Math.hypot(at[0] - (centre[0] ?? 0), at[1] - (centre[1] ?? 0)) / (view.getResolution() ?? 1)
        if (far > 40) {
          limits.visit(at)
          fly({ center: [...at] })
        }
      }
      overlay.repaint()
    },
    putLooks: looks => {
      fleet.setLooks(looks)
      overlay.repaint()
    },
    select: thing => {
      const isNew = !sameThing(thing, selected)
      selected = thing
      showSelection()
      if (isNew && (thing?.kind === 'mower' || thing?.kind === 'cart')) reveal(thing.id)
    },
    showGround: ground.show,
    swipe: ground.swipe,
    slopeOf: ground.slopeOf,
    onlyVehicle: id => {
      onlyVehicle = id
      overlay.repaint()
    },
    setDark: dark => {
      element.dataset.ground = dark ? 'dark' : 'light'
    },
    setWords: next => {
      words = next
      overlay.repaint()
    },
    setPadding: padding => {
      const { top, right, bottom, left } = padding
      hidden = padding
      view.padding = [top, right, bottom, left]
      moves.fitAnew()
    },
    fitAll: (flies = true) =>
      fitShapes(
        course.shapes().filter(({ course: { kind } }) => kind !== 'note'),
        flies,
      ),
    fitFeatures: ids =>
      fitShapes(
        ids.flatMap(id => {
          const shape = course.shapeOf(id)
          return shape === undefined ? [] : [shape]
        }),
      ),
    fitDraft: () => fitShapes(draft.shapes()),
    fitBounds: bounds => {
      const extent = transformExtent([...bounds], 'EPSG:4326', view.getProjection())
      limits.visitArea(extent)
      moves.fitArea(extent)
    },
    fitHole: (id, holeView, baseAngleDeg) => {
      const shape = course.shapeOf(id)
      if (holeView !== null)
        fly({ center: toMap(holeView.center), zoom: holeView.zoom, rotation: radians(holeView.angle) })
      // The line of play points up.
      else if (shape !== undefined) moves.fitTurned(shape, radians(-baseAngleDeg))
    },
    goTo: position => fly({ center: toMap(position), zoom: Math.max(view.getZoom() ?? 18, 18) }),
    showView: ({ centre, zoom, rotationDeg }) => {
      view.setCenter(toMap(centre))
      view.setZoom(zoom)
      view.setRotation(radians(rotationDeg))
    },
    flyTo: ({ centre, zoom, rotationDeg }) => {
      const center = centre === undefined ? undefined : toMap(centre)
      if (center !== undefined) limits.visit(center)
      fly({
        ...(center === undefined ? {} : { center }),
        ...(zoom === undefined ? {} : { zoom }),
        ...(rotationDeg === undefined ? {} : { rotation: radians(rotationDeg) }),
      })
    },
    zoomBy: steps => fly({ zoom: (view.getZoom() ?? 17) + steps }),
    turnNorth: () => fly({ rotation: 0 }),
    showVehicle: id => {
      const at = fleet.positionOf(id)
      if (at === undefined) return
      limits.visit(at)
      fly({ center: [...at], zoom: Math.max(view.getZoom() ?? 17, 17) })
    },
    follow: id => {
      followed = id
      const at = id === null ? undefined : fleet.positionOf(id)
      if (at === undefined) return
      limits.visit(at)
      fly({ center: [...at], zoom: Math.max(view.getZoom() ?? 18, 18) })
    },
    sketch: sketchOptions => {
      pointer.rest()
      sketching = true
      let drawing: Sketch | null = null
      let isOver = false
      // Most people never draw: what it takes is loaded by those who do.
      void import('./sketch.ts').then(({ startSketch }) => {
        if (!isOver) drawing = startSketch(map, sketchOptions, sketchOptions.snaps === true ? course.source : null)
      })
      return {
        undo: () => drawing?.undo(),
        finish: () => drawing?.finish(),
        stop: () => {
          isOver = true
          drawing?.stop()
          // The click that ends a drawing is no selection.
          setTimeout(() => {
            sketching = false
          }, 0)
        },
      }
    },
    edit: session => {
      pointer.rest()
      // From now on the ground stays where it is, whatever panels come and go.
      touch()
      let real: EditSurface | null = null
      let isOver = false
      const surface: EditSurface = {
        repaint: () => real?.repaint(),
        isBusy: () => real?.isBusy() ?? false,
        stop: () => {
          isOver = true
          real?.stop()
          if (editing === surface) editing = null
          showSelection()
        },
      }
      editing = surface
      showSelection()
      // It comes with the rest of the editor.
      void import('./editSurface.ts').then(({ startEditSurface }) => {
        if (isOver) return
        real = startEditSurface(map, element, session, (pixel, touch) =>
          pointer.pickAt(pixel, touch).flatMap(({ thing }) => (thing.kind === 'feature' ? [thing.id] : [])),
        )
      })
      return surface
    },
    stop: () => {
      clearInterval(ageing)
      pointer.stop()
      moves.stop()
      ground.stop()
      grass.stop()
      overlay.stop()
      map.setTarget(undefined)
      map.dispose()
    },
  }
}

/**
 * The drawn course. The only room that knows OpenLayers: features, missions, vehicles and choices come in as plain
 * data, selections and views go out as plain data. It holds no state of the page and no words of its own.
 */
import 'ol/ol.css'
import './canvas.css'
import type { CourseFeature } from '@greensward/domain'
import { type Extent, intersects } from 'ol/extent.js'
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { transformExtent } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import View from 'ol/View.js'
import type { CourseCanvas, CourseCanvasOptions } from './canvasDoor.ts'
import { CourseShape, drawingOrder, makeCourseSource } from './courseSource.ts'
import { layerOf, makeFeatureStyles, selectedStyles } from './featureStyles.ts'
import { makeFleet } from './fleet.ts'
import { drawMarks, type Target } from './marks.ts'
import { makeMissionLayer } from './missionLayer.ts'
import { makeOverlay } from './overlay.ts'
import { makeHatches } from './patterns.ts'
import { nextPicked, type Picked, pick } from './pick.ts'
import { drawPreviewMarks } from './previewMarks.ts'
import { groundMetresPerUnit, toMap, toPosition } from './project.ts'
import { openRaster, type RasterLayer } from './rasterLayer.ts'
import { LAYERS, type LayerId, type MissionDrawing, type PreviewDrawing, sameThing, type Thing } from './scene.ts'
import { type ShapeEditor, startShapeEditor } from './shapeEditor.ts'
import { startSketch } from './sketch.ts'
import { makeViewMoves } from './viewMoves.ts'

const MOUSE_REACH_PX = 6
const FINGER_REACH_PX = 14
/** Two clicks this close together are on one place. */
const SAME_PLACE_PX = 8

export const createCourseCanvas = (element: HTMLElement, options: CourseCanvasOptions): CourseCanvas => {
  const { start, still, onSelect, onView } = options
  let { words } = options
  let layers: ReadonlySet<LayerId> = new Set(LAYERS)
  let passes: (feature: CourseFeature) => boolean = () => true
  let selected: Thing | null = null
  let hovered: { readonly at: readonly [number, number]; readonly text: string } | null = null
  let targets: Target[] = []
  let raster: RasterLayer | null = null
  /** What the ground's picture covers; zones beside it are filled. */
  let groundExtent: Extent | null = null
  let preview: PreviewDrawing | null = null
  let followed: string | null = null
  let lastClick: readonly [number, number] | null = null
  let sketching = false
  let reshaping: ShapeEditor | null = null

  const view = new View({
    center: toMap(start.centre),
    zoom: start.zoom,
    rotation: (start.rotationDeg * Math.PI) / 180,
    minZoom: start.minZoom,
    maxZoom: start.maxZoom,
    constrainRotation: false,
    smoothResolutionConstraint: !still,
  })
  const styles = makeFeatureStyles(makeHatches())
  const course = makeCourseSource()
  const draft = makeCourseSource()
  const fleet = makeFleet(
    () => performance.now(),
    () => Date.now(),
  )
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
      renderBuffer: 60,
      style: (feature, resolution) =>
        feature instanceof CourseShape && (always || isShown(feature))
          ? styles.of(feature, resolution, {
              filled: always || groundExtent === null || !intersects(groundExtent, feature.shape.getExtent()),
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
  const overlay = makeOverlay((pen, plane) => {
    const shapes = course.shapes().filter(isShown)
    targets = drawMarks(pen, plane, {
      shapes,
      names: layers.has('zones'),
      unnamed: preview?.featureId ?? null,
      missions: layers.has('missions')
        ? missions.all().flatMap(drawing => {
            const at = course.shapeOf(drawing.featureId)?.anchor
            return at === undefined ? [] : [{ drawing, at, selected: sameThing(selected, missionThing(drawing).thing) }]
          })
        : [],
      vehicles: fleet.drawn(layers.has('mowers'), layers.has('carts')),
      selected,
      hovered,
      words,
    })
    if (preview !== null) drawPreviewMarks(pen, plane, preview)
    return !still && fleet.isMoving()
  })

  const map = new OlMap({
    target: element,
    view,
    controls: [],
    interactions: defaultInteractions({ zoomDuration: still ? 0 : 200 }),
    layers: [courseLayer, missions.layer, selectionLayer, missions.previewLayer, draftLayer, overlay.layer],
    keyboardEventTarget: element,
  })

  // The arrow keys pan and plus and minus zoom while the map has the focus.
  element.tabIndex = 0

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
    reshaping?.target(selected?.kind === 'feature' ? selected.id : null)
    const shape = featureId === undefined || reshaping !== null ? undefined : course.shapeOf(featureId)
    if (shape !== undefined && shape.shape.getType() !== 'Point') selectionSource.addFeature(shape.clone())
    overlay.repaint()
  }

  const pickAt = (pixel: readonly [number, number], reachPx: number): Picked[] => {
    const [x = 0, y = 0] = map.getCoordinateFromPixel([...pixel]) ?? []
    return pick({
      pixel,
      coordinate: [x, y],
      reachPx,
      reachUnits: reachPx * (view.getResolution() ?? 1),
      targets,
      shapes: course.shapes().filter(isShown),
      missionOf: id => {
        const drawing = layers.has('missions') ? missions.all().find(({ featureId }) => featureId === id) : undefined
        return drawing === undefined ? undefined : missionThing(drawing)
      },
    })
  }
  const reachOf = (event: Event): number =>
    event instanceof PointerEvent && event.pointerType === 'touch' ? FINGER_REACH_PX : MOUSE_REACH_PX
  const setHover = (next: typeof hovered): void => {
    if (next === null && hovered === null) return
    hovered = next
    element.style.cursor = next === null ? '' : 'pointer'
    overlay.repaint()
  }

  map.on('click', event => {
    if (sketching) return
    const [x = 0, y = 0] = event.pixel
    const samePlace = lastClick !== null && Math.hypot(lastClick[0] - x, lastClick[1] - y) <= SAME_PLACE_PX
    lastClick = [x, y]
    const found = pickAt([x, y], reachOf(event.originalEvent))
    // A click on the corner of what is being reshaped is meant for that corner.
    if (reshaping !== null && found.some(({ thing }) => sameThing(thing, selected))) return
    onSelect(nextPicked(found, selected, samePlace)?.thing ?? null)
  })
  map.on('pointermove', event => {
    const original = event.originalEvent
    if (sketching || event.dragging || (original instanceof PointerEvent && original.pointerType === 'touch')) {
      setHover(null)
      return
    }
    const [x = 0, y = 0] = event.pixel
    const first = pickAt([x, y], MOUSE_REACH_PX)[0]
    setHover(first === undefined ? null : { at: [x, y], text: first.name })
  })
  const leave = (): void => setHover(null)
  element.addEventListener('pointerleave', leave)
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

  return {
    putFeatures: (features, zoneTypes) => {
      course.put(features, zoneTypes)
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
      overlay.repaint()
    },
    putDraft: (features, zoneTypes) => draft.put(features, zoneTypes),
    putVehicles: vehicles => {
      fleet.put(vehicles, still)
      missions.follow(vehicles)
      const at = followed === null ? undefined : fleet.positionOf(followed)
      if (at !== undefined && !view.getAnimating()) {
        const centre = view.getCenter() ?? [0, 0]
        const far = Math.hypot(at[0] - (centre[0] ?? 0), at[1] - (centre[1] ?? 0)) / (view.getResolution() ?? 1)
        if (far > 40) fly({ center: [...at] })
      }
      overlay.repaint()
    },
    putLooks: looks => {
      fleet.setLooks(looks)
      overlay.repaint()
    },
    select: thing => {
      selected = thing
      showSelection()
    },
    showRaster: wanted => {
      if (raster !== null) {
        map.removeLayer(raster.layer)
        raster.close()
        raster = null
        groundExtent = null
      }
      if (wanted !== null) {
        options.onRaster('loading')
        const opened = openRaster({
          ...wanted,
          keys: options.keys,
          onOpen: (extent, projection) => {
            groundExtent = transformExtent([...extent], projection, view.getProjection())
            options.onRaster('shown')
            courseLayer.changed()
          },
          onFail: () => {
            if (raster !== opened) return
            map.removeLayer(opened.layer)
            opened.close()
            raster = null
            groundExtent = null
            options.onRaster('failed')
            courseLayer.changed()
          },
        })
        raster = opened
        map.getLayers().insertAt(0, opened.layer)
      }
      courseLayer.changed()
    },
    setDark: dark => {
      element.dataset.ground = dark ? 'dark' : 'light'
    },
    setWords: next => {
      words = next
      overlay.repaint()
    },
    setPadding: ({ top, right, bottom, left }) => {
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
    fitHole: (id, holeView, baseAngleDeg) => {
      if (holeView !== null) {
        fly({ center: toMap(holeView.center), zoom: holeView.zoom, rotation: (holeView.angle * Math.PI) / 180 })
        return
      }
      const shape = course.shapeOf(id)
      if (shape === undefined) return
      touch()
      // The line of play points up.
      const rotation = (-baseAngleDeg * Math.PI) / 180
      view.cancelAnimations()
      view.setRotation(rotation)
      view.fit(shape.shape, { padding: [60, 60, 60, 60], maxZoom: 19.5 })
    },
    goTo: position => fly({ center: toMap(position), zoom: Math.max(view.getZoom() ?? 18, 18) }),
    showView: ({ centre, zoom, rotationDeg }) => {
      view.setCenter(toMap(centre))
      view.setZoom(zoom)
      view.setRotation((rotationDeg * Math.PI) / 180)
    },
    zoomBy: steps => fly({ zoom: (view.getZoom() ?? 17) + steps }),
    turnNorth: () => fly({ rotation: 0 }),
    showVehicle: id => {
      const at = fleet.positionOf(id)
      if (at !== undefined) fly({ center: [...at], zoom: Math.max(view.getZoom() ?? 17, 17) })
    },
    follow: id => {
      followed = id
      const at = id === null ? undefined : fleet.positionOf(id)
      if (at !== undefined) fly({ center: [...at], zoom: Math.max(view.getZoom() ?? 18, 18) })
    },
    sketch: sketchOptions => {
      sketching = true
      setHover(null)
      const sketch = startSketch(map, sketchOptions, sketchOptions.snaps === true ? course.source : null)
      return {
        ...sketch,
        stop: () => {
          sketch.stop()
          // The click that ends a drawing is no selection.
          setTimeout(() => {
            sketching = false
          }, 0)
        },
      }
    },
    reshape: onChange => {
      const editor = startShapeEditor(map, course, onChange)
      reshaping = editor
      showSelection()
      return {
        use: editor.use,
        removeCorner: editor.removeCorner,
        stop: () => {
          editor.stop()
          if (reshaping === editor) reshaping = null
          showSelection()
        },
      }
    },
    stop: () => {
      clearInterval(ageing)
      element.removeEventListener('pointerleave', leave)
      moves.stop()
      raster?.close()
      overlay.stop()
      map.setTarget(undefined)
      map.dispose()
    },
  }
}

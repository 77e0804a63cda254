/** Our own map with the bench's load, and the drag of a corner through the editor. */
import type { CourseFeature, Position } from '@greensward/domain'
import { createCourseCanvas } from '../src/map-canvas/courseCanvas.ts'
import { LAYERS, type ViewState } from '../src/map-canvas/scene.ts'
import { drawingOf } from '../src/map-editor/drawingOf.ts'
import type { World } from '../src/map-editor/editorState.ts'
import { createEditorStore } from '../src/map-editor/editorStore.ts'
import { CENTRE, looks, missions, vehicles, ZOOM, zone, zones, zoneTypes } from './load.ts'
import { measure } from './measure.ts'
import { worldOf } from './world.ts'

const element = document.getElementById('map')
if (element === null) throw new Error('the page has no map')

let drawn = 0
let view: ViewState | null = null
const canvas = createCourseCanvas(element, {
  start: { centre: CENTRE, zoom: ZOOM, rotationDeg: 0, minZoom: 10, maxZoom: 26 },
  still: false,
  words: { age: ageMs => `${Math.round(ageMs / 1_000)} s`, speed: speed => `${speed} m/s` },
  access: { path: '', key: () => undefined, renewed: async () => undefined },
  onSelect: () => undefined,
  onView: next => {
    view = next
  },
  onFollowEnd: () => undefined,
  onRaster: () => undefined,
  onBaseMap: () => undefined,
  onPoint: () => undefined,
})
// One clearing of the marks is one picture of the map.
const clear = CanvasRenderingContext2D.prototype.clearRect
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (this.canvas.parentElement?.className === 'gs-marks') drawn++
  clear.apply(this, box)
}
canvas.showLayers(new Set(LAYERS))
canvas.putFeatures(zones(), zoneTypes)
canvas.putLooks(looks())
canvas.putMissions(missions())
canvas.putVehicles(vehicles(0))

const CORNERS = 5_000
const WORDS = { length: String, area: String }
/** Every script of a frame: the handlers of the pointer, and the work that was left to the frame. */
const dragCorner = async (steps: number): Promise<number[]> => {
  const large: CourseFeature = zone(0, CORNERS, 300)
  canvas.putVehicles([])
  canvas.putMissions([])
  canvas.putFeatures([large], zoneTypes)
  const [corner]: readonly Position[] = large.geometry.type === 'Polygon' ? (large.geometry.coordinates[0] ?? []) : []
  if (corner === undefined) throw new Error('the area has no corner')
  canvas.showView({ centre: corner, zoom: 18, rotationDeg: 0 })
  const world: World = worldOf([large], zoneTypes)
  const store = createEditorStore(world)
  const surface = canvas.edit({
    happened: (type, pointer) => {
      const after = store.send({ type, pointer })
      if (type === 'down') return after.drag !== null
      return type !== 'doubleClick'
    },
    left: () => store.send({ type: 'leave' }),
    givenUp: () => store.send({ type: 'giveUp' }),
    drawing: () => drawingOf(store.state(), store.world(), WORDS),
  })
  const end = store.onPaint(() => surface.repaint())
  store.send({ type: 'select', ids: [large.id], how: 'only' })
  await new Promise(done => setTimeout(done, 500))
  const viewport = element.querySelector('.ol-viewport')
  if (viewport === null) throw new Error('the map is not drawn')
  let spent = 0
  const later = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = callback =>
    later(time => {
      const from = performance.now()
      callback(time)
      spent += performance.now() - from
    })
  const box = element.getBoundingClientRect()
  const point = (type: string, x: number, y: number): void => {
    const from = performance.now()
    ;(type === 'pointerdown' ? viewport : document).dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        pointerType: 'mouse',
        isPrimary: true,
        button: type === 'pointermove' ? -1 : 0,
        buttons: type === 'pointerup' ? 0 : 1,
        clientX: box.left + x,
        clientY: box.top + y,
      }),
    )
    spent += performance.now() - from
  }
  const [middleX, middleY] = [box.width / 2, box.height / 2]
  viewport.dispatchEvent(
    new PointerEvent('pointermove', {
      bubbles: true,
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      clientX: box.left + middleX,
      clientY: box.top + middleY,
    }),
  )
  await new Promise(done => later(done))
  point('pointerdown', middleX, middleY)
  const costs: number[] = []
  for (let i = 1; i <= steps; i++) {
    await new Promise(done => later(done))
    if (i > 1) costs.push(spent)
    spent = 0
    point('pointermove', middleX + i, middleY + Math.sin(i / 5) * 30)
  }
  const isDragged = store.state().drag !== null
  point('pointerup', middleX + steps, middleY)
  window.requestAnimationFrame = later
  end()
  surface.stop()
  if (!isDragged) throw new Error('no corner was dragged')
  return costs
}

Object.assign(window, {
  bench: {
    ...measure({
      move: tick => canvas.putVehicles(vehicles(tick)),
      look: (eastPx, rotationDeg) => {
        const metres = eastPx * (view?.metresPerPixel ?? 1)
        canvas.showView({ centre: [CENTRE[0] + metres / 67_500, CENTRE[1]], zoom: ZOOM, rotationDeg })
      },
      drawn: () => drawn,
    }),
    dragCorner,
  },
})

/** The paths of missions, kept apart by mission, so that one that moves on does not redraw the others. */
import type { Position } from '@greensward/domain'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import type { VehicleView } from '../api/liveStore.ts'
import type { CourseShape } from './courseSource.ts'
import { missionShapes, PlanShape, planStyle, previewShapes } from './planShapes.ts'
import type { MissionDrawing, PreviewDrawing } from './scene.ts'

export interface MissionLayer {
  readonly layer: VectorLayer
  readonly previewLayer: VectorLayer
  readonly put: (missions: readonly MissionDrawing[]) => void
  readonly preview: (preview: PreviewDrawing | null, widthM: number) => void
  /** Zones changed: the ground below the paths follows. */
  readonly regrow: () => void
  /** The cut of working mowers since the track was last read. */
  readonly follow: (vehicles: readonly VehicleView[]) => void
  readonly all: () => readonly MissionDrawing[]
}

/** The live part of the mown band grows in steps of this many fixes. */
const FIXES_PER_STEP = 25

const sameDrawing = (a: MissionDrawing, b: MissionDrawing): boolean =>
  a.legs === b.legs &&
  a.mown === b.mown &&
  a.tone === b.tone &&
  a.widthM === b.widthM &&
  a.featureId === b.featureId &&
  a.title === b.title &&
  a.note === b.note

export const makeMissionLayer = (shapeOf: (id: string) => CourseShape | undefined): MissionLayer => {
  const source = new VectorSource<PlanShape>({ wrapX: false })
  const previewSource = new VectorSource<PlanShape>({ wrapX: false })
  let widthOfPreview = 1
  const styled = (from: VectorSource<PlanShape>): VectorLayer =>
    new VectorLayer({
      source: from,
      updateWhileAnimating: false,
      renderBuffer: 160,
      style: (feature, resolution) =>
        feature instanceof PlanShape ? planStyle(feature, resolution, widthOfPreview) : [],
    })
  let missions: readonly MissionDrawing[] = []
  let shown: { readonly preview: PreviewDrawing; readonly widthM: number } | null = null
  const shapesOf = new Map<string, PlanShape[]>()
  /** Stretches cut live, on top of the ones that were read, one open at the end. */
  const live = new Map<string, { lines: Position[][]; sinceDrawn: number; cutting: boolean; read: unknown }>()

  const withLive = (drawing: MissionDrawing): MissionDrawing => {
    const tail = live.get(drawing.id)
    return tail === undefined || tail.lines.length === 0
      ? drawing
      : { ...drawing, mown: [...drawing.mown, ...tail.lines.filter(line => line.length > 1)] }
  }
  const draw = (drawing: MissionDrawing): void => {
    for (const shape of shapesOf.get(drawing.id) ?? []) source.removeFeature(shape)
    const shapes = missionShapes(withLive(drawing), shapeOf(drawing.featureId))
    shapesOf.set(drawing.id, shapes)
    source.addFeatures(shapes)
  }
  const put = (next: readonly MissionDrawing[], whole: boolean): void => {
    const before = new Map(missions.map(drawing => [drawing.id, drawing]))
    const ids = new Set(next.map(drawing => drawing.id))
    for (const id of before.keys()) {
      if (ids.has(id)) continue
      for (const shape of shapesOf.get(id) ?? []) source.removeFeature(shape)
      shapesOf.delete(id)
      live.delete(id)
    }
    missions = next
    for (const drawing of next) {
      const known = before.get(drawing.id)
      if (known !== undefined && known.mown !== drawing.mown) live.delete(drawing.id)
      if (whole || known === undefined || !sameDrawing(known, drawing)) draw(drawing)
    }
  }
  const preview = (next: PreviewDrawing | null, widthM: number): void => {
    shown = next === null ? null : { preview: next, widthM }
    widthOfPreview = widthM
    previewSource.clear(true)
    if (next === null) return
    const target = next.featureId === null ? undefined : shapeOf(next.featureId)
    previewSource.addFeatures(previewShapes(next, target))
  }
  return {
    layer: styled(source),
    previewLayer: styled(previewSource),
    put: next => put(next, false),
    preview,
    regrow: () => {
      put(missions, true)
      if (shown !== null) preview(shown.preview, shown.widthM)
    },
    follow: vehicles => {
      for (const { missionId, telemetry } of vehicles) {
        if (missionId === null || telemetry.position === null) continue
        const drawing = missions.find(({ id }) => id === missionId)
        if (drawing === undefined || drawing.tone === 'planned') continue
        const tail = live.get(missionId) ?? { lines: [], sinceDrawn: 0, cutting: false, read: drawing.mown }
        live.set(missionId, tail)
        if (telemetry.bladeOn !== true || telemetry.link !== 'live') {
          tail.cutting = false
          continue
        }
        const [lon, lat] = telemetry.position
        if (!tail.cutting) tail.lines.push([])
        tail.cutting = true
        const line = tail.lines.at(-1)
        const last = line?.at(-1)
        if (line === undefined || (last !== undefined && last[0] === lon && last[1] === lat)) continue
        line.push([lon, lat])
        tail.sinceDrawn++
        if (tail.sinceDrawn >= FIXES_PER_STEP) {
          tail.sinceDrawn = 0
          draw(drawing)
        }
      }
    },
    all: () => missions,
  }
}

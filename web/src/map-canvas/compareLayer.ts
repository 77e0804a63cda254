/** The old shapes, red and dashed, and the new ones, green and solid: distinct without colour too. */
import type { CourseFeature } from '@greensward/domain'
import type { Extent } from 'ol/extent.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { CourseShape } from './courseSource.ts'
import type { ComparisonDrawing } from './scene.ts'

const CASING = 'rgb(255 255 255 / 85%)'

const stylesOf = (colour: string, ground: string, dash: number[] | undefined): Style[] => {
  const stroke = new Stroke({
    color: colour,
    width: 2.5,
    lineJoin: 'round',
    ...(dash === undefined ? {} : { lineDash: dash }),
  })
  const fill = new Fill({ color: ground })
  return [
    new Style({ stroke: new Stroke({ color: CASING, width: 5, lineJoin: 'round' }) }),
    new Style({
      fill,
      stroke,
      image: new CircleStyle({ radius: 8, fill: new Fill({ color: ground }), stroke }),
    }),
  ]
}

const BEFORE = stylesOf('#af453e', 'rgb(175 69 62 / 22%)', [8, 5])
const AFTER = stylesOf('#0e7a2d', 'rgb(23 167 63 / 28%)', undefined)

export interface CompareLayer {
  readonly layer: VectorLayer
  readonly put: (comparison: ComparisonDrawing | null) => void
  readonly shapes: () => readonly CourseShape[]
  readonly extent: () => Extent | null
}

export const makeCompareLayer = (): CompareLayer => {
  const source = new VectorSource<CourseShape>({ wrapX: false })
  const layer = new VectorLayer({ source, renderBuffer: 60 })
  const shapeOf = (feature: CourseFeature, styles: Style[]): CourseShape => {
    const shape = new CourseShape(feature)
    // The same thing may be there twice, before and after.
    shape.setId(undefined)
    shape.setStyle(styles)
    return shape
  }
  return {
    layer,
    put: comparison => {
      source.clear(true)
      if (comparison === null) {
        source.changed()
        return
      }
      source.addFeatures([
        ...comparison.before.map(feature => shapeOf(feature, BEFORE)),
        ...comparison.after.map(feature => shapeOf(feature, AFTER)),
      ])
    },
    shapes: () => source.getFeatures(),
    extent: () => source.getExtent(),
  }
}

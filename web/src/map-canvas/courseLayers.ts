/** The vector layers of the canvas: the course, an import before it is stored, and the outline of the selection. */
import type { CourseFeature } from '@greensward/domain'
import type { Extent } from 'ol/extent.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { CourseShape, drawingOrder, makeCourseSource } from './courseSource.ts'
import { makeFeatureStyles, selectedStyles } from './featureStyles.ts'
import { makeHatches } from './patterns.ts'
import { LAYERS, type LayerId, layerOf, type ShownLayers } from './scene.ts'

export class CourseLayers {
  readonly course = makeCourseSource()
  readonly draft = makeCourseSource()
  readonly courseLayer: VectorLayer
  readonly draftLayer: VectorLayer
  readonly selectionLayer: VectorLayer
  private readonly styles = makeFeatureStyles(makeHatches())
  private readonly selection = new VectorSource({ wrapX: false })
  private readonly isPictured: (extent: Extent) => boolean
  private shownLayers: ShownLayers = new Set(LAYERS)
  private passes: (feature: CourseFeature) => boolean = () => true
  private isMarked = false

  /** @param isPictured whether an aerial picture covers the extent */
  constructor(isPictured: (extent: Extent) => boolean) {
    this.isPictured = isPictured
    this.courseLayer = this.vectorOf(this.course.source, false)
    this.draftLayer = this.vectorOf(this.draft.source, true)
    this.selectionLayer = new VectorLayer({ source: this.selection, style: [...selectedStyles] })
  }

  has(layer: LayerId | 'rainMode'): boolean {
    return this.shownLayers.has(layer)
  }

  showLayers(layers: ShownLayers): void {
    this.shownLayers = layers
    this.courseLayer.changed()
  }

  showOnly(passes: (feature: CourseFeature) => boolean): void {
    this.passes = passes
    this.courseLayer.changed()
  }

  shownShapes(): readonly CourseShape[] {
    return this.course.shapes().filter(shape => this.isShown(shape))
  }

  outline(shape: CourseShape | undefined): void {
    this.selection.clear(true)
    if (shape !== undefined && shape.shape.getType() !== 'Point') this.selection.addFeature(shape.clone())
  }

  /** Leaves in the page's timeline when the course was drawn for the first time. */
  markDrawn(): void {
    if (this.isMarked) return
    this.isMarked = true
    this.courseLayer.once('postrender', () => performance.mark('course-drawn'))
  }

  private isShown(shape: CourseShape): boolean {
    const layer = layerOf(shape.course)
    const rain = shape.course.kind === 'zone' && shape.course.properties.rainModeRestricted && this.has('rain')
    return (layer === undefined || this.has(layer) || rain) && this.passes(shape.course)
  }

  private vectorOf(source: VectorSource<CourseShape>, always: boolean): VectorLayer {
    return new VectorLayer({
      source,
      renderOrder: drawingOrder,
      renderBuffer: 160,
      style: (feature, resolution) =>
        feature instanceof CourseShape && (always || this.isShown(feature))
          ? this.styles.of(feature, resolution, {
              filled: always || !this.isPictured(feature.shape.getExtent()),
              rain: !this.has('rain') ? 'none' : this.has('rainMode') ? 'closed' : 'open',
              zones: always || this.has('zones'),
            })
          : [],
    })
  }
}

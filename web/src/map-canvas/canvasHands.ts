/** The hand on the canvas: it selects, draws a sketch or edits the course, one at a time. */
import type OlMap from 'ol/Map.js'
import type { CanvasView } from './canvasView.ts'
import type { CourseLayers } from './courseLayers.ts'
import type { EditSession, EditSurface } from './editSurface.ts'
import { makePointer, type Pointer, type PointerParts } from './pointer.ts'
import type { Sketch, SketchOptions } from './sketch.ts'

interface HandParts extends Omit<PointerParts, 'isTaken' | 'shapes'> {
  readonly map: OlMap
  readonly element: HTMLElement
  readonly layers: CourseLayers
  readonly view: () => CanvasView
  /** An editor came or went. */
  readonly onEditing: () => void
}

export class CanvasHands {
  readonly pointer: Pointer
  private readonly parts: HandParts
  private sketching = false
  private editing: EditSurface | null = null

  constructor(parts: HandParts) {
    this.parts = parts
    this.pointer = makePointer(parts.map, parts.element, {
      ...parts,
      isTaken: () => this.taken(),
      shapes: () => parts.layers.shownShapes(),
    })
  }

  isEditing(): boolean {
    return this.editing !== null
  }

  sketch(options: SketchOptions): Sketch {
    const { map, layers } = this.parts
    this.pointer.rest()
    this.sketching = true
    let drawing: Sketch | null = null
    let isOver = false
    // Most people never draw, so the module loads on demand.
    void import('./sketch.ts').then(({ startSketch }) => {
      if (!isOver) drawing = startSketch(map, options, options.snaps === true ? layers.course.source : null)
    })
    return {
      undo: () => drawing?.undo(),
      finish: () => drawing?.finish(),
      stop: () => {
        isOver = true
        drawing?.stop()
        // The click that ends a drawing selects nothing.
        setTimeout(() => {
          this.sketching = false
        }, 0)
      },
    }
  }

  edit(session: EditSession): EditSurface {
    const { map, element, view, onEditing } = this.parts
    this.pointer.rest()
    // From now on the view stays, also when panels open and close.
    view().moves.touch()
    let real: EditSurface | null = null
    let isOver = false
    const surface: EditSurface = {
      repaint: () => real?.repaint(),
      isBusy: () => real?.isBusy() ?? false,
      stop: () => {
        isOver = true
        real?.stop()
        if (this.editing === surface) this.editing = null
        onEditing()
      },
    }
    this.editing = surface
    onEditing()
    // It loads with the rest of the editor.
    void import('./editSurface.ts').then(({ startEditSurface }) => {
      if (isOver) return
      const held: EditSession = {
        ...session,
        happened: (type, pointer) => {
          // What was fitted before stays where it is while a person works on it, also when the toolbar grows.
          if (type === 'down') view().moves.touch()
          return session.happened(type, pointer)
        },
      }
      real = startEditSurface(map, element, held, (pixel, touch) =>
        this.pointer.pickAt(pixel, touch).flatMap(({ thing }) => (thing.kind === 'feature' ? [thing.id] : [])),
      )
    })
    return surface
  }

  private taken(): 'free' | 'presses' | 'whole' {
    if (this.sketching) return 'whole'
    if (this.editing === null) return 'free'
    return this.editing.isBusy() ? 'whole' : 'presses'
  }
}

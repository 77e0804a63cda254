/** The values for every part of the editor's screen. */
import type { Hole, MapBounds, Mower, ZoneType } from '@greensward/domain'
import type { ViewState } from '../../../map-canvas/scene.ts'
import type { EditorState } from '../../../map-editor/editorState.ts'
import type { EditorStore } from '../../../map-editor/editorStore.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'

export interface EditingContext {
  readonly store: EditorStore
  readonly state: EditorState
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly bounds: MapBounds | null
  /** Those whose positions this person sees: a boundary can be driven with them. */
  readonly mowers: readonly Pick<Mower, 'id' | 'name'>[]
  readonly map: () => CourseMapHandle | null
  readonly view: () => ViewState | null
  readonly onDelete: () => void
}

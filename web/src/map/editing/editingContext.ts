/** What every part of the editor's screen is handed. */
import type { Hole, MapBounds, ZoneType } from '@greensward/domain'
import type { CourseMapHandle } from '../CourseMapView.tsx'
import type { ViewState } from '../canvas/scene.ts'
import type { EditorState } from '../editor/editorState.ts'
import type { EditorStore } from '../editor/editorStore.ts'

export interface EditingContext {
  readonly store: EditorStore
  readonly state: EditorState
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly bounds: MapBounds | null
  readonly map: () => CourseMapHandle | null
  readonly view: () => ViewState | null
  readonly onDelete: () => void
}

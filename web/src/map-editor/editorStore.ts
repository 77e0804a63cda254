/** Keeps one editor's state: events go in, listeners learn of changes. Without React and without OpenLayers. */
import { type EditorEvent, type EditorState, openEditor, type World } from './editorState.ts'
import { step } from './step.ts'

export interface EditorStore {
  readonly state: () => EditorState
  readonly world: () => World
  readonly send: (event: EditorEvent) => EditorState
  readonly setWorld: (world: World) => void
  /** While the draft is being sent to the server nothing may change it. */
  readonly lock: (on: boolean) => void
  /** Called after every change except moves of the pointer. */
  readonly subscribe: (listener: () => void) => () => void
  /** The same object for as long as nothing but the pointer moved. */
  readonly panel: () => EditorState
  /** Called after every change: the drawing follows the pointer. */
  readonly onPaint: (listener: () => void) => () => void
}

/** Parts that panels and toolbars show. */
const SHOWN = [
  'history',
  'draft',
  'features',
  'faults',
  'conflicts',
  'selection',
  'tool',
  'snaps',
  'freehand',
  'corner',
  'sketch',
  'notice',
] as const satisfies readonly (keyof EditorState)[]

const PASSES_LOCK: ReadonlySet<EditorEvent['type']> = new Set(['today', 'saved', 'settle', 'hover', 'leave'])

export const createEditorStore = (first: World): EditorStore => {
  let world = first
  let state = openEditor(first.today)
  let panel = state
  let locked = false
  const listeners = new Set<() => void>()
  const painters = new Set<() => void>()
  const send = (event: EditorEvent): EditorState => {
    if (locked && !PASSES_LOCK.has(event.type)) return state
    const next = step(state, event, world)
    if (next === state) return state
    state = next
    for (const painter of painters) painter()
    if (SHOWN.some(part => next[part] !== panel[part])) {
      panel = next
      for (const listener of listeners) listener()
    }
    return state
  }
  return {
    state: () => state,
    world: () => world,
    send,
    setWorld: next => {
      const changed = next.today !== world.today || next.zoneTypes !== world.zoneTypes || next.bounds !== world.bounds
      world = next
      if (changed) send({ type: 'today' })
      for (const painter of painters) painter()
    },
    lock: on => {
      locked = on
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    panel: () => panel,
    onPaint: listener => {
      painters.add(listener)
      return () => painters.delete(listener)
    },
  }
}

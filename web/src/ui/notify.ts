/** Short notes at the edge of the screen: a small store that the toaster shows. */
import { errorText } from '../api/failure.ts'

export interface Note {
  readonly id: number
  readonly tone: 'done' | 'failed'
  readonly title: string | undefined
  readonly message: string
}

/** A refusal stays longer, as it has to be read. */
const SHOWN_MS = { done: 4_000, failed: 10_000 } as const
const MOST = 4

let notes: readonly Note[] = []
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: readonly Note[]): void => {
  notes = next
  for (const listener of listeners) listener()
}

function show(tone: Note['tone'], title: string | undefined, message: string): void {
  lastId += 1
  const id = lastId
  set([...notes, { id, tone, title, message }].slice(-MOST))
  setTimeout(() => noteStore.dismiss(id), SHOWN_MS[tone])
}

export const noteStore = {
  all: (): readonly Note[] => notes,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  dismiss: (id: number): void => {
    if (notes.some(note => note.id === id)) set(notes.filter(note => note.id !== id))
  },
}

export const notify = {
  done: (message: string): void => show('done', undefined, message),
  failed: (title: string, error: unknown): void => show('failed', title, errorText(error)),
}

/** What a vehicle says in words. Long texts come in several messages of 50 characters, some of which may be lost. */
import type { MessageFields } from './mavlink/index.ts'

export interface StatusText {
  /** Wall time. */
  readonly atMs: number
  /** MAV_SEVERITY: 0 is the gravest, 7 the least. */
  readonly severity: number
  readonly text: string
}

export interface StatusTexts {
  /** The latest, oldest first. */
  readonly recent: readonly StatusText[]
  /** @returns the texts that are whole now, or that can no longer become so */
  hear(fields: Readonly<MessageFields['STATUSTEXT']>, times: { readonly nowMs: number }): StatusText[]
}

const KEPT = 20
const CHUNK_CHARACTERS = 50
const LOST = '…'

export const createStatusTexts = (): StatusTexts => {
  let recent: readonly StatusText[] = []
  let open: { readonly id: number; nextChunk: number; readonly severity: number; text: string } | null = null

  const told = (atMs: number, severity: number, text: string): StatusText => {
    const whole = { atMs, severity, text }
    recent = [...recent, whole].slice(-KEPT)
    return whole
  }

  return {
    get recent() {
      return recent
    },
    hear: ({ id, chunkSeq, severity, text }, { nowMs }) => {
      const whole: StatusText[] = []
      const continues = open !== null && id !== 0 && open.id === id && chunkSeq >= open.nextChunk
      if (open !== null && !continues) {
        whole.push(told(nowMs, open.severity, `${open.text}${LOST}`))
        open = null
      }
      const isLast = text.length < CHUNK_CHARACTERS
      if (open !== null) {
        open.text += chunkSeq === open.nextChunk ? text : `${LOST}${text}`
        open.nextChunk = chunkSeq + 1
        if (isLast) {
          whole.push(told(nowMs, open.severity, open.text))
          open = null
        }
      } else {
        const own = id !== 0 && chunkSeq > 0 ? `${LOST}${text}` : text
        if (id === 0 || isLast) whole.push(told(nowMs, severity, own))
        else open = { id, nextChunk: chunkSeq + 1, severity, text: own }
      }
      return whole
    },
  }
}

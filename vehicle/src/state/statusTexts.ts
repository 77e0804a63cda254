/** Texts of a vehicle. Long texts come in several messages of 50 characters, some of which may be lost. */
import type { MessageFields } from '../mavlink/index.ts'

export interface StatusText {
  /** Wall time. */
  readonly atMs: number
  /** MAV_SEVERITY: 0 is the gravest, 7 the least. */
  readonly severity: number
  readonly text: string
}

/** The latest texts, and one of which a part is still to come. */
export interface StatusTexts {
  /** Oldest first. */
  readonly recent: readonly StatusText[]
  readonly open: OpenText | null
}

interface OpenText {
  readonly id: number
  readonly nextChunk: number
  readonly severity: number
  readonly text: string
}

export const NO_TEXTS: StatusTexts = { recent: [], open: null }

const KEPT = 20
const CHUNK_CHARACTERS = 50
const LOST = '…'

/** @returns the texts that are whole now, or that can no longer become so */
export const addText = (
  { recent, open }: StatusTexts,
  { id, chunkSeq, severity, text }: Readonly<MessageFields['STATUSTEXT']>,
  atMs: number,
): { readonly texts: StatusTexts; readonly whole: readonly StatusText[] } => {
  const isContinued = open !== null && id !== 0 && open.id === id && chunkSeq >= open.nextChunk
  const broken = open === null || isContinued ? [] : [{ atMs, severity: open.severity, text: `${open.text}${LOST}` }]
  const isLast = text.length < CHUNK_CHARACTERS
  const before = open !== null && isContinued ? open : null
  const isGap = before === null ? id !== 0 && chunkSeq > 0 : chunkSeq !== before.nextChunk
  const soFar = {
    id,
    nextChunk: chunkSeq + 1,
    severity: before?.severity ?? severity,
    text: `${before?.text ?? ''}${isGap ? LOST : ''}${text}`,
  }
  const isWhole = isLast || id === 0
  const whole = [...broken, ...(isWhole ? [{ atMs, severity: soFar.severity, text: soFar.text }] : [])]
  return {
    texts: {
      // The same list while nothing was added: the gateway's thread sends it only when it changes.
      recent: whole.length === 0 ? recent : [...recent, ...whole].slice(-KEPT),
      open: isWhole ? null : soFar,
    },
    whole,
  }
}

/** Reads files of tee sheets, in a thread of its own: five megabytes of a calendar take seconds. */
import { readFileSync } from 'node:fs'
import {
  type Day,
  dayOf,
  MOST_TEE_TIMES,
  readTeeSheetCsv,
  type TeeSheetFault,
  type TeeSheetOptions,
} from '@greensward/domain'
import { said } from '@greensward/messages'
import { serveThread } from '../../platform/threads/serveThread.ts'
import { readTeeSheetIcs } from './readTeeSheetIcs.ts'

export interface TeeSheetInput extends TeeSheetOptions {
  readonly source: { readonly path: string } | { readonly text: string }
}

/** The tee times as JSON: copying them between threads as they are holds the event loop up. */
export interface ReadDay {
  readonly day: Day
  readonly count: number
  readonly firstAt: string
  readonly lastAt: string
  readonly json: string
}

export interface TeeSheetAnswer {
  readonly format: 'csv' | 'ics'
  readonly days: readonly ReadDay[]
  /** The first of them. */
  readonly faults: TeeSheetFault[]
  readonly faultCount: number
}

/** A list of faults is for people to read. */
const MOST_FAULTS = 200
/** Of one file. */
const MOST_DAYS = 100

/** Spreadsheets write tables in UTF-8 or, most often on Windows, in its old encoding. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

serveThread<TeeSheetInput, TeeSheetAnswer>(({ source, ...options }) => {
  const text = ('path' in source ? decoded(readFileSync(source.path)) : source.text).replace(/^\uFEFF/, '')
  const format = /^\s*BEGIN:VCALENDAR/i.test(text) ? ('ics' as const) : ('csv' as const)
  const read = (format === 'ics' ? readTeeSheetIcs : readTeeSheetCsv)(text, options)
  const faults = [...read.faults]
  const days: ReadDay[] = []
  for (const [day, teeTimes] of Map.groupBy(read.teeTimes, ({ at }) => dayOf(new Date(at), options.zone))) {
    const [first, last] = [teeTimes[0], teeTimes.at(-1)]
    if (first === undefined || last === undefined) continue
    if (teeTimes.length > MOST_TEE_TIMES)
      faults.push({ line: 1, ...said('teeSheetTooMany', { day, count: MOST_TEE_TIMES }) })
    else days.push({ day, count: teeTimes.length, firstAt: first.at, lastAt: last.at, json: JSON.stringify(teeTimes) })
  }
  days.sort((a, b) => (a.day < b.day ? -1 : 1))
  if (days.length > MOST_DAYS) faults.push({ line: 1, ...said('teeSheetTooManyDays', { count: MOST_DAYS }) })
  return {
    format,
    days: days.slice(0, MOST_DAYS),
    faults: faults.slice(0, MOST_FAULTS),
    faultCount: faults.length,
  }
})

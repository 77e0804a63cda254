/** Reads a tee sheet from a table, its columns found by their names in English, German and Spanish. */
import { type Said, said } from '@greensward/messages'
import { readCsv } from '../common/readCsv.ts'
import { type Day, isDay, momentOf } from '../common/zonedTime.ts'
import { MOST_PLAYERS, type ReadTeeSheet, sortedTeeTimes, type TeeSheetFault, type TeeTime } from './teeSheet.ts'

/** Names of columns in small letters, without accents and spaces. */
const COLUMNS = {
  time: ['time', 'teetime', 'start', 'starttime', 'zeit', 'uhrzeit', 'startzeit', 'abschlag', 'abschlagzeit'].concat([
    'abschlagszeit',
    'hora',
    'horadesalida',
    'salida',
    'horasalida',
  ]),
  date: ['date', 'day', 'playdate', 'datum', 'tag', 'spieltag', 'fecha', 'dia'],
  hole: ['hole', 'tee', 'starthole', 'startinghole', 'firsthole', 'starttee', 'startingtee', 'loch', 'bahn'].concat([
    'startloch',
    'hoyo',
    'hoyodesalida',
    'teedesalida',
  ]),
  players: [
    'players',
    'numberofplayers',
    'golfers',
    'groupsize',
    'spieler',
    'anzahl',
    'anzahlspieler',
    'personen',
  ].concat(['spielerzahl', 'jugadores', 'numerodejugadores']),
} as const
type Column = keyof typeof COLUMNS

const SHOWN_CHARACTERS = 40

const columnName = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2})?\s*(?:(am|pm|a\.\s?m\.|p\.\s?m\.)|uhr|h)?$/i
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[T ]+(.+)$/

/** @returns minutes of the day, or undefined */
const minutesOf = (text: string): number | undefined => {
  const found = TIME.exec(text)
  if (found === null) return undefined
  const [, hours = '', minutes, half] = found
  // "7" alone could be anything; "7 am" and "7 Uhr" are times.
  if (minutes === undefined && /^\d+$/.test(text)) return undefined
  const isAfternoon = half?.toLowerCase().startsWith('p') === true
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0)
  const minute = Number(minutes ?? 0)
  const isPossible = hour < 24 && minute < 60 && (half === undefined || (Number(hours) >= 1 && Number(hours) <= 12))
  return isPossible ? hour * 60 + minute : undefined
}

const PARTS_OF_DATE = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/

/** Of one file alone: where any date has a second number above 12, all of them have the month in front. */
const hasMonthFirst = (dates: readonly string[]): boolean =>
  dates.some(date => Number(PARTS_OF_DATE.exec(date)?.[2] ?? 0) > 12)

const dayOfText = (text: string, monthFirst: boolean): Day | undefined => {
  if (isDay(text)) return text
  const found = PARTS_OF_DATE.exec(text)
  if (found === null) return undefined
  const [, first = '', second = '', year = ''] = found
  const [date, month] = monthFirst ? [second, first] : [first, second]
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

const numberIn = (text: string): number | undefined => {
  const digits = /\d+/.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

export interface TeeSheetOptions {
  /** The day of lines without a date. */
  readonly day: Day
  readonly zone: string
  /** How many holes the course has. */
  readonly holeCount: number
}

/** Lines without a hole start on the first one; a line is left out only if its time, date or hole cannot be read. */
export const readTeeSheetCsv = (text: string, { day, zone, holeCount }: TeeSheetOptions): ReadTeeSheet => {
  const [header, ...records] = readCsv(text)
  const names = (header?.cells ?? []).map(columnName)
  const indexOf = (column: Column): number =>
    names.findIndex(name => (COLUMNS[column] as readonly string[]).includes(name))
  const at = { time: indexOf('time'), date: indexOf('date'), hole: indexOf('hole'), players: indexOf('players') }
  const faults: TeeSheetFault[] = []
  const teeTimes: TeeTime[] = []
  const fault = (line: number, why: Said): void => void faults.push({ line, ...why })
  if (header === undefined) fault(1, said('teeSheetEmpty'))
  else if (at.time < 0) fault(header.line, said('teeSheetNoTimeColumn'))
  if (at.time < 0) return { teeTimes, faults }

  const monthFirst = hasMonthFirst(records.map(({ cells }) => cells[at.date] ?? ''))
  for (const { line, cells } of records) {
    const cell = (column: Column): string => cells[at[column]] ?? ''
    const shown = (column: Column) => ({ text: cell(column).slice(0, SHOWN_CHARACTERS) })
    const [, dayInTime, timeAlone] = DAY_AND_TIME.exec(cell('time')) ?? []
    const minutes = minutesOf(timeAlone ?? cell('time'))
    const date = cell('date') === '' ? (dayInTime ?? day) : dayOfText(cell('date'), monthFirst)
    const hole = cell('hole') === '' ? 1 : numberIn(cell('hole'))
    const players = numberIn(cell('players')) ?? null
    const hasPlayers = players !== null && players >= 1 && players <= MOST_PLAYERS
    const isOnCourse = hole !== undefined && hole >= 1 && hole <= holeCount
    if (minutes === undefined) fault(line, said('teeSheetTime', shown('time')))
    if (date === undefined || !isDay(date)) fault(line, said('teeSheetDate', shown('date')))
    if (!isOnCourse) fault(line, said('teeSheetHole', shown('hole')))
    if (cell('players') !== '' && !hasPlayers) fault(line, said('teeSheetPlayers', shown('players')))
    if (minutes === undefined || date === undefined || !isDay(date) || !isOnCourse) continue
    const moment = momentOf(date, Math.floor(minutes / 60), minutes % 60, zone)
    teeTimes.push({ at: moment.toISOString(), hole, players: hasPlayers ? players : null })
  }
  if (teeTimes.length === 0 && faults.length === 0) fault(1, said('teeSheetEmpty'))
  return { teeTimes: sortedTeeTimes(teeTimes), faults }
}

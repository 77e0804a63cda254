/**
 * Reads a tee sheet from an iCalendar (RFC 5545): each event with a time is a group. Event by event, so that a broken one
 * is named with its line and does not take the others with it. Names of golfers are not read.
 */
import {
  addDays,
  dayOf,
  isTimeZone,
  MOST_PLAYERS,
  MOST_TEE_TIMES,
  momentOf,
  type ReadTeeSheet,
  sortedTeeTimes,
  type TeeSheetFault,
  type TeeSheetOptions,
  type TeeTime,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import ICAL from 'ical.js'

/** Days from the given one on, that events are read of: calendars keep years of them. */
export const READ_DAYS = 62
/** Of one event: a tee time each day for 27 years. A rule that gives more before it reaches the wanted days is refused. */
const MOST_OCCURRENCES = 10_000
const MOST_READ = READ_DAYS * MOST_TEE_TIMES
const SHOWN_CHARACTERS = 40
/** The tee is named early in a text, and nobody's long note may hold the search up. */
const SEARCHED_CHARACTERS = 500

interface Block {
  /** Of its BEGIN, counted from 1. */
  readonly line: number
  readonly text: string
}

interface Blocks {
  readonly events: readonly Block[]
  readonly zones: readonly Block[]
  /** Of events that never end. */
  readonly open: readonly number[]
}

/** Events and time zones as the file has them, each from its BEGIN to its END. */
const blocksOf = (text: string): Blocks => {
  const events: Block[] = []
  const zones: Block[] = []
  const open: number[] = []
  let begun: { kind: string; line: number; lines: string[] } | undefined
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const begins = /^BEGIN:(VEVENT|VTIMEZONE)\s*$/i.exec(line)?.[1]?.toUpperCase()
    if (begins !== undefined) {
      if (begun?.kind === 'VEVENT') open.push(begun.line)
      begun = { kind: begins, line: index + 1, lines: [] }
    }
    if (begun === undefined) continue
    begun.lines.push(line)
    if (line.trimEnd().toUpperCase() !== `END:${begun.kind}`) continue
    const block = { line: begun.line, text: begun.lines.join('\r\n') }
    if (begun.kind === 'VEVENT') events.push(block)
    else zones.push(block)
    begun = undefined
  }
  if (begun?.kind === 'VEVENT') open.push(begun.line)
  return { events, zones, open }
}

const componentOf = (text: string): ICAL.Component | undefined => {
  try {
    return new ICAL.Component(ICAL.parse(text))
  } catch {
    return undefined
  }
}

/** Time zones that the file describes itself, by name. */
const zonesOf = (blocks: readonly Block[]): ReadonlyMap<string, ICAL.Timezone> => {
  const zones = new Map<string, ICAL.Timezone>()
  for (const { text } of blocks) {
    const component = componentOf(text)
    if (component === undefined) continue
    const zone = new ICAL.Timezone(component)
    if (zone.tzid !== '') zones.set(zone.tzid, zone)
  }
  return zones
}

/** The moments of an event's times: in their own zone, in UTC, or by the clock of the course. */
const momentReader = (blocks: readonly Block[], courseZone: string) => {
  const zones = zonesOf(blocks)
  /** @returns undefined where the zone is not known */
  return (time: ICAL.Time, tzid: string | undefined): number | undefined => {
    const { year, month, day, hour, minute } = time
    const asUtc = Date.UTC(year, month - 1, day, hour, minute)
    if (time.zone === ICAL.Timezone.utcTimezone) return asUtc
    // Some programs write /their.name/Europe/Dublin.
    const name = tzid === undefined ? courseZone : (/[A-Za-z_]+\/[A-Za-z_]+$/.exec(tzid)?.[0] ?? tzid)
    if (isTimeZone(name)) return momentOf(new Date(asUtc).toISOString().slice(0, 10), hour, minute, name).getTime()
    const described = zones.get(tzid ?? '')
    return described === undefined ? undefined : asUtc - described.utcOffset(time) * 1_000
  }
}

const firstText = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}

const HOLE =
  /\b(?:start(?:ing)?\s?)?(?:hole|tee|loch|bahn|abschlag|hoyo)\s*(?:no\.?|nr\.?|n\.?º|#|:)?\s*(\d{1,2})(?![\d:.h])\b/i
const NTH_HOLE = /\b(\d{1,2})(?:st|nd|rd|th|\.)\s*(?:hole|tee|loch|bahn|abschlag)\b/i
const PLAYERS =
  /\b(\d{1,2})\s*(?:-\s*)?(?:players?|golfers?|balls?|spieler(?:innen)?|personen|jugador(?:es|as)?|personas|pax)\b/i

/** The tee is named in the place, the title or the note of an event; none is the first hole. */
const holeOf = (texts: readonly string[]): number => {
  for (const text of texts) {
    const found = HOLE.exec(text) ?? NTH_HOLE.exec(text)
    if (found !== null) return Number(found[1])
  }
  return 1
}

const playersOf = (component: ICAL.Component, texts: readonly string[]): number | null => {
  for (const text of texts) {
    const count = Number(PLAYERS.exec(text)?.[1] ?? 0)
    if (count >= 1 && count <= MOST_PLAYERS) return count
  }
  const invited = component.getAllProperties('attendee').length
  return invited >= 1 && invited <= MOST_PLAYERS ? invited : null
}

interface CalendarEvent {
  readonly line: number
  readonly component: ICAL.Component
  readonly uid: string
  readonly start: ICAL.Time
  readonly tzid: string | undefined
  /** The occurrences of its series that it takes the place of. */
  readonly replaces: readonly number[]
}

const tzidOf = (property: ICAL.Property | null): string | undefined => {
  const tzid = property?.getParameter('tzid')
  return typeof tzid === 'string' ? tzid : undefined
}

type MomentOf = ReturnType<typeof momentReader>

/** Of properties such as EXDATE, which may hold several. */
const momentsOf = (component: ICAL.Component, name: string, momentAt: MomentOf): number[] =>
  component
    .getAllProperties(name)
    .flatMap(property =>
      property
        .getValues()
        .flatMap((value: unknown) => (value instanceof ICAL.Time ? (momentAt(value, tzidOf(property)) ?? []) : [])),
    )

type WrongTime = 'zoneUnknown' | 'endless'

const faultOfTime = ({ tzid = '' }: CalendarEvent, wrong: WrongTime): Said =>
  wrong === 'endless' ? said('teeSheetRepeats') : said('teeSheetZone', { text: tzid.slice(0, SHOWN_CHARACTERS) })

/**
 * The moments at which an event takes place within a period.
 * @returns what is wrong with it where its zone is unknown or its rule never gets there
 */
const occurrencesOf = (
  { component, start, tzid }: CalendarEvent,
  momentAt: MomentOf,
  within: { readonly fromMs: number; readonly toMs: number },
): number[] | WrongTime => {
  const first = momentAt(start, tzid)
  if (first === undefined) return 'zoneUnknown'
  const isWithin = (ms: number): boolean => ms >= within.fromMs && ms < within.toMs
  const rule = component.getFirstPropertyValue('rrule')
  const added = momentsOf(component, 'rdate', momentAt)
  if (!(rule instanceof ICAL.Recur)) return [first, ...added].filter(isWithin)
  // Its end is compared as a moment: by the library it would be compared with the clock of another zone.
  const untilMs =
    rule.until === null || rule.until === undefined ? Number.POSITIVE_INFINITY : untilOf(rule.until, tzid, momentAt)
  rule.until = null as unknown as ICAL.Time
  const left = new Set(momentsOf(component, 'exdate', momentAt))
  const found: number[] = added
  const iterator = rule.iterator(start)
  for (let count = 0; count < MOST_OCCURRENCES; count += 1) {
    const next = iterator.next()
    const ms = next === null || next === undefined ? undefined : momentAt(next, tzid)
    if (ms === undefined || ms >= within.toMs || ms > untilMs)
      return found.filter(one => isWithin(one) && !left.has(one))
    found.push(ms)
  }
  return 'endless'
}

/** A rule that ends with a day includes all of it. */
const untilOf = (until: ICAL.Time, tzid: string | undefined, momentAt: MomentOf): number => {
  const ms = momentAt(until, tzid) ?? Number.POSITIVE_INFINITY
  return until.isDate ? ms + 86_400_000 - 1 : ms
}

const isCancelled = ({ component }: CalendarEvent): boolean =>
  firstText(component, 'status').toUpperCase() === 'CANCELLED'

/** @returns null for an event of a whole day: a competition or a holiday, and no tee time */
const readEvent = ({ line, text }: Block, momentAt: MomentOf): CalendarEvent | null => {
  const component = new ICAL.Component(ICAL.parse(text))
  const property = component.getFirstProperty('dtstart')
  const start = property?.getFirstValue()
  if (!(start instanceof ICAL.Time)) throw new Error('It has no start')
  if (start.isDate) return null
  const replaces = momentsOf(component, 'recurrence-id', momentAt)
  return { line, component, uid: firstText(component, 'uid'), start, tzid: tzidOf(property), replaces }
}

/** The library throws where it first looks at a value that is wrong, each time with another error. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The tee times from a day on; what is before it or long after it is left out. */
export const readTeeSheetIcs = (text: string, { day, zone, holeCount }: TeeSheetOptions): ReadTeeSheet => {
  const faults: TeeSheetFault[] = []
  const fault = (line: number, why: Said): void => void faults.push({ line, ...why })
  const blocks = blocksOf(text)
  const momentAt = momentReader(blocks.zones, zone)
  for (const line of blocks.open) fault(line, said('teeSheetEvent'))
  const events = blocks.events.flatMap(block => {
    const event = attempt(() => readEvent(block, momentAt))
    if (event === undefined) fault(block.line, said('teeSheetEvent'))
    return event ?? []
  })
  const within = {
    fromMs: momentOf(day, 0, 0, zone).getTime(),
    toMs: momentOf(addDays(day, READ_DAYS), 0, 0, zone).getTime(),
  }
  const replaced = new Set(events.flatMap(({ uid, replaces }) => replaces.map(moment => `${uid} ${moment}`)))
  const teeTimes: TeeTime[] = []
  for (const event of events) {
    if (teeTimes.length >= MOST_READ) {
      fault(event.line, said('teeSheetTooMany', { day: dayOf(new Date(within.fromMs), zone), count: MOST_READ }))
      break
    }
    if (isCancelled(event)) continue
    const { component, line, uid } = event
    const found = attempt(() => occurrencesOf(event, momentAt, within))
    if (!Array.isArray(found)) {
      fault(line, found === undefined ? said('teeSheetEvent') : faultOfTime(event, found))
      continue
    }
    const texts = ['location', 'summary', 'description'].map(name =>
      firstText(component, name).slice(0, SEARCHED_CHARACTERS),
    )
    const [hole, players] = [holeOf(texts), playersOf(component, texts)]
    if (hole < 1 || hole > holeCount) {
      fault(line, said('teeSheetHole', { text: String(hole) }))
      continue
    }
    for (const moment of found)
      if (event.replaces.length > 0 || !replaced.has(`${uid} ${moment}`))
        teeTimes.push({ at: new Date(moment).toISOString(), hole, players })
  }
  if (teeTimes.length === 0 && faults.length === 0) fault(1, said('teeSheetNoneAhead', { day }))
  return { teeTimes: sortedTeeTimes(teeTimes), faults }
}

/** What is in a calendar: missions, shifts, planned starts and services as far as its owner may read them, and the owner's own jobs. */
import {
  addDays,
  type Day,
  dayOf,
  type MessageLanguage,
  type MissionStatus,
  may,
  type RoleSlug,
  type ServiceDue,
} from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readFeedJobs, readFeedMissions, readFeedShifts, type StoredFeed } from './calendarFeedStore.ts'
import type { CalendarEntry } from './writeCalendar.ts'

const BACK_DAYS = 30
const AHEAD_DAYS = 120
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SECOND_MS = 1_000

interface Words {
  readonly shift: string
  readonly start: string
  readonly releasedBy: string
  readonly service: string
  readonly serviceText: string
  readonly minutes: string
  readonly status: Readonly<Record<MissionStatus, string>>
}

const WORDS: Readonly<Record<MessageLanguage, Words>> = {
  en: {
    shift: 'Shift',
    start: 'Planned start',
    releasedBy: 'Released by',
    service: 'Service',
    serviceText: 'Service is due at the latest on this day.',
    minutes: 'min planned',
    status: {
      planned: 'Planned',
      uploading: 'Starting',
      working: 'Working',
      stopped: 'Stopped',
      interrupted: 'Interrupted',
      done: 'Done',
      cancelled: 'Cancelled',
      missed: 'Missed',
      failed: 'Failed',
    },
  },
  de: {
    shift: 'Schicht',
    start: 'Geplanter Start',
    releasedBy: 'Freigegeben von',
    service: 'Wartung',
    serviceText: 'Die Wartung ist spätestens an diesem Tag fällig.',
    minutes: 'min geplant',
    status: {
      planned: 'Geplant',
      uploading: 'Startet',
      working: 'Arbeitet',
      stopped: 'Gestoppt',
      interrupted: 'Unterbrochen',
      done: 'Erledigt',
      cancelled: 'Abgebrochen',
      missed: 'Verpasst',
      failed: 'Fehlgeschlagen',
    },
  },
  es: {
    shift: 'Turno',
    start: 'Inicio planificado',
    releasedBy: 'Autorizado por',
    service: 'Mantenimiento',
    serviceText: 'El mantenimiento toca a más tardar este día.',
    minutes: 'min planificados',
    status: {
      planned: 'Planificada',
      uploading: 'Iniciando',
      working: 'Trabajando',
      stopped: 'Detenida',
      interrupted: 'Interrumpida',
      done: 'Hecha',
      cancelled: 'Cancelada',
      missed: 'No realizada',
      failed: 'Fallida',
    },
  },
}

/** A vehicle with a service that has a date. */
export interface ServiceOf {
  readonly vehicleId: string
  readonly name: string
  readonly due: ServiceDue
  readonly checklist: readonly string[]
}

/** One time at which the server starts a mower under a release. */
export interface StartOf {
  readonly id: string
  readonly day: Day
  readonly mower: string
  /** Empty for the area that the maker gives no name. */
  readonly area: string
  readonly from: Date
  readonly minutes: number
  readonly releasedBy: string
  readonly updatedAt: Date
}

export interface FeedSource {
  readonly reader: Reader
  readonly services: readonly ServiceOf[]
  readonly starts: readonly StartOf[]
  readonly zone: string
  readonly now: Date
  /** Where people open the product, without a slash at its end. */
  readonly publicUrl: string | undefined
}

export const feedEntries = async (
  feed: StoredFeed,
  role: RoleSlug,
  { reader, services, starts, zone, now, publicUrl }: FeedSource,
): Promise<CalendarEntry[]> => {
  const words = WORDS[feed.language]
  const { mowerId } = feed
  const link = (path: string): string | undefined => (publicUrl === undefined ? undefined : `${publicUrl}${path}`)
  const entries: CalendarEntry[] = []
  if (may(role, 'operations.read')) {
    const span = {
      from: new Date(now.getTime() - BACK_DAYS * DAY_MS),
      to: new Date(now.getTime() + AHEAD_DAYS * DAY_MS),
      mowerId,
    }
    for (const mission of await readFeedMissions(reader, span)) {
      const from = mission.startedAt ?? mission.startsAt
      if (from === null) continue
      entries.push({
        uid: `mission-${mission.id}`,
        title: mowerId === null && mission.mower !== null ? `${mission.title} · ${mission.mower}` : mission.title,
        text: words.status[mission.status],
        at: { from, to: mission.endedAt ?? new Date(from.getTime() + mission.lastsS * SECOND_MS) },
        isCancelled: mission.status === 'cancelled',
        updatedAt: mission.updatedAt,
        url: link(`/missions/${mission.id}`),
      })
    }
    for (const shift of await readFeedShifts(reader, span))
      entries.push({
        uid: `shift-${shift.id}`,
        title: `${words.shift}: ${shift.name}`,
        text: '',
        at: { from: shift.fromAt, to: shift.untilAt },
        isCancelled: false,
        updatedAt: shift.updatedAt,
        url: link(`/day?day=${shift.day}`),
      })
    for (const { id, day, mower, area, from, minutes, releasedBy, updatedAt } of mowerId === null ? starts : [])
      entries.push({
        uid: `start-${id}-${day}`,
        title: `${words.start}: ${[mower, area].filter(name => name !== '').join(' · ')}`,
        text: `${words.releasedBy} ${releasedBy}`,
        at: { from, to: new Date(from.getTime() + minutes * MINUTE_MS) },
        isCancelled: false,
        updatedAt,
        url: link(`/day?day=${day}`),
      })
    for (const { vehicleId, name, due, checklist } of services) {
      if (due.dueAt === null || (mowerId !== null && mowerId !== vehicleId)) continue
      const dueAt = new Date(due.dueAt)
      entries.push({
        uid: `service-${vehicleId}`,
        title: `${words.service}: ${name}`,
        text: [words.serviceText, ...checklist.map(item => `- ${item}`)].join('\n'),
        at: { day: dayOf(dueAt, zone) },
        isCancelled: false,
        updatedAt: dueAt,
        url: link(`/garage/vehicle/${vehicleId}`),
      })
    }
  }
  if (mowerId === null && may(role, 'jobs.do')) {
    const today = dayOf(now, zone)
    const jobs = await readFeedJobs(reader, feed.userId, addDays(today, -BACK_DAYS), addDays(today, AHEAD_DAYS))
    for (const job of jobs)
      entries.push({
        uid: `job-${job.id}`,
        title: `${job.kind} · ${job.place}`,
        text: [`${job.plannedMinutes} ${words.minutes}`, job.note].filter(line => line !== '').join('\n'),
        at:
          job.startedAt !== null && job.endedAt !== null ? { from: job.startedAt, to: job.endedAt } : { day: job.day },
        isCancelled: false,
        updatedAt: job.updatedAt,
        url: link('/jobs'),
      })
  }
  return entries
}

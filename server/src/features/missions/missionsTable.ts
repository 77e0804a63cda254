/** The missions table for a spreadsheet, with the course's own clock and words instead of ids. */
import { type CsvCell, clockOf, csvFile, type Direction, dayOf } from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { exportMissions, type MissionFilter } from '../../shared/missionLife/missionListStore.ts'

/** More than a course mows in ten years. */
const MOST_ROWS = 50_000

const HEAD = [
  'Title',
  'Status',
  'Reason',
  'Mission area',
  'Direction',
  'Mower',
  'Blade',
  'Start date',
  'Start time',
  'Duration (min)',
  'Mown (%)',
  'Area (m2)',
  'Driven from',
  'Driven until',
  'Log lines',
  'Plan source',
  'Repeats',
  'Planned by',
  'Id',
]

const shown = (at: Date, zone: string): string => `${dayOf(at, zone)} ${clockOf(at, zone)}`

/** Spreadsheets take `12-6` for a day in December. */
const directionText = (direction: Direction): string => direction.replace(/^(\d+)-(\d+)$/, '$1 to $2')

const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits))

export const missionsCsv = async (reader: Reader, filter: MissionFilter): Promise<string> => {
  const zone = await readTimeZone(reader)
  const rows = await exportMissions(reader, filter, MOST_ROWS)
  const lines = rows.map(({ mission, area, mower, blade }): CsvCell[] => {
    const at = mission.startedAt ?? mission.startsAt
    return [
      mission.title,
      mission.status,
      mission.statusReason,
      area,
      mission.targetKind === 'road' || mission.targetKind === 'drive' ? null : directionText(mission.resolvedDirection),
      mower,
      blade,
      at === null ? null : dayOf(at, zone),
      at === null ? null : clockOf(at, zone),
      rounded(mission.stats.durationS / 60),
      rounded(mission.progress * 100, 1),
      rounded(mission.stats.areaM2),
      mission.startedAt === null ? null : shown(mission.startedAt, zone),
      mission.endedAt === null || mission.startedAt === null ? null : shown(mission.endedAt, zone),
      mission.logLines,
      mission.planSource,
      mission.seriesRepeat?.kind ?? null,
      mission.createdBy,
      mission.id,
    ]
  })
  return csvFile([HEAD, ...lines])
}

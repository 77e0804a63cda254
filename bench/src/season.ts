/**
 * Cutting by growth against fixed intervals, over a season on the demo course: cuts, hours of mowing, and days on which more had
 * grown than a cut may take by the one-third rule. `bench/fixtures/season.csv` is an invented season of a maritime climate, 1 March
 * to 31 October: the mean of each day and its forecast, in °C. What grows is invented too, so the figures compare
 * the rules with each other and say nothing of a real course; `--weather FILE` takes other weather of the same columns. Hours are
 * area by width times speed, without turns and transits. Prints a line for each type of zone; the last line is one JSON object.
 * `npm run bench:season`
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { demoCourse } from '@greensward/demo'
import { frameAround, type GrowthSettings, isDay, polygonXY } from '@greensward/domain'
import { areaM2 } from '@greensward/geometry'
import { playSeason, type SeasonDay } from './season/playSeason.ts'

const { values } = parseArgs({ options: { weather: { type: 'string' } } })

const readSeason = (path: string | URL): SeasonDay[] =>
  readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter(line => line !== '')
    .map(line => {
      const [day = '', meanC, forecastC] = line.split(',')
      const read = { day, meanC: Number(meanC), forecastC: Number(forecastC) }
      if (!isDay(day) || !Number.isFinite(read.meanC) || !Number.isFinite(read.forecastC))
        throw new Error(`This is not a day of weather: ${line}`)
      return read
    })

/** How each type of the demo grows, and the blade that cuts it. */
const TYPES: Readonly<Record<string, { readonly blade: string; readonly growth: GrowthSettings }>> = {
  Green: { blade: 'Greens', growth: growing(3.5, 0.9, 1, 3) },
  Tee: { blade: 'Tee', growth: growing(10, 2.4, 1, 8) },
  Fairway: { blade: 'Fairway', growth: growing(12, 2.5, 1, 8) },
  'Practice ground': { blade: 'Fairway', growth: growing(12, 2.5, 1, 8) },
  Rough: { blade: 'Rotary', growth: growing(45, 4, 3, 14) },
}

function growing(heightMm: number, mmPerDay: number, leastDays: number, mostDays: number): GrowthSettings {
  return { grass: 'cool', baseC: 0, heightMm, mmPerDay, leastDays, mostDays }
}

const days = readSeason(values.weather ?? new URL('../fixtures/season.csv', import.meta.url))
const course = demoCourse()
const zones = course.features.filter(feature => feature.kind === 'zone')
const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0)

const results = course.zoneTypes.flatMap(type => {
  const known = TYPES[type.name]
  const own = zones.filter(({ properties }) => properties.zoneTypeId === type.id && !properties.hiddenForMower)
  const blade = course.blades.find(({ name }) => name.startsWith(known?.blade ?? '-'))
  if (known === undefined || blade === undefined || type.intervalDays == null || own.length === 0) return []
  const area = sum(own.map(({ geometry }) => areaM2(polygonXY(frameAround(geometry.coordinates[0] ?? []), geometry))))
  const hoursOfCut = area / (blade.widthM * blade.missionSpeedMps) / 3_600
  const played = (settings: GrowthSettings | null) => {
    const rule = { settings, intervalDays: type.intervalDays ?? 1 }
    const { cuts, daysOver, mostGrownMm } = playSeason(days, rule, known.growth)
    return {
      cuts: cuts * own.length,
      hours: Math.round(cuts * hoursOfCut),
      zoneDaysOver: daysOver * own.length,
      mostGrownMm: Number(mostGrownMm.toFixed(1)),
    }
  }
  const [fixed, byGrowth] = [played(null), played(known.growth)]
  console.info(
    `${type.name}, ${own.length} zones, every ${type.intervalDays} d against ${known.growth.leastDays} to ${known.growth.mostDays} d by growth: ` +
      `cuts ${fixed.cuts} / ${byGrowth.cuts}, hours ${fixed.hours} / ${byGrowth.hours}, zone days over ${fixed.zoneDaysOver} / ${byGrowth.zoneDaysOver}`,
  )
  return [{ type: type.name, zones: own.length, fixed, byGrowth }]
})

const totals = (rule: 'fixed' | 'byGrowth') => ({
  cuts: sum(results.map(one => one[rule].cuts)),
  hours: sum(results.map(one => one[rule].hours)),
  zoneDaysOver: sum(results.map(one => one[rule].zoneDaysOver)),
})
console.info(
  JSON.stringify({
    days: days.length,
    zones: sum(results.map(one => one.zones)),
    fixed: totals('fixed'),
    byGrowth: totals('byGrowth'),
    types: results,
  }),
)

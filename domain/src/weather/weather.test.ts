import { describe, expect, test } from 'vitest'
import {
  DEFAULT_WEATHER_SETTINGS,
  judgeWeather,
  rainProposalFor,
  type WeatherReport,
  weatherReport,
  weatherSettings,
} from './weather.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`
const now = Date.parse(at('06:00'))
const settings = { ...DEFAULT_WEATHER_SETTINGS, wetFromMmPerH: 1, aheadH: 3, dryingH: 2 }
const report = (
  rainMmPerH: number,
  forecast: readonly (readonly [from: string, to: string, mm: number])[] = [],
): WeatherReport => ({
  at: at('05:50'),
  rainMmPerH,
  forecast: forecast.map(([from, to, mm]) => ({ from: at(from), to: at(to), rainMmPerH: mm })),
})
const clockOf = (text: string | null | undefined): string | null => text?.slice(11, 16) ?? null
const proposalOf = (of: WeatherReport, rainMode: boolean) => {
  const proposal = rainProposalFor(of, settings, rainMode, now)
  if (proposal === undefined) return 'nothing'
  return [proposal.kind, proposal.reason, clockOf(proposal.from), clockOf(proposal.until)].join(' ')
}

describe('rain mode is proposed', () => {
  test.each<[string, WeatherReport, boolean, string]>([
    ['while it rains, an hour and the drying long', report(1), false, 'rainModeOn raining 05:50 08:50'],
    ['not for a drizzle below the threshold', report(0.9), false, 'nothing'],
    ['for rain that begins soon', report(0, [['08:00', '09:00', 2]]), false, 'rainModeOn rainAhead 08:00 11:00'],
    ['not for rain that begins later', report(0, [['09:30', '10:00', 2]]), false, 'nothing'],
    [
      'until the last of showers that follow each other before the ground dries',
      report(3, [
        ['08:30', '09:00', 1],
        ['10:30', '11:00', 1],
        ['20:00', '21:00', 9],
      ]),
      false,
      'rainModeOn raining 05:50 13:00',
    ],
    ['to stay as it is while it is on and wet', report(3), true, 'nothing'],
    ['to end once nothing is wet and nothing comes', report(0, [['20:00', '21:00', 9]]), true, 'rainModeOff dry  '],
  ])('%s', (_, of, rainMode, expected) => {
    expect(proposalOf(of, rainMode)).toBe(expected)
  })

  test('ground that dries still counts as wet, though no drop falls', () => {
    const dries = report(0, [['03:00', '05:00', 4]])
    expect(judgeWeather(dries, settings, now)).toMatchObject({ wet: { to: Date.parse(at('07:00')) }, isRaining: false })
    expect(proposalOf(dries, true)).toBe('nothing')
  })
})

test('a report is read with any further keys and times of any zone; spans that end before they begin are refused', () => {
  const read = weatherReport.parse({
    at: '2026-11-20T06:50:00+01:00',
    rainMmPerH: 0,
    forecast: [{ from: '2026-11-20T08:00:00Z', to: '2026-11-20T09:00:00Z', rainMmPerH: 2, icon: 'rain' }],
    station: 'Clubhouse',
  })
  expect(rainProposalFor(read, settings, false, now)?.reason).toBe('rainAhead')
  const backwards = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T08:00:00Z', rainMmPerH: 2 }
  expect(weatherReport.safeParse({ at: at('06:00'), rainMmPerH: 0, forecast: [backwards] }).success).toBe(false)
  expect(weatherReport.safeParse({ at: at('06:00'), rainMmPerH: -1 }).success).toBe(false)
})

test('an address is http or https and holds no password', () => {
  const { address } = weatherSettings.shape
  expect(
    [
      '',
      'https://weather.example.org/now?site=4',
      'ftp://a.example',
      'file:///etc/passwd',
      'https://a:b@c.example',
    ].map(text => address.safeParse(text).success),
  ).toEqual([true, true, false, false, false])
})

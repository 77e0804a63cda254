/** The page of the weather: where each figure is from, and a source that is tried before it is saved. */
import { calls } from '@greensward/contract'
import { DEFAULT_WEATHER_SETTINGS } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 20_000 }
const AT = '2026-11-20T06:15:00.000Z'

const settings = { ...DEFAULT_WEATHER_SETTINGS, enabled: true, provider: 'metNorway', station: 'push' } as const
const figure = (name: 'temperatureC' | 'rainMmPerH', value: number, source: string, isObserved: boolean) =>
  ({ name, value, source, isObserved, at: AT }) as const
const source = { triedAt: AT, answeredAt: AT, notBefore: null, problem: null, detail: '' } as const
const state = {
  sources: [
    { ...source, role: 'forecast', problem: 'rateLimited', detail: 'It answered 429', notBefore: AT },
    { ...source, role: 'station' },
  ],
  figures: [figure('temperatureC', 8.25, 'push', true), figure('rainMmPerH', 0.4, 'metNorway', false)],
  days: [{ day: '2026-11-19', meanTemperatureC: 7.5, rainMm: 2, et0Mm: null, hours: 24, observedHours: 20 }],
  report: null,
  wetUntil: null,
  proposal: null,
} as const

test('each figure has its source, and a source that fails says why and until when', async () => {
  await open({
    path: '/settings/weather',
    language: 'de',
    prepare: wire => {
      wire.answer(calls.weather.settings, settings)
      wire.answer(calls.weather.state, state as never)
    },
  })
  const table = await screen.findByRole('table', { name: 'Werte' }, SLOW)
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('cell'))
  expect(cells.map(row => row.slice(0, 3).map(cell => cell.textContent))).toEqual([
    ['Temperatur', '8,3 °C', 'gemessen: Ecowitt oder Weather Underground'],
    ['Regen', '0,4 mm/h', 'vorhergesagt: MET Norway'],
  ])
  expect(screen.getByRole('alert').textContent).toContain('Die Quelle erlaubt im Moment keine weiteren Abfragen.')
  expect(screen.getByText(/nächste Abfrage erlaubt ab/)).toBeDefined()
  expect(screen.getByText('24 bekannt, 20 gemessen')).toBeDefined()
})

test('a service is tried by what is in the fields, before anything is saved', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/weather',
    prepare: wire => {
      wire.answer(calls.weather.settings, DEFAULT_WEATHER_SETTINGS)
      wire.answer(calls.weather.state, { ...state, sources: [], figures: [], days: [] } as never)
      wire.answer(calls.weather.test, {
        problem: null,
        detail: '',
        figures: [figure('temperatureC', 8, 'openWeather', false)],
        hours: 48,
      })
    },
  })
  await user.selectOptions(await screen.findByLabelText('Forecast from', undefined, SLOW), 'OpenWeather')
  await user.type(screen.getByLabelText('API key'), 'k1')
  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText('It answers, with 48 hours of forecast.')).toBeDefined()
  const tried = wire.asked.find(({ call }) => call.path === calls.weather.test.path)
  expect(tried?.body).toEqual({ role: 'forecast', provider: 'openWeather', address: '', contact: '', token: 'k1' })
  expect(wire.asked.some(({ call }) => call === calls.weather.update)).toBe(false)
  await user.type(screen.getByLabelText('API key'), '2')
  expect(screen.queryByText('It answers, with 48 hours of forecast.')).toBeNull()
})

test('a station gets a secret address, which is shown once', async () => {
  const user = userEvent.setup()
  await open({
    path: '/settings/weather',
    prepare: wire => {
      wire.answer(calls.weather.settings, { ...settings, hasPushKey: true })
      wire.answer(calls.weather.state, state as never)
      wire.answer(calls.weather.newPushKey, { key: 'secret-key' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Create address' }, SLOW))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace the address of the station?' }))
  await user.click(dialog.getByRole('button', { name: 'Create address' }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Address for the station').value).toMatch(
      /\/api\/track\/weather\/secret-key$/,
    ),
  )
})

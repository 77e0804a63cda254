/** What a change of the settings makes of them, and what a source cannot be asked without. */
import type { WeatherSettingsChange } from '@greensward/domain'
import { said } from '@greensward/messages'
import { refuseFields } from '../../platform/http/refusal.ts'
import type { Seal } from '../../platform/sealing.ts'
import type { StoredWeatherSettings } from './weatherStore.ts'

export const changedSettings = (
  seal: Seal,
  before: StoredWeatherSettings,
  { token, stationSecret, ...others }: WeatherSettingsChange,
): StoredWeatherSettings => {
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const after: StoredWeatherSettings = { ...before, ...given }
  const secret = (typed: string | undefined, isForAnother: boolean, stored: string | null): string | null => {
    // A secret is for the address that it was typed for and must not go to another one.
    if (typed === undefined) return isForAnother ? null : stored
    return typed === '' ? null : seal.close(typed)
  }
  const isOtherService = after.address !== before.address || after.provider !== before.provider
  const isOtherStation = after.stationAddress !== before.stationAddress || after.station !== before.station
  return {
    ...after,
    sealedToken: secret(token, isOtherService, before.sealedToken),
    sealedStationSecret: secret(stationSecret, isOtherStation, before.sealedStationSecret),
  }
}

/** @throws Refusal of the fields that are empty */
export const refuseIncomplete = (after: StoredWeatherSettings): void => {
  if (!after.enabled) return
  const missing = {
    ...(after.provider === 'none' && after.station === 'none' ? { 'body.provider': '' } : {}),
    ...(after.provider === 'json' ? { 'body.address': after.address } : {}),
    ...(after.provider === 'metNorway' ? { 'body.contact': after.contact } : {}),
    ...(after.provider === 'openWeather' ? { 'body.token': after.sealedToken ?? '' } : {}),
    ...(after.station === 'weatherLink'
      ? {
          'body.stationKey': after.stationKey,
          'body.stationId': after.stationId,
          'body.stationSecret': after.sealedStationSecret ?? '',
        }
      : {}),
  }
  const faults = Object.entries(missing).filter(([, value]) => value === '')
  if (faults.length > 0) refuseFields(Object.fromEntries(faults.map(([name]) => [name, said('empty')])))
}

import type { TFunction } from 'i18next'

/** How old something is, as short as it can be said: 0.4 s, 12 s, 14 min, 3 h, 2 d. */
export const ageText = (ageMs: number, t: TFunction): string => {
  const seconds = Math.max(0, ageMs) / 1_000
  if (seconds < 10) return t('map.age.s', { count: Math.round(seconds * 10) / 10 })
  if (seconds < 60) return t('map.age.s', { count: Math.round(seconds) })
  if (seconds < 3_600) return t('map.age.min', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t('map.age.h', { count: Math.floor(seconds / 3_600) })
  return t('map.age.d', { count: Math.floor(seconds / 86_400) })
}

/** The same where the place itself says that it is an age. */
export const shortAge = (ageMs: number, language: string): string => {
  const seconds = Math.max(0, ageMs) / 1_000
  if (seconds < 10) return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(seconds)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

import type { Dish } from '@greensward/domain'

/** The number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const digitsOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

export const toMajor = (priceMinor: number, currency: string): number => priceMinor / 10 ** digitsOf(currency)

/** Rounded to the smallest unit, so that 12.30 never becomes 1229. */
export const toMinor = (price: number, currency: string): number => Math.round(price * 10 ** digitsOf(currency))

export const formatPrice = (
  { priceMinor, currency }: Pick<Dish, 'priceMinor' | 'currency'>,
  language: string,
): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    toMajor(priceMinor, currency),
  )

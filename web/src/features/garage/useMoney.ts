import { useTranslation } from 'react-i18next'

/** Writes amounts of a currency, by its ISO 4217 code, as the reader's language does. */
export function useMoney(currency: string): (amount: number) => string {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return amount => format.format(amount)
}

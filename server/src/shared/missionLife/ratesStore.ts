/** The SQL of the rates of the cost, which reports and the service of machines use. */
import { type CostRates, NO_RATES } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { settings } from '../../platform/db/schema/index.ts'

/** The row of the settings that holds them. */
export const RATES = 'costs'

export const readRates = async (reader: Reader): Promise<CostRates> => {
  const [row] = await reader.select().from(settings).where(eq(settings.name, RATES))
  return row !== undefined && 'currency' in row.value ? { ...NO_RATES, ...row.value } : NO_RATES
}

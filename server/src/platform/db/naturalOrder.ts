/** The order of names: numbers in them by their value, letters as Unicode sorts them. */
import type pg from 'pg'

const NATURAL = "create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true')"
/** A database that was built without ICU sorts by bytes, as before. */
const BY_BYTES = `create collation if not exists natural_order from "C"`
const NOT_SUPPORTED = '0A000'

const isUnsupported = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === NOT_SUPPORTED

/** Not a migration: what it makes depends on the database server and not on the version of the program. */
export const makeNaturalOrder = async (client: Pick<pg.Client, 'query'>): Promise<void> => {
  try {
    await client.query(NATURAL)
  } catch (error) {
    if (!isUnsupported(error)) throw error
    await client.query(BY_BYTES)
  }
}

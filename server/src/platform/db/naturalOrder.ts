/** The order of names: numbers in them by their value, letters as Unicode sorts them. */
import type pg from 'pg'

const NATURAL = "create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true')"
/** A database that was built without ICU sorts by bytes, as before. */
const BY_BYTES = `create collation if not exists natural_order from "C"`
const NOT_SUPPORTED = '0A000'

const isUnsupported = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === NOT_SUPPORTED

/** The index of the longest list that is sorted so. */
const INDEX = 'missions_title_naturally'

const makeCollation = async (client: Pick<pg.Client, 'query'>): Promise<void> => {
  try {
    await client.query(NATURAL)
  } catch (error) {
    if (!isUnsupported(error)) throw error
    await client.query(BY_BYTES)
  }
}

/** Another version of ICU than the one that built the index sorts otherwise: a search of the old index would miss rows. */
const rebuildAfterNewRules = async (client: Pick<pg.Client, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ isStale: boolean }>(
    `select collversion is distinct from pg_collation_actual_version(oid) as "isStale"
       from pg_collation where collname = 'natural_order'`,
  )
  if (rows[0]?.isStale !== true) return
  // One statement list is one transaction: the version is recorded with the index or not at all.
  await client.query(`reindex index ${INDEX}; alter collation natural_order refresh version`)
}

/**
 * Makes the order and its index, and rebuilds the index where the database server sorts by other rules than before. Not a
 * migration: what it makes depends on the database server and not on the version of the program.
 */
export const makeNaturalOrder = async (client: Pick<pg.Client, 'query'>): Promise<void> => {
  await makeCollation(client)
  await client.query(`create index if not exists ${INDEX} on missions (title collate natural_order, id)`)
  await rebuildAfterNewRules(client)
}

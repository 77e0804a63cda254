/** A connection that ends while a commit is under way: the database carries it out, and the server receives no answer. */
import type { Database } from '../platform/db/database.ts'

/**
 * Loses the answer of the first transaction with a result that is meant.
 * @returns the results that were lost, and a function that undoes it
 */
export const loseCommitAnswer = (
  db: Database,
  isMeant: (result: unknown) => Promise<boolean>,
): { readonly lost: readonly unknown[]; readonly restore: () => void } => {
  const { transaction } = db
  const lost: unknown[] = []
  const restore = (): void => {
    db.transaction = transaction
  }
  db.transaction = async (run, config) => {
    const result = await transaction(run, config)
    if (!(await isMeant(result))) return result
    restore()
    lost.push(result)
    throw new Error('Connection terminated unexpectedly')
  }
  return { lost, restore }
}

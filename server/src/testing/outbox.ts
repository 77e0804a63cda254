/** Reads what the server would have mailed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The newest message as it lies in the outbox. */
export const newestMail = (dataDir: string): string => {
  const folder = join(dataDir, 'outbox')
  const newest = readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .at(-1)
  if (newest === undefined) throw new Error('The outbox is empty')
  return readFileSync(join(folder, newest), 'utf8')
}

/** The newest code that was mailed. */
export const newestCode = (dataDir: string): string => {
  const [, code] = newestMail(dataDir).match(/(\d{6}) is your code/) ?? []
  if (code === undefined) throw new Error('The newest message holds no code')
  return code
}

/** Reads what the server would have mailed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** All messages as they lie in the outbox, oldest first. */
export const allMails = (dataDir: string): readonly string[] => {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

export const newestMail = (dataDir: string): string => {
  const newest = allMails(dataDir).at(-1)
  if (newest === undefined) throw new Error('The outbox is empty')
  return newest
}

/** The newest code that was mailed. */
export const newestCode = (dataDir: string): string => {
  const [, code] = newestMail(dataDir).match(/(\d{6}) is your code/) ?? []
  if (code === undefined) throw new Error('The newest message holds no code')
  return code
}

/** PostgreSQL refuses to run as root: this finds somebody else to run it as, and folders that this somebody can enter. */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface OsUser {
  readonly uid: number
  readonly gid: number
}

const OWN_NAME = 'greensward-db'
const USER_ADD = '/usr/sbin/useradd'

const findUser = (name: string): OsUser | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** Undefined where the server is not root and the database may simply run as the server itself. */
export const databaseUser = (): OsUser | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const known = findUser(OWN_NAME)
  if (known !== undefined) return known
  try {
    execFileSync(USER_ADD, ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_NAME], {
      stdio: 'ignore',
    })
  } catch {
    // A minimal system may not let anybody be added, or two servers may add the same user at once.
  }
  return findUser(OWN_NAME) ?? findUser('postgres') ?? findUser('nobody') ?? { uid: 65_534, gid: 65_534 }
}

/** Whether the user can enter the folder and every folder above it. */
export const canEnter = (user: OsUser, folder: string): boolean => {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const { mode, uid, gid } = statSync(current)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    if (((mode >> shift) & 1) === 0) return false
    if (current === dirname(current)) return true
  }
}

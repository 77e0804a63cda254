/** One server per data directory: a second one is refused before it opens anything in it. */
import { readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'

export class DataDirInUse extends Error {}

export interface DataDirLock {
  release(): Promise<void>
}

const holderOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}

const inUse = (dataDir: string, holder: string): DataDirInUse =>
  new DataDirInUse(
    `The data directory ${dataDir} is in use by another server (process ${holder}). Stop that one first, or give this one its own DATA_DIR.`,
  )

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * On Linux the lock is a socket name in the abstract namespace made of the directory's device and inode: the kernel
 * gives it to one process and takes it back however that process ends, so nothing is left over after a crash. Elsewhere
 * it is a file that names the process, which is taken over when that process is gone.
 * @throws DataDirInUse
 */
export const lockDataDir = async (dataDir: string): Promise<DataDirLock> => {
  const file = join(dataDir, 'server.pid')
  const release: (() => Promise<void>)[] = []
  if (platform() === 'linux') {
    const { dev, ino } = statSync(dataDir)
    const server = await listen(`\0greensward-${dev}-${ino}`)
    if (server === undefined) throw inUse(dataDir, holderOf(file))
    release.push(() => new Promise(resolve => server.close(() => resolve())))
  } else {
    const holder = Number(holderOf(file))
    if (Number.isInteger(holder) && holder !== process.pid && isAlive(holder)) throw inUse(dataDir, String(holder))
  }
  writeFileSync(file, `${process.pid}\n`, { mode: 0o644 })
  return {
    release: async () => {
      unlinkSync(file)
      for (const step of release) await step()
    },
  }
}

const listen = (name: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer(socket => socket.destroy())
    server.once('error', error => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })

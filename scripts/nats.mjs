// Finds a nats-server for the tests of several servers on one database, and brings one where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { unpackAsUser } from './packages.mjs'

const unpacked = join(root, '.cache', 'nats')
const candidates = () => [
  process.env.NATS_SERVER_PATH ?? '',
  '/usr/sbin/nats-server',
  '/usr/local/bin/nats-server',
  join(unpacked, 'files', 'usr', 'sbin', 'nats-server'),
]
const installed = () => candidates().find(path => existsSync(path) && spawnSync(path, ['--version']).status === 0)

/** Path of a nats-server that starts; ends the program with a reason if none can be had. */
export const nats = () => {
  const there = installed()
  if (there) return there
  console.log('Fetching nats-server for the tests of several servers...')
  // Unpacked, as the package would start a service that listens to everybody.
  unpackAsUser('nats-server', unpacked)
  const path = installed()
  if (path) return path
  console.error('No nats-server could be brought. Install one and name it in NATS_SERVER_PATH.')
  process.exit(1)
}

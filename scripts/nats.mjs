// Finds a nats-server for the tests of several servers on one database, or downloads one.
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

/** Path of a nats-server that starts; downloads it if necessary. Exits with a message if that fails. */
export const nats = () => {
  const there = installed()
  if (there) return there
  console.log('Fetching nats-server for the tests of several servers...')
  // Unpacked only: installing the package would start a service that is open to the network.
  unpackAsUser('nats-server', unpacked)
  const path = installed()
  if (path) return path
  console.error('nats-server could not be downloaded. Install it and set NATS_SERVER_PATH.')
  process.exit(1)
}

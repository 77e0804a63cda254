// Finds a Chromium for the browser tests, or installs one: as root from the system's packages, as an ordinary user by
// unpacking the same packages into .cache.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { installAsSystem, unpackAsUser } from './packages.mjs'

const CANDIDATES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const unpacked = join(root, '.cache', 'chromium')
const launcher = join(unpacked, 'chromium')

const answers = command => spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

const installed = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return answers(named) ? named : undefined
  for (const name of CANDIDATES) {
    const path = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    // Ubuntu's chromium-browser is only a stub for a snap, so run the program as well.
    if (path && answers(path)) return path
  }
  return existsSync(launcher) && answers(launcher) ? launcher : undefined
}

const unpack = () => {
  const files = unpackAsUser('chromium', unpacked)
  const libraries = ['usr/lib', 'lib'].flatMap(folder => {
    const path = join(files, folder)
    if (!existsSync(path)) return []
    const triplets = readdirSync(path).filter(entry => entry.endsWith('-linux-gnu'))
    return triplets.flatMap(entry => [join(path, entry), join(path, entry, 'nss'), join(path, entry, 'pulseaudio')])
  })
  writeFileSync(
    launcher,
    `#!/bin/sh\nexport LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n` +
      `exec "${join(files, 'usr', 'lib', 'chromium', 'chromium')}" "$@"\n`,
  )
  chmodSync(launcher, 0o755)
}

/** Path of a Chromium that starts; installs it if necessary. Exits with a message if that fails. */
export const chromium = () => {
  const there = installed()
  if (there) return there
  console.log('Installing Chromium for the browser tests...')
  installAsSystem('chromium')
  const asSystem = installed()
  if (asSystem) return asSystem
  unpack()
  const asUser = installed()
  if (asUser) return asUser
  console.error('Chromium could not be installed. Install it and set CHROMIUM_PATH.')
  process.exit(1)
}

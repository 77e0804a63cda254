// Installs programs from Debian's packages for the tests: as root with apt, as an ordinary user by unpacking the same
// packages into .cache.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const apt = (args, prefix = []) => {
  const [command, ...rest] = [...prefix, 'apt-get', ...args]
  return spawnSync(command, rest, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

const installWith = (prefix, name) => {
  apt(['update', '-qq'], prefix)
  apt(['install', '-y', '-qq', '--no-install-recommends', name], prefix)
}

/** Installs a package if this user may; returns whether it tried. */
export const installAsSystem = name => {
  if (process.getuid?.() === 0) installWith([], name)
  else if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) installWith(['sudo', '-n'], name)
  else return false
  return true
}

/** Unpacks a package and its dependencies into a folder; returns the folder of their files. */
export const unpackAsUser = (name, folder) => {
  const lists = join(folder, 'lists')
  const archives = join(folder, 'archives')
  for (const each of [lists, join(lists, 'partial'), archives, join(archives, 'partial')]) {
    mkdirSync(each, { recursive: true })
  }
  const own = [
    ['Dir::State::lists', lists],
    ['Dir::Cache', folder],
    ['Dir::Cache::archives', archives],
    ['Debug::NoLocking', 'true'],
    ['APT::Sandbox::User', ''],
  ].flatMap(([key, value]) => ['-o', `${key}=${value}`])
  apt([...own, 'update', '-qq'])
  apt([...own, 'install', '-y', '-qq', '--no-install-recommends', '--download-only', name])
  const files = join(folder, 'files')
  for (const file of readdirSync(archives).filter(each => each.endsWith('.deb'))) {
    spawnSync('dpkg', ['-x', join(archives, file), files], { stdio: 'inherit' })
  }
  return files
}

/**
 * Writes `third-party-notices.txt` into a build: every package that the product runs with, in the browser or in the server,
 * with its licence. The lock file says which those are; what only tests and builds need is left out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

const TEXT = /^(licen[cs]e|copying|notice)/i

const textsOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => TEXT.test(name))
    .map(name => readFileSync(join(folder, name), 'utf8').trim())

/** @param root the folder of the lock file */
export const noticesOf = (root: string): string => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  const sections = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    // Packages for other systems are locked too, and are not here.
    .filter(([path]) => existsSync(join(root, path)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [`${name} ${version}`, `Licence: ${license ?? 'see below'}`, '', ...textsOf(join(root, path))].join('\n')
    })
  return `Greensward uses the software of others, under their licences.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

export const thirdPartyNotices = (): Plugin => ({
  name: 'greensward:third-party-notices',
  apply: 'build',
  generateBundle() {
    const source = noticesOf(join(import.meta.dirname, '..'))
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source })
  },
})

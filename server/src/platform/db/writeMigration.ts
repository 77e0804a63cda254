/**
 * A program for developers: writes the next migration from the schema, `npm run migration -w server -- name`. The tool
 * that does it is fetched into a folder of its own, because it depends on packages that a server must not carry.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const TOOL = 'drizzle-kit@0.31.11'
const [name = 'change'] = process.argv.slice(2)
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)
const pinned = (packageName: string): string => `${packageName}@${dependencies[packageName]}`

const folder = mkdtempSync(join(tmpdir(), 'greensward-migration-'))
const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, [...args], { cwd: folder, stdio: 'inherit' })
}
const fromFolder = (url: string): string => relative(folder, fileURLToPath(new URL(url, import.meta.url)))
try {
  writeFileSync(join(folder, 'package.json'), '{}')
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', TOOL, pinned('drizzle-orm'), pinned('pg')])
  run(join(folder, 'node_modules', '.bin', 'drizzle-kit'), [
    'generate',
    '--dialect=postgresql',
    `--schema=${fromFolder('./schema/index.ts')}`,
    `--out=${fromFolder('../../../migrations')}`,
    `--name=${name}`,
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

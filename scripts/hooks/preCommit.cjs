// Checks the staged files: their style, and the types of their packages.
const { execFileSync, spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim()
const bin = name => join(root, 'node_modules', '.bin', name)
const staged = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR'], {
  encoding: 'utf8',
  cwd: root,
})
  .split('\n')
  .filter(file => /\.(cjs|css|js|json|md|mjs|ts|tsx)$/.test(file))
if (staged.length === 0) process.exit(0)

const run = (name, args) => spawnSync(bin(name), args, { cwd: root, stdio: 'inherit' }).status === 0
const packages = [...new Set(staged.filter(file => /\.tsx?$/.test(file)).map(file => file.split('/')[0]))]
const isGood =
  run('biome', ['check', '--no-errors-on-unmatched', ...staged]) &&
  packages.every(name => !existsSync(join(root, name, 'tsconfig.json')) || run('tsc', ['-p', name]))
if (!isGood) console.error('\nNot committed. `npm run format` fixes most style problems.')
process.exit(isGood ? 0 : 1)

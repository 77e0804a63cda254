// `npm run test:mutants`: puts faults that a person could make into a copy of the tree, one at a time. The tests of `npm test`
// must find each fault; a missed fault shows behaviour without a test. `npm run test:mutants -- gate shift` runs some of them.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { faults } from './faults.mjs'
import { faultsOfWork } from './faultsOfWork.mjs'
import { bin, root } from './install.mjs'

/** One file of tests, also on a loaded host. */
const MOST_MS = 300_000

const copy = join(root, '.cache', 'mutants')

/** Copies the files that git tracks or would track, and hard-links the packages. */
const makeCopy = () => {
  rmSync(copy, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\n').filter(name => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')])
}

/** @returns 0 where they pass; null where they did not end in time, which says nothing about a fault */
const runTests = tests =>
  spawnSync(
    bin('node'),
    [join(copy, 'node_modules', '.bin', 'vitest'), 'run', '--bail=1', '--reporter=dot', ...tests],
    {
      cwd: copy,
      stdio: 'ignore',
      timeout: tests.length * MOST_MS,
    },
  ).status

const names = process.argv.slice(2)
const chosen = [...faults, ...faultsOfWork].filter(
  ([what]) => names.length === 0 || names.some(name => what.includes(name)),
)
makeCopy()
const all = [...new Set(chosen.flatMap(([, , , , tests]) => tests))]
// Vitest fails where it finds no file, and a fault would count as found.
const gone = all.filter(test => !existsSync(join(copy, test)))
if (chosen.length === 0 || gone.length > 0) {
  console.error(chosen.length === 0 ? 'No fault has this name.' : `These tests have moved: ${gone.join(', ')}`)
  process.exit(1)
}
if (runTests(all) !== 0) {
  console.error('The tests already fail without a fault: fix them first.')
  process.exit(1)
}
const missed = []
for (const [what, file, from, to, tests] of chosen) {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  const mutated = whole.replace(from, () => to)
  if (mutated === whole) {
    missed.push(`${what}: ${file} changed: update this fault`)
    continue
  }
  writeFileSync(path, mutated)
  const status = runTests(tests)
  writeFileSync(path, whole)
  if (status === null) missed.push(`${what}: the tests did not end in time`)
  else if (status === 0) missed.push(what)
  console.log(`${status === null || status === 0 ? 'MISSED' : 'found '}  ${what}`)
}
rmSync(copy, { recursive: true, force: true })
console.log(`\n${chosen.length - missed.length} of ${chosen.length} found`)
for (const what of missed) console.log(`  missed: ${what}`)
process.exit(missed.length === 0 ? 0 : 1)

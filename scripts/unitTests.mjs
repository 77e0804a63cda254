// Vitest, and once more what failed: many tests run servers, databases and mowers in real time, and on a machine that
// stood still for seconds one of them misses its moment. A fault fails again; what did not is named at the end.
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bin, root, run } from './install.mjs'

const report = join(root, 'test-results', 'unit.json')
/** More than that is no bad moment. */
const MOST_FILES = 3

const runVitest = async (args, env) => {
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(bin('node'), [bin('vitest'), 'run', ...reporters, ...args], { env })
  return { code, failed: code === 0 ? [] : failedIn(report) }
}

/** @returns the files with a failure and their names; none when there is no report to read */
const failedIn = path => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
      .testResults.filter(({ status }) => status === 'failed')
      .map(({ name, assertionResults }) => ({
        file: relative(root, name),
        titles: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      }))
  } catch {
    return []
  }
}

/** @returns the exit code: 0 when every test passed, if some at their second try */
export const runUnitTests = async env => {
  const first = await runVitest([], env)
  if (first.code === 0) return 0
  if (first.failed.length === 0 || first.failed.length > MOST_FILES) return first.code
  console.log('\nOnce more, alone, what failed:')
  const files = first.failed.map(({ file }) => file)
  const second = await runVitest(['--maxWorkers=1', ...files], env)
  if (second.code !== 0) return second.code
  console.log('\nFailed first and passed alone (a test that does so often is to be mended):')
  for (const { file, titles } of first.failed) console.log([file, ...titles].join('\n  '))
  return 0
}

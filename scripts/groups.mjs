// Runs groups of tests, times each and prints a table of all groups at the end.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bin, root, run } from './install.mjs'

/** Tests that may fail without failing the run, each with the reason and the day: [{ "test", "reason", "since" }]. */
const QUARANTINE = join(root, 'testing', 'quarantine.json')

const seconds = ms => `${(ms / 1_000).toFixed(0)} s`

/** @returns every test of a report of Vitest: its file, its title, whether it failed, and how long its file took */
const readUnit = path => {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    ms: endTime - startTime,
  }))
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const inside = assertionResults.filter(one => one.status === 'failed').map(({ fullName }) => fullName)
    // A file that did not load has no tests but counts as failed.
    return status === 'failed' && inside.length === 0
      ? [{ file: relative(root, name), title: message ?? 'did not run' }]
      : inside.map(title => ({ file: relative(root, name), title }))
  })
  return { files, failed }
}

/** @returns the same for a report of Playwright */
const readBrowser = path => {
  const files = new Map()
  const failed = []
  const walk = (suite, file) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests)
        for (const { duration } of test.results) files.set(file, (files.get(file) ?? 0) + duration)
      if (!spec.ok) failed.push({ file, title: spec.title })
    }
    for (const inner of suite.suites ?? []) walk(inner, file)
  }
  for (const suite of JSON.parse(readFileSync(path, 'utf8')).suites) walk(suite, `e2e/${suite.file}`)
  return { files: [...files].map(([name, ms]) => ({ name, ms })), failed }
}

/**
 * Whether only tests of the quarantine failed in a run that ended with an error.
 * @param failed the failed tests in its report; empty if it ended before writing one
 */
const isExcused = (failed, excused) => {
  const list = JSON.parse(readFileSync(QUARANTINE, 'utf8'))
  for (const { file, title } of failed) {
    const found = list.find(({ test }) => test === `${file}: ${title}`)
    if (found === undefined) return false
    excused.push(`${file}: ${title}\n    ${found.reason} (since ${found.since})`)
  }
  return failed.length > 0
}

/** @param env environment of every program that it runs */
export const createGroups = env => {
  const rows = []
  const files = []
  const excused = []

  const timed = async (name, work) => {
    const began = Date.now()
    const isGreen = await work()
    rows.push([name, seconds(Date.now() - began), isGreen ? 'green' : 'RED'])
    return isGreen
  }
  const reported = async (command, args, env, path, read) => {
    const code = await run(command, args, { env })
    try {
      const { files: ran, failed } = read(path)
      files.push(...ran)
      return code === 0 || isExcused(failed, excused)
    } catch {
      // No report: it ended before a test ran.
      return false
    }
  }

  return {
    /** Runs a command that reports no single tests. */
    command: (name, command, args, more = {}) =>
      timed(name, async () => (await run(command, args, { env: { ...env, ...more } })) === 0),
    work: (name, work) =>
      timed(name, async () => {
        await work()
        return true
      }),
    unit: (name, args = [], more = {}) => {
      const path = join(root, 'test-results', 'unit.json')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
      return timed(name, () =>
        reported(bin('node'), [bin('vitest'), 'run', ...reporters, ...args], { ...env, ...more }, path, readUnit),
      )
    },
    browser: (name, args = [], more = {}) => {
      const path = join(root, 'test-results', 'browser.json')
      const whole = { ...env, ...more, PLAYWRIGHT_JSON_OUTPUT_NAME: path }
      const all = [bin('playwright'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args]
      return timed(name, () => reported(bin('node'), all, whole, path, readBrowser))
    },
    /** Prints the groups, their times and the excused failures. @param slowest how many of the slowest files to list */
    report: slowest => {
      if (slowest > 0) {
        console.log(`\nThe ${slowest} slowest files:`)
        for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, slowest))
          console.log(`  ${seconds(ms).padStart(6)}  ${name}`)
      }
      if (excused.length > 0) console.log(`\nFailed, but in quarantine:\n  ${excused.join('\n  ')}`)
      console.log('\nGroup                 time  ')
      for (const [name, time, verdict] of rows) console.log(`${name.padEnd(18)} ${time.padStart(7)}  ${verdict}`)
    },
  }
}

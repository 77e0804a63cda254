/** The promise: log in, import a real course, choose a fairway, see its plan, start a mower, stop it, resume it, done. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { leave, type Stack, signIn, startStack } from './stack.ts'

const course = join(dirname(dirname(fileURLToPath(import.meta.url))), '..', 'shared', 'data', 'courses', 'course-a.osm')
const hasCourse = existsSync(course)

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const status = (page: Page) => page.getByTestId('mission-status')

const importCourse = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More for the map' }).click()
  await page.getByRole('menuitem', { name: 'Import course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  const startedMs = Date.now()
  await dialog.locator('input[type=file]').setInputFiles(course)
  await dialog.getByRole('radio', { name: /Replace the present course/ }).check()
  await dialog.getByRole('button', { name: 'Replace the course' }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  console.log(`course-a.osm became a course in ${Date.now() - startedMs} ms, clicks included`)
}

test('a greenkeeper imports a course, plans a fairway, starts, stops and resumes a mower until it is done', async ({
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await expect(page).toHaveTitle('Map | Greensward')
  if (hasCourse) await importCourse(page)
  else console.log('course-a.osm is absent: the demo course is mown instead')

  await page.goto(`${stack.url}/missions/new`)
  await page.locator('input[aria-haspopup=listbox]').first().click()
  await page
    .getByRole('option', { name: /Fairway/ })
    .first()
    .click()
  await expect(page.locator('[data-figure=coverage]')).toContainText('%')
  await expect(page.getByText('Up to date', { exact: true })).toBeVisible()

  const start = page.getByRole('button', { name: 'Start now' })
  await expect(start).toBeEnabled({ timeout: 30_000 })
  await start.click()
  await expect(status(page)).toContainText('Working', { timeout: 60_000 })

  // A second person looks at the same mission and changes nothing.
  const second = await (await browser.newContext()).newPage()
  await signIn(second, stack, 'ROLE_MANAGER')
  await second.goto(page.url())
  await expect(status(second)).toContainText('Working')

  await expect(status(page)).toContainText(/Working [1-9]/, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(status(page)).toContainText('Stopped')
  await expect(status(second)).toContainText('Stopped')

  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeEnabled({ timeout: 30_000 })
  await resume.click()
  await expect(status(page)).toContainText('Working', { timeout: 60_000 })
  await expect(status(page)).toContainText('Done', { timeout: 180_000 })
  await expect(status(second)).toContainText('Done')
})

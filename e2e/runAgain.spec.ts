/** The promise: a mission whose mower cannot do it says so, goes to another mower, and runs again after it has ended. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { planGreen } from './planGreen.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const openPage = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  return page
}

test('a mission of a mower in service is marked, given to another mower, cancelled, and run again', async ({
  browser,
}) => {
  const page = await openPage(browser)
  const { id, mowers } = await planGreen(page)
  const [first, second] = mowers
  await page.goto(`${stack.url}/missions/${id}`)
  await expect(page.getByTestId('mission-status')).toHaveText(/Planned/)
  await expect(page.getByText('Mower in service')).toBeHidden()

  await ask(page, 'PATCH', `mowers/${first.id}`, { inService: true, updatedAt: first.updatedAt })
  await expect(page.getByText('Mower in service', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Give to another mower' }).click()
  const giving = page.getByRole('dialog', { name: 'Give A green to mow to another mower' })
  await giving.getByRole('combobox', { name: 'Mower' }).click()
  await expect(page.getByRole('option', { name: new RegExp(first.name) })).toHaveCount(0)
  await page.getByRole('option', { name: new RegExp(second.name) }).click()
  await giving.getByRole('button', { name: 'Give it to this mower' }).click()
  await expect(giving).toBeHidden()
  await expect(page.getByText('Mower in service', { exact: true })).toBeHidden()
  await expect(page.getByRole('definition').filter({ hasText: second.name })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel mission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel mission' }).click()
  await expect(page.getByTestId('mission-status')).toHaveText(/Cancelled/)

  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Plan it again' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByTestId('mission-status')).toHaveText(/Planned/)
  await expect(page.getByText('Planned again from a mission that had ended')).toBeVisible()

  // From the table as well: the ended mission has the action, the planned one has Start.
  await page.goto(`${stack.url}/missions`)
  await page.getByRole('button', { name: 'Run A green to mow again' }).click()
  await expect(page.getByRole('dialog', { name: 'Run A green to mow again?' })).toBeVisible()
})

/**
 * The promise: a server that accepts connections and answers nothing is waited for with words, for a minute and no longer,
 * and then there is another try; and no sign-in ends where nothing helps any more.
 */
import { expect, type Page, test } from '@playwright/test'
import { type Relay, startRelay } from './relay.ts'
import { leave, type Stack, signIn, signInAs, startStack } from './stack.ts'

let stack: Stack
let relay: Relay
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: 'off' })
  relay = await startRelay(stack.url)
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  relay?.close()
  await stack?.stop()
})

const connecting = async (page: Page): Promise<void> => {
  await expect(page.getByText('Connecting with server').first()).toBeVisible()
  await expect(page.getByText("It shouldn't take no more than 1 minute").first()).toBeVisible()
}

test('a server that accepts and never answers is waited for with words, for a minute, and then there is another try', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await signIn(page, { ...stack, url: relay.url }, 'ROLE_ADMIN')
  await page.goto(`${relay.url}/settings/blades`)
  await expect(page.getByRole('cell').first()).toBeVisible()

  // In the middle of a session: the program of this page is there, its readings never come.
  relay.speaks = false
  await page.getByRole('link', { name: 'Garage' }).first().click()
  await page.clock.fastForward(6_000)
  await connecting(page)
  await page.clock.fastForward(60_000)
  await expect(page.getByText('The server does not answer. Check the network and try again.').first()).toBeVisible()
  relay.speaks = true
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('table')).toBeVisible()

  // At the start.
  relay.speaks = false
  await page.goto(`${relay.url}/garage`)
  await page.clock.fastForward(6_000)
  await connecting(page)
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible()
  relay.speaks = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
  await page.context().close()
})

test('after five wrong codes the sign-in is at its first step again and says why, and Resend code leads there too', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  const { login, password } = stack.user('ROLE_GREENKEEPER')
  const toCode = async (): Promise<string> => {
    await page.getByLabel('Username').fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    const answer = page.waitForResponse(response => response.url().endsWith('/api/auth/login'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Verification code' }).waitFor()
    return (await (await answer).json()).result.challengeId
  }
  /** Different from every code that was mailed, as far as six digits go. */
  const wrong = '000000'
  await page.clock.install()
  await page.goto(`${stack.url}/login`)
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await toCode()
  const field = page.getByRole('textbox', { name: 'Code' })
  await expect(page.getByText('Please confirm your account by entering the authorization code sent to')).toBeVisible()
  await expect(page.getByText("Didn't receive code?")).toBeVisible()
  await expect(page.getByText('Resend in')).toBeVisible()
  for (let tries = 1; tries <= 5; tries += 1) {
    const answer = page.waitForResponse(response => response.url().endsWith('/api/auth/code'))
    await field.pressSequentially(wrong)
    expect((await answer).status()).toBe(422)
    if (tries < 5) await expect(page.getByRole('alert')).toHaveText('Incorrect code. Try again')
  }
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This code is no longer valid')

  // Used up meanwhile by somebody else: a new code cannot be sent for it.
  const challengeId = await toCode()
  for (let tries = 1; tries <= 5; tries += 1)
    await page.request.post(`${stack.url}/api/auth/code`, { data: { challengeId, code: wrong } })
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This code is no longer valid')
  await page.context().close()
})

test('a wrong password shows the words of the specification, and a right one with its code signs in', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  const user = stack.user('ROLE_MANAGER')
  await page.goto(`${stack.url}/login`)
  await page.getByLabel('Username').fill(user.login)
  await page.getByLabel('Password', { exact: true }).fill('no such password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password. Try again')
  await signInAs(page, stack, user)
  await page.context().close()
})

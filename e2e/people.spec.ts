/**
 * The promise: on an empty deployment the first administrator lets themselves in, others ask for access and are given
 * a role, each may see and end their own sessions, and the record tells all of it.
 */
import { expect, test } from '@playwright/test'
import { leave, type Stack, signInAs, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ DEMO: 'off', SIMULATOR: 'off' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

const ROSA = { login: 'rosa', password: 'eighteen greens', fullname: 'Rosa Field', email: 'rosa@example.org' }
const IAN = { login: 'ian', password: 'early at the shed', fullname: "Ian O'Brien <ian>", email: 'ian@example.org' }

test('from the link on the console to a greenkeeper who was let in', { tag: '@smoke' }, async ({ browser }) => {
  const desk = await (await browser.newContext()).newPage()
  const [, link = ''] = stack.output().match(/first administrator, once: (\S+)/) ?? []
  expect(link).toContain('/set-up#')
  await desk.goto(link)
  await desk.getByLabel('Full name').fill(ROSA.fullname)
  await desk.getByLabel('Email').fill(ROSA.email)
  await desk.getByLabel('Username').fill(ROSA.login)
  await desk.getByLabel('Password', { exact: true }).fill(ROSA.password)
  await desk.getByLabel('Repeat password').fill('something else')
  await desk.getByRole('button', { name: 'Create the account' }).click()
  await expect(desk.getByLabel('Repeat password')).toHaveAttribute('aria-invalid', 'true')
  await desk.getByLabel('Repeat password').fill(ROSA.password)
  await desk.getByRole('button', { name: 'Create the account' }).click()
  await expect(desk.getByText('Your account is ready')).toBeVisible()
  await signInAs(desk, stack, ROSA)

  // Nobody can ask for access until it is switched on.
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(`${stack.url}/login`)
  await expect(phone.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Ask for access' })).toHaveCount(0)
  await desk.goto(`${stack.url}/settings/users`)
  await desk.getByRole('switch', { name: 'Let people ask for access' }).click({ force: true })
  await expect(desk.getByRole('switch', { name: 'Let people ask for access' })).toBeChecked()
  await phone.reload()
  await phone.getByRole('link', { name: 'Ask for access' }).click()
  await phone.getByLabel('Full name').fill(IAN.fullname)
  await phone.getByLabel('Email').fill(IAN.email)
  await phone.getByLabel('Username').fill(IAN.login)
  await phone.getByLabel('Password', { exact: true }).fill(IAN.password)
  await phone.getByLabel('Repeat password').fill(IAN.password)
  await phone.getByRole('button', { name: 'Ask for access' }).click()
  await expect(phone.getByText('Your request is on its way')).toBeVisible()

  // The desk sees the applicant without a reload, and gives a role.
  await desk.getByRole('button', { name: `Edit: ${IAN.fullname}` }).click()
  await desk.getByLabel('Role').last().selectOption('ROLE_GREENKEEPER')
  await desk.getByLabel('Phone').fill('+353 1 234 5678')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('cell', { name: 'Greenkeeper' })).toBeVisible()
  await phone.getByRole('link', { name: 'To the login' }).click()
  await signInAs(phone, stack, IAN)

  // A second sign-in is seen by the first, and ended from there.
  const lost = await (await browser.newContext()).newPage()
  await signInAs(lost, stack, IAN)
  await phone.goto(`${stack.url}/account`)
  await phone.getByRole('button', { name: /^Sign out: / }).click()
  await phone.getByRole('dialog').getByLabel('Current password').fill(IAN.password)
  await phone.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(phone.getByRole('button', { name: /^Sign out: / })).toHaveCount(0)
  await expect(lost).toHaveURL(/\/login/, { timeout: 30_000 })

  // The audit log shows it to everyone who may read it.
  await desk.goto(`${stack.url}/settings/audit?search=rosa`)
  for (const action of ['User: first administrator', 'Session: signed in', 'User: changed'])
    await expect(desk.getByText(action, { exact: true }).first()).toBeVisible()
  await desk.getByRole('button', { name: /^Show details: User: changed/ }).click()
  await expect(desk.getByRole('row', { name: /^Role / })).toContainText('Greenkeeper')
  await phone.goto(`${stack.url}/settings/audit`)
  await expect(phone.getByText('Not for your role')).toBeVisible()
})

/** The promise: mowers have bases on the map, and are sent home and to points from it, with a mouse or with a finger. */
import { expect, type Page, test } from '@playwright/test'
import { ask } from './asPerson.ts'
import { fingerOf, mouseOf } from './hands.ts'
import { leave, type Stack, signIn, startStack, until } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack()
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Named {
  readonly id: string
  readonly name: string
}
interface Base extends Named {
  readonly mowerId: string
  readonly position: readonly [number, number]
}
interface Mission {
  readonly title: string
  readonly status: string
  readonly target: { readonly kind: string }
}

const itemsOf = async <T>(page: Page, path: string): Promise<readonly T[]> =>
  (await ask<{ items: readonly T[] }>(page, 'GET', path)).items

const rookOf = async (page: Page): Promise<Named> => {
  const found = (await itemsOf<Named>(page, 'mowers')).find(({ name }) => name === 'Rook 1')
  if (found === undefined) throw new Error('the demo has no Rook 1')
  return found
}

/** The newest drive of the mower has come to its end. */
const arrived = (page: Page, mowerId: string, title: RegExp): Promise<unknown> =>
  until('the mower is there', async () => {
    const [drive] = await itemsOf<Mission>(page, `missions?mowerId=${mowerId}&sort=-createdAt`)
    const isThere = drive?.target.kind === 'drive' && title.test(drive.title) && drive.status === 'done'
    return isThere ? drive : undefined
  })

test('a base is moved by a press of the map, and other people see it without a reload', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, stack, 'ROLE_MANAGER')
  await other.goto(`${stack.url}/garage/bases`)
  await expect(other.getByRole('row').filter({ hasText: 'Bay 6' })).toBeVisible()
  await page.goto(`${stack.url}/garage/bases`)
  await page.getByRole('button', { name: 'Edit: Bay 6' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit base' })
  const before = await dialog.getByLabel('Longitude', { exact: true }).inputValue()
  await expect(dialog.locator('.gs-canvas canvas').first()).toBeVisible()
  const box = await dialog.locator('.gs-canvas').boundingBox()
  if (box === null) throw new Error('the map has no place on the screen')
  await page.screenshot({ path: 'test-results/looks/base.png' })
  await page.mouse.click(box.x + box.width / 2 + 30, box.y + box.height / 2)
  await expect(dialog.getByLabel('Longitude', { exact: true })).not.toHaveValue(before)
  await dialog.getByLabel('Name').fill('Bay 6, east')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(other.getByRole('row').filter({ hasText: 'Bay 6, east' })).toBeVisible()
  const moved = (await itemsOf<Base>(page, 'bases')).find(({ name }) => name === 'Bay 6, east')
  expect(moved?.position[0]).toBeGreaterThan(Number.parseFloat(before))
})

for (const { hand, viewport, hasTouch } of [
  { hand: 'a mouse', viewport: { width: 1600, height: 1000 }, hasTouch: false },
  { hand: 'a finger on a phone', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const)
  test(`a mower drives to a pressed point and is sent home with ${hand}`, async ({ browser }) => {
    test.slow()
    const page = await (await browser.newContext({ viewport, hasTouch, isMobile: hasTouch })).newPage()
    await signIn(page, stack, 'ROLE_GREENKEEPER')
    const rook = await rookOf(page)
    await page.goto(`${stack.url}/map?sel=mower:${rook.id}`)
    await page.getByRole('button', { name: 'Drive to a point' }).click()
    await expect(page.getByText('Press the map where Rook 1 should drive.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Drive here' })).toBeDisabled()
    const { press } = hasTouch ? await fingerOf(page) : await mouseOf(page)
    await press(60, -40)
    await page.screenshot({ path: `test-results/looks/drive-${hasTouch ? 'phone' : 'desk'}.png` })
    await page.getByRole('button', { name: 'Drive here' }).click()
    await expect(page.getByText('Rook 1 drives to the point')).toBeVisible()
    await arrived(page, rook.id, /^\d/)
    await page.getByRole('button', { name: 'Send home' }).click()
    await expect(page.getByText('Rook 1 drives home')).toBeVisible()
    await page.screenshot({ path: `test-results/looks/home-${hasTouch ? 'phone' : 'desk'}.png` })
    await arrived(page, rook.id, /^Bay 1$/)
  })

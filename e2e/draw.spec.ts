/** The promise: a new user draws one hole, cuts its bunker out, undoes and redoes all of it, saves, and finds it elsewhere. */
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { type Stack, signIn, startStack } from './stack.ts'

/** Open ground of the demo course, with nothing drawn on it yet. */
const GROUND = '-2.808000,52.737300,19.00,0'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIM_SPEED: '1' })
})
test.afterAll(async () => {
  await stack?.stop()
})

const open = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await page.goto(`${stack.url}/map?at=${encodeURIComponent(GROUND)}`)
  await page.getByRole('button', { name: 'Edit map' }).waitFor()
  return page
}

/** The hand of the test: presses places given in pixels from the middle of the free part of the map. */
interface Hand {
  readonly press: (x: number, y: number) => Promise<void>
  readonly drag: (x1: number, y1: number, x2: number, y2: number) => Promise<void>
}

const openTools = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit map' }).click()
  await page.getByRole('toolbar', { name: 'Tools of the map' }).waitFor()
}

const choose = async (page: Page, kind: string): Promise<void> => {
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

const draw = async (
  page: Page,
  hand: Hand,
  kind: string,
  points: readonly (readonly [number, number])[],
): Promise<void> => {
  await choose(page, kind)
  for (const [x, y] of points) await hand.press(x, y)
  const finish = page.getByRole('button', { name: 'Finish' })
  if (points.length > 1) await finish.click()
  await expect(finish).toBeHidden()
  await expect(page.getByRole('button', { name: 'Draw', exact: true })).toBeVisible()
}

/** Names of everything on the map, as the list beside it has them. */
const listed = async (page: Page, names: readonly string[]): Promise<void> => {
  await page.getByRole('button', { name: 'Objects' }).click()
  for (const name of names) {
    await page.getByLabel('Search by name or kind').fill(name)
    await expect(page.getByRole('button', { name: `Show ${name}`, exact: true })).toBeVisible()
  }
  await page.getByLabel('Search by name or kind').fill('')
}

const drawn = {
  hole: [
    [-180, 0],
    [180, 0],
  ],
  fairway: [
    [-150, -60],
    [110, -60],
    [110, 60],
    [-150, 60],
  ],
  green: [
    [130, -30],
    [190, -30],
    [190, 30],
    [130, 30],
  ],
  bunker: [
    [-40, -20],
    [20, -20],
    [20, 20],
    [-40, 20],
  ],
  path: [
    [-180, 100],
    [0, 110],
    [180, 100],
  ],
} as const

test('one hole is drawn by mouse, its bunker cut out, all undone and redone, saved and found in another browser', async ({
  browser,
}) => {
  const page = await open(browser)
  const failures: string[] = []
  page.on('pageerror', error => failures.push(error.message))
  await openTools(page)
  const box = await page.locator('.gs-canvas').boundingBox()
  if (box === null) throw new Error('the map has no place on the screen')
  // Panels stand at both sides of the map once something is selected.
  const [middleX, middleY] = [box.x + box.width / 2 - 20, box.y + box.height / 2]
  const hand: Hand = {
    press: (x, y) => page.mouse.click(middleX + x, middleY + y),
    drag: async (x1, y1, x2, y2) => {
      await page.mouse.move(middleX + x1, middleY + y1)
      await page.mouse.down()
      await page.mouse.move(middleX + (x1 + x2) / 2, middleY + (y1 + y2) / 2)
      await page.mouse.move(middleX + x2, middleY + y2)
      await page.mouse.up()
    },
  }

  await draw(page, hand, 'Hole', drawn.hole)
  await expect(page.getByLabel('Base angle')).toHaveValue('90°')
  await page.getByLabel('Name').fill('19')
  await draw(page, hand, 'Fairway', drawn.fairway)
  await page.getByLabel('Title').fill('Fairway 19')
  await draw(page, hand, 'Green', drawn.green)
  await page.getByLabel('Title').fill('Green 19')
  await draw(page, hand, 'Restriction', drawn.bunker)
  await page.getByLabel('Title').fill('Bunker 19')
  await draw(page, hand, 'Road', drawn.path)
  await page.getByLabel('Title').fill('Path 19')
  await expect(page.getByText(/\d+ m long/)).toBeVisible()
  await draw(page, hand, 'Note', [[0, 140]])
  await page.getByLabel('Note', { exact: true }).fill('Wet after rain')

  // The fairway again: a corner is pulled out, then the bunker is cut out of it.
  await hand.press(-100, 40)
  await expect(page.getByRole('complementary', { name: 'Fairway 19' })).toBeVisible()
  await hand.drag(-150, 60, -160, 75)
  await page.getByRole('button', { name: 'Cut out Bunker 19' }).click()
  const save = page.getByRole('button', { name: 'Save 6 changes' })
  await expect(save).toBeEnabled()

  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])
  await page.screenshot({ path: 'test-results/looks/editor-1600-light.png' })

  const undo = page.getByRole('button', { name: /^Undo/ })
  const redo = page.getByRole('button', { name: /^Redo/ })
  let steps = 0
  for (; await undo.isEnabled(); steps++) await undo.click()
  expect(steps).toBeGreaterThan(8)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  for (let i = 0; i < steps; i++) await redo.click()
  await expect(redo).toBeDisabled()

  // A reload is no loss: the draft is there again.
  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  expect(failures).toEqual([])

  const other = await open(browser, { viewport: { width: 1600, height: 1000 } })
  await openTools(other)
  await listed(other, ['19', 'Fairway 19', 'Green 19', 'Bunker 19', 'Path 19', 'Wet after rain'])
  await other.getByLabel('Search by name or kind').fill('Fairway 19')
  await other.getByRole('button', { name: 'Show Fairway 19' }).click()
  await other.getByRole('button', { name: 'Close', exact: true }).click()
  // The hole in it stayed: it has the corners of two rings.
  await other.getByText('Corners in numbers').click()
  await expect(other.getByText('8 corners')).toBeVisible()
})

test('on a phone a fairway is drawn, a corner pulled and all of it undone, redone and saved, by touch', async ({
  browser,
}) => {
  const page = await open(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  })
  await page.getByRole('button', { name: 'Edit map' }).tap()
  await page.getByRole('toolbar', { name: 'Tools of the map' }).waitFor()
  const box = await page.locator('.gs-canvas').boundingBox()
  if (box === null) throw new Error('the map has no place on the screen')
  const [middleX, middleY] = [box.x + 190, box.y + 250]
  const touch = await page.context().newCDPSession(page)
  const hand: Hand = {
    press: (x, y) => page.touchscreen.tap(middleX + x, middleY + y),
    drag: async (x1, y1, x2, y2) => {
      const at = (x: number, y: number) => [{ x: middleX + x, y: middleY + y }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(x1, y1) })
      for (const share of [0.25, 0.5, 0.75, 1])
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share),
        })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
  }
  await draw(page, hand, 'Mission area', [
    [-120, -150],
    [100, -150],
    [100, -20],
    [-120, -20],
  ])
  await page.getByRole('button', { name: 'Unfold' }).tap()
  await page.getByLabel('Title').fill('Drawn by thumb')
  await page.getByRole('button', { name: 'Fold up' }).tap()
  // A thumb is not exact: beside the corner is near enough.
  await hand.drag(92, -28, 130, 10)
  await expect(page.getByRole('button', { name: /^Undo: Move a corner/ })).toBeEnabled()
  // A drag that begins inside moves the map and not the thing.
  await hand.drag(0, -90, 0, -70)
  await expect(page.getByRole('button', { name: /^Undo: Move a corner/ })).toBeEnabled()
  await page.screenshot({ path: 'test-results/looks/editor-390-dark.png' })

  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])

  const undo = page.getByRole('button', { name: /^Undo/ })
  const redo = page.getByRole('button', { name: /^Redo/ })
  while (await undo.isEnabled()) await undo.tap()
  while (await redo.isEnabled()) await redo.tap()
  await page.getByRole('button', { name: 'Save 1 change' }).tap()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  const other = await open(browser)
  await openTools(other)
  await listed(other, ['Drawn by thumb'])
})

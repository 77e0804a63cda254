/** The promise: hidden layers, filters and due marks survive a reload, and links lead where they say. */
import { expect, type Page, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { lookAt } from './lookAt.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ SIMULATOR: '0' })
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

interface Named {
  readonly id: string
  readonly kind?: string
  readonly bladeId?: string
  readonly properties?: { readonly title?: string }
}

const layer = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const scale = (page: Page) => page.getByRole('img', { name: /^Scale: / })

/** Presses the middle of what the panels at both sides leave free of the map, where a linked object is. */
const pressMiddle = async (page: Page): Promise<void> => {
  const box = await page.locator('.gs-canvas').boundingBox()
  const left = await page.getByRole('complementary', { name: 'Layers' }).boundingBox()
  const right = await page.getByRole('button', { name: 'Zoom in' }).boundingBox()
  if (box === null || left === null || right === null) throw new Error('the map has no place on the screen')
  const dock = await layer(page, 'Live').boundingBox()
  const bottom = dock === null ? box.y + box.height : dock.y - 140
  await page.mouse.click((left.x + left.width + right.x) / 2, (box.y + bottom) / 2)
}

/** Several pictures are taken until two are the same, which takes longer on a loaded host. */
const AT_REST = { timeout: 60_000 }

test('layers, filters and what is due stay as they were chosen, and lead there', async ({ page }) => {
  test.slow()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await layer(page, 'Zones').waitFor({ timeout: 60_000 })
  const { features } = await ask<{ features: readonly Named[] }>(page, 'GET', 'map')
  const fairway = features.find(({ properties }) => properties?.title === 'Fairway 9')
  const [mower] = (await ask<{ items: readonly Named[] }>(page, 'GET', 'mowers')).items
  if (fairway === undefined || mower === undefined) throw new Error('the demo has no fairway 9 or no mower')

  await test.step('a layer that is off is off after a reload and for everyone who gets the address', async () => {
    await layer(page, 'Roads').click()
    await expect(page).toHaveURL(/hide=[^&]*roads/)
    await page.reload()
    await expect(layer(page, 'Roads')).toHaveAttribute('aria-pressed', 'false', { timeout: 60_000 })
    const address = page.url()
    await layer(page, 'Roads').click()
    await expect(layer(page, 'Roads')).toHaveAttribute('aria-pressed', 'true')
    await page.goto(address)
    await expect(layer(page, 'Roads')).toHaveAttribute('aria-pressed', 'false', { timeout: 60_000 })
  })

  await test.step('presses that come faster than the address follows all count', async () => {
    const names = ['Zones', 'Holes', 'Notes']
    const press = async (): Promise<void> => {
      const buttons = await Promise.all(names.map(name => layer(page, name).elementHandle()))
      await page.evaluate(all => {
        for (const button of all) if (button instanceof HTMLElement) button.click()
      }, buttons)
    }
    await press()
    for (const name of names) await expect(layer(page, name)).toHaveAttribute('aria-pressed', 'false')
    await press()
    for (const name of names) await expect(layer(page, name)).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('hide all takes every layer away and gives back what was there', async () => {
    const all = page.getByRole('switch', { name: 'Hide all' })
    await all.click()
    for (const name of ['Zones', 'Holes', 'Notes', 'Mowers', 'Missions', 'No-go zones'])
      await expect(layer(page, name)).toHaveAttribute('aria-pressed', 'false')
    await expect(page).toHaveURL(/base=none/)
    await all.click()
    await expect(page).toHaveURL(/base=orthophoto/)
    for (const name of ['Zones', 'Holes', 'Notes', 'Mowers', 'Missions', 'No-go zones'])
      await expect(layer(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(layer(page, 'Roads')).toHaveAttribute('aria-pressed', 'false')
    await layer(page, 'Roads').click()
  })

  const panel = page.getByRole('heading', { name: 'Fairway 9', exact: true })
  await test.step('a filtered object cannot be clicked', async () => {
    await page.goto(`${stack.url}/map?sel=feature:${fairway.id}`)
    await expect(panel).toBeVisible({ timeout: 60_000 })
    const address = page.url()
    await pressMiddle(page)
    await expect(panel).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Green', exact: true }).click()
    await expect(page).toHaveURL(/types=/)
    await pressMiddle(page)
    await expect(panel).toBeHidden()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(page).not.toHaveURL(/types=/)
    await page.goto(address)
    await expect(panel).toBeVisible({ timeout: 60_000 })
  })

  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await test.step('the calendar shows what is due on a day, and a press flies there', async () => {
    await ask(page, 'POST', 'missions', {
      title: 'Early round',
      target: { kind: 'zone', featureId: fairway.id },
      mowerId: mower.id,
      bladeId: mower.bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 1,
      startsAt: londonTime(day, '10:00:00'),
      startsByItself: false,
    })
    await page.goto(`${stack.url}/map?day=${day}`)
    const entry = page.getByRole('region', { name: 'Calendar' }).getByRole('button', { name: /Fairway 9/ })
    await expect(entry).toBeVisible({ timeout: 60_000 })
    await expect(entry).toContainText('10:00')
    await expect(scale(page)).toBeVisible()
    const wholeCourse = await scale(page).getAttribute('aria-label')
    await entry.click()
    await expect(page).toHaveURL(/sel=mission/)
    await expect(scale(page)).not.toHaveAttribute('aria-label', wholeCourse ?? '')
  })

  await test.step('filters of status, vehicle and hole take away what they leave out, and bring it back', async () => {
    const { items } = await ask<{ items: readonly (Named & { readonly name: string })[] }>(page, 'GET', 'mowers')
    const other = items.find(({ id }) => id !== mower.id)
    if (other === undefined) throw new Error('the demo has one mower only')
    // The ground itself is switched off, whose pictures come when they come.
    await page.goto(`${stack.url}/map?base=none&hide=zones&day=${day}&sel=feature:${fairway.id}`)
    await expect(panel).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Filters' }).click()
    const shown = await lookAt(page)
    const working = page.getByRole('button', { name: 'Working', exact: true })
    await working.click()
    await expect(page).toHaveURL(/status=working/)
    await expect.poll(() => lookAt(page), AT_REST).not.toBe(shown)
    await working.click()
    await expect.poll(() => lookAt(page), AT_REST).toBe(shown)
    const vehicle = page.getByRole('combobox', { name: 'Vehicle' })
    await vehicle.selectOption({ label: other.name })
    await expect(page).toHaveURL(new RegExp(`vehicle=${other.id}`))
    await expect.poll(() => lookAt(page), AT_REST).not.toBe(shown)
    await vehicle.selectOption({ index: 0 })
    await expect.poll(() => lookAt(page), AT_REST).toBe(shown)
    // Zones again, of which a hole shows its own alone.
    await layer(page, 'Zones').click()
    await expect.poll(() => lookAt(page), AT_REST).not.toBe(shown)
    const whole = await lookAt(page)
    await page.getByRole('combobox', { name: 'Hole' }).selectOption({ label: 'Hole 1' })
    await expect(page).toHaveURL(/hole=/)
    await expect.poll(() => lookAt(page), AT_REST).not.toBe(whole)
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect.poll(() => lookAt(page), AT_REST).toBe(whole)
  })

  await test.step('the zone tells its next plan, and leads to it', async () => {
    await page.goto(`${stack.url}/map?sel=feature:${fairway.id}`)
    await expect(panel).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Go to', exact: true }).click()
    await expect(page).toHaveURL(/sel=mission/)
  })

  await test.step('panels beside the map close with Esc, and when the editor opens', async () => {
    const past = page.getByRole('dialog', { name: 'History of the map' })
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More for the map' }).click()
      await page.getByRole('menuitem', { name: 'History of the map' }).click()
      await expect(past).toBeVisible()
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await open()
    await page.keyboard.press('Escape')
    await expect(past).toBeHidden()
    await open()
    await page.getByRole('button', { name: 'Edit map' }).click()
    await expect(page.getByRole('toolbar', { name: 'Tools of the map' })).toBeVisible()
    await expect(past).toBeHidden()
  })
})

type Place = readonly [lon: number, lat: number]
interface Line {
  readonly id: string
  readonly kind: string
  readonly geometry: { readonly coordinates: readonly Place[] }
  readonly properties: { readonly name?: string; readonly view?: HoleView | null }
}
interface HoleView {
  readonly angle: number
  readonly zoom: number
}

/** On a ball of the earth's mean radius, which is good for a hundredth. */
const metresAlong = (line: readonly Place[]): number => {
  const rad = Math.PI / 180
  let sumM = 0
  for (const [index, [lon, lat]] of line.entries()) {
    const [lon1, lat1] = line[index - 1] ?? [lon, lat]
    const x = (lon - lon1) * rad * Math.cos(((lat + lat1) / 2) * rad)
    sumM += Math.hypot(x, (lat - lat1) * rad) * 6_371_009
  }
  return sumM
}

test('a hole opens in its saved view, and a road shows its length', async ({ page }) => {
  test.slow()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await layer(page, 'Zones').waitFor({ timeout: 60_000 })
  const lines = async (kind: string): Promise<readonly Line[]> =>
    (await ask<{ features: readonly Line[] }>(page, 'GET', 'map')).features.filter(feature => feature.kind === kind)
  const holeSeven = (await lines('hole')).find(({ properties }) => properties.name === 'Hole 7')
  const [tee] = holeSeven?.geometry.coordinates ?? []
  const [road] = await lines('road')
  if (holeSeven === undefined || tee === undefined || road === undefined) throw new Error('no hole 7 or no road')

  await page.goto(`${stack.url}/map?at=${tee.join(',')},17.50,30&sel=feature:${holeSeven.id}`)
  await page.getByRole('button', { name: 'Edit map' }).click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Use this view' }).click()
  const seen = await scale(page).getAttribute('aria-label')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Leave' }).click()
  const kept = (await lines('hole')).find(({ id }) => id === holeSeven.id)?.properties.view
  expect(kept?.angle).toBe(30)
  expect(kept?.zoom).toBeCloseTo(17.5, 1)
  for (let steps = 0; steps < 2; steps += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(scale(page)).not.toHaveAttribute('aria-label', seen ?? '')
  await page.getByRole('button', { name: 'Fit view' }).click()
  await expect(scale(page)).toHaveAttribute('aria-label', seen ?? '')

  await page.goto(`${stack.url}/map?sel=feature:${road.id}`)
  const length = page.getByText('Length', { exact: true }).locator('..')
  await expect(length).toContainText(/\d m|\d km/, { timeout: 60_000 })
  const [, figure = '', unit] = /([\d.,]+)\s*(km|m)/.exec((await length.textContent()) ?? '') ?? []
  const saidM = Number(figure.replace(',', '')) * (unit === 'km' ? 1_000 : 1)
  expect(Math.abs(saidM / metresAlong(road.geometry.coordinates) - 1)).toBeLessThan(0.02)
})

test('the map keeps to the zoom limits of the settings as soon as they are saved', async ({ page }) => {
  test.slow()
  await signIn(page, stack, 'ROLE_ADMIN')
  const settings = await ask<{ minZoom: number; maxZoom: number }>(page, 'GET', 'settings')
  const scaleM = async (): Promise<number> => {
    const said = await scale(page).getAttribute('aria-label')
    const [, figure = '', unit] = /([\d.,]+)\s*(km|m)\b/.exec(said ?? '') ?? []
    return Number(figure.replace(',', '')) * (unit === 'km' ? 1_000 : 1)
  }
  await expect(scale(page)).toBeVisible({ timeout: 60_000 })
  const press = async (name: 'Zoom in' | 'Zoom out'): Promise<void> => {
    for (let times = 0; times < 12; times += 1) await page.getByRole('button', { name }).click()
  }
  await ask(page, 'PATCH', 'settings', { minZoom: 15, maxZoom: 17 })
  await press('Zoom in')
  await expect.poll(scaleM).toBeGreaterThan(0)
  const nearestM = await scaleM()
  await press('Zoom out')
  // Two steps of zoom are a factor of four, of which the scale shows a round figure.
  await expect.poll(async () => (await scaleM()) / nearestM).toBeGreaterThan(2)
  expect((await scaleM()) / nearestM).toBeLessThan(8)
  await ask(page, 'PATCH', 'settings', { maxZoom: settings.maxZoom, minZoom: settings.minZoom })
  await press('Zoom in')
  await expect.poll(scaleM).toBeLessThan(nearestM / 2)
})

test('problems of the map are listed, shown and fixed, and the fix can be undone', async ({ page }) => {
  test.slow()
  await signIn(page, stack, 'ROLE_GREENKEEPER')
  await layer(page, 'Zones').waitFor({ timeout: 60_000 })
  const read = () => ask<{ revision: number; features: readonly Named[] }>(page, 'GET', 'map')
  const before = await read()
  const road = before.features.find(({ kind }) => kind === 'road')
  if (road === undefined) throw new Error('the demo has no road')
  const double = { ...road, id: crypto.randomUUID(), properties: { ...road.properties, title: 'Drawn again' } }
  await ask(page, 'POST', 'map/changes', {
    baseRevision: before.revision,
    label: 'A road twice',
    added: [double],
    updated: [],
    removed: [],
  })

  await page.getByRole('button', { name: 'Edit map' }).click()
  await page.getByRole('button', { name: 'Map problems' }).click()
  await expect(page.getByText('1 problem', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('It was drawn twice.')).toBeVisible()
  await page.getByRole('button', { name: /^Show the problem of .*Drawn again/ }).click()
  const fix = page.getByRole('button', { name: /^Fix the problem of .*Drawn again/ })
  await fix.click()
  await expect(page.getByText('No problems')).toBeVisible()
  await page.getByRole('button', { name: /^Undo: Repair/ }).click()
  await fix.click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  const after = await read()
  expect(after.features).toHaveLength(before.features.length)
})

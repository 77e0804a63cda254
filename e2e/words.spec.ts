/** The promise: each screen shows the words that the specification gives it, and nothing is deleted without a confirmation. */
import { expect, type Page, test } from '@playwright/test'
import { ask, londonTime } from './asPerson.ts'
import { NAVIGATION } from './navigation.ts'
import { leave, type Stack, signIn, startStack } from './stack.ts'

let stack: Stack
let page: Page
test.beforeAll(async ({ browser }) => {
  stack = await startStack({ SIMULATOR: 'off' })
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await signIn(page, stack, 'ROLE_ADMIN')
})
test.afterAll(async ({ browser }) => {
  await leave(browser)
  await stack?.stop()
})

/** Each text, label and hint that can be seen or is read out. */
const shown = (): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(element => element.checkVisibility())
      .flatMap(element => [
        ...[...element.childNodes].flatMap(node => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [])),
        element.getAttribute('aria-label') ?? '',
        element.getAttribute('placeholder') ?? '',
      ])
      .map(text => text.replace(/\s*\*$/, '').trim())
      .filter(text => text !== ''),
  )
const expectWords = async (...words: readonly string[]): Promise<void> =>
  expect
    .poll(async () => {
      const all = new Set(await shown())
      return words.filter(word => !all.has(word))
    })
    .toEqual([])

const PAGES: readonly (readonly [path: string, words: readonly string[]])[] = [
  ['schedule', ['Day', 'Week', 'Month', 'Today', 'Add mission', 'Status']],
  [
    'garage',
    [
      'Title',
      'Vehicle type',
      'Status',
      'Blade',
      'Fuel consumption (litres/100 km)',
      'Distance (km)',
      'Mower',
      'Golf cart',
    ],
  ],
  ['settings/zoneTypes', ['Title', 'Color', 'Direction']],
  ['settings/blades', ['Title', 'Width', 'Mission speed']],
  ['settings/holes', ['Hole', 'Par', 'Rating', 'Pass', 'Base angle', 'Sort', 'Active', 'Own view']],
  ['settings/users', ['Full name', 'Email', 'Phone', 'Role', 'Search']],
  ['settings/technicalNumbers', ['Telephone number', 'Department']],
  [
    'settings/main-settings',
    [
      'Rain mode',
      'Degree',
      'Default zoom',
      'Min native zoom',
      'Max native zoom',
      'Min zoom',
      'Max zoom',
      'Center longitude',
      'Center latitude',
      'Top-left longitude',
      'Top-left latitude',
      'Bottom-right longitude',
      'Bottom-right latitude',
      'Mower width',
      'Total field area',
      'Address of the course map',
    ],
  ],
  [
    'settings/buggy-settings',
    [
      'Stay check delay',
      'Apply hole delay',
      'Map mode reset delay',
      'Fixate camera to buggy delay',
      'Game mode delay',
      'Block accuracy',
      'Alert accuracy',
      'Green outer zone',
      'Green zoom',
    ],
  ],
  ['restaurant', ['Add category', 'Add dish']],
  ['missions/new', ['1 in 1', '1 through 1']],
]

test('the header navigation reads as specified, with jobs, standing plans and reports beside it', async () => {
  await page.goto(`${stack.url}/settings`)
  const rail = page.getByRole('navigation', { name: 'Main navigation' }).first()
  const entries = NAVIGATION.map(name => (name === 'Notification' ? /^\d*Notification$/ : name))
  await expect(rail.getByRole('listitem')).toHaveText(entries)
  await expect(rail.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('the pages show the fields, columns and actions of the specification', async () => {
  for (const [path, words] of PAGES) {
    await page.goto(`${stack.url}/${path}`)
    await expectWords(...words)
  }
})

test('the forms of a hole and of a user have every field of the specification', async () => {
  await page.goto(`${stack.url}/settings/holes`)
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .click()
  await expectWords('Hole', 'Par', 'Rating', 'Pass', 'Base angle', 'Sort', 'Active', 'Angle', 'Zoom')
  await expectWords('Center longitude', 'Center latitude')
  await page.goto(`${stack.url}/settings/users`)
  await page.getByRole('button', { name: 'Add user' }).first().click()
  await expectWords('Role', 'Full name', 'Phone', 'Email', 'Login', 'Password', 'Repeat password')
})

test('the map has its layers, hide all, Add mission, Filters and a Today calendar', async () => {
  await page.goto(`${stack.url}/map`)
  await expectWords('Layers', 'Hide all', 'Add mission', 'Filters', 'Today')
  await expectWords('Orthophoto', 'DEM', 'Zones', 'Notes', 'Holes', 'Mowers', 'Golf carts', 'Missions', 'Player')
  await expectWords('No-go zones', 'Rain zones', 'Roads')
})

/** Presses Delete, is asked with these words, says no, and nothing left for the server. */
const isAsked = async (press: () => Promise<void>, title: RegExp, confirm: string | RegExp): Promise<void> => {
  const written: string[] = []
  const note = (request: { method(): string; url(): string }): void => {
    if (request.method() !== 'GET') written.push(`${request.method()} ${new URL(request.url()).pathname}`)
  }
  page.on('request', note)
  await press()
  const question = page.getByRole('dialog', { name: title })
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: confirm, exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  page.off('request', note)
  expect(written.filter(path => !/token|telemetry|errors/.test(path))).toEqual([])
}

/** Two missions of the day after tomorrow. */
const planTwo = async (): Promise<void> => {
  const { features } = await ask<{
    features: readonly { id: string; kind: string; properties: { title?: string } }[]
  }>(page, 'GET', 'map')
  const green = features.find(({ kind, properties }) => kind === 'zone' && properties.title === 'Green 9')
  const [mower] = (await ask<{ items: readonly { id: string; bladeId: string }[] }>(page, 'GET', 'mowers')).items
  if (green === undefined || mower === undefined) throw new Error('the demo has no Green 9 or no mower')
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (const clock of ['06:00:00', '12:00:00'])
    await ask(page, 'POST', 'missions', {
      title: `Cut at ${clock}`,
      target: { kind: 'zone', featureId: green.id },
      mowerId: mower.id,
      bladeId: mower.bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 1,
      startsAt: londonTime(day, clock),
      startsByItself: false,
    })
}

test('nothing is deleted, and no missions are cancelled together, without a confirmation', async () => {
  await ask(page, 'POST', 'technical-numbers', {
    name: 'Workshop',
    phone: '+353 1 234 5678',
    department: 'Machines',
  }).catch(() => undefined)
  for (const [path, title, confirm] of [
    ['settings/holes', /^Delete hole /, 'Delete hole'],
    ['settings/users', /^Delete user /, 'Delete user'],
    ['settings/technicalNumbers', /^Delete the number of /, 'Delete number'],
    ['settings/blades', /^Delete blade /, 'Delete blade'],
    ['settings/zoneTypes', /^Delete zone type /, 'Delete zone type'],
    ['restaurant', /^Delete /, 'Delete category'],
  ] as const) {
    await page.goto(`${stack.url}/${path}`)
    await isAsked(
      () =>
        page
          .getByRole('button', { name: /^Delete: / })
          .first()
          .click(),
      title,
      confirm,
    )
  }

  await planTwo()
  await page.goto(`${stack.url}/missions`)
  await expectWords('Title', 'Status', 'Mission area', 'Direction', 'Mower, blade', 'Start date and time', 'Duration')
  await expectWords(
    'Logs',
    'QGC plan',
    'History',
    'Rows per page',
    'Search title, zone, mower',
    'Mower',
    'From day',
    'To day',
  )
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(page.getByText(/^Total .+, .+ of mowing$/)).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel 2 missions' })
  await isAsked(() => cancel.click(), /^Cancel 2 missions\?$/, 'Cancel 2 missions')
  await cancel.click()
  const question = page.getByRole('dialog', { name: 'Cancel 2 missions?' })
  await expect(question.getByRole('listitem')).toHaveText([/^Cut at 12/, /^Cut at 06/])
  await expect(question).toContainText('They will not start. Their logs stay.')
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await isAsked(
    () => page.getByRole('button', { name: /^Delete 2/ }).click(),
    /^Delete 2 missions\?$/,
    'Delete 2 missions',
  )
})

test('no map object, vehicle or dish is deleted without a confirmation', async () => {
  const { features } = await ask<{ features: readonly { id: string; kind: string }[] }>(page, 'GET', 'map')
  // One of each kind that the course has.
  const one = [...new Map(features.map(feature => [feature.kind, feature])).values()]
  expect(one.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['hole', 'zone', 'road', 'note']))
  const [mower] = (await ask<{ items: readonly { id: string }[] }>(page, 'GET', 'mowers')).items
  const [cart] = (await ask<{ items: readonly { id: string }[] }>(page, 'GET', 'carts')).items
  const selected = [...one.map(({ id }) => `feature:${id}`), `mower:${mower?.id}`, `cart:${cart?.id}`]
  for (const thing of selected) {
    await page.goto(`${stack.url}/map?sel=${thing}`)
    await isAsked(
      async () => {
        await page
          .getByRole('button', { name: /^More for (?!the map)/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: /^Delete / }).click()
      },
      /^Delete .+\?$/,
      /^Delete /,
    )
  }

  await page.goto(`${stack.url}/restaurant`)
  const { items: dishes } = await ask<{ items: readonly { name: string }[] }>(page, 'GET', 'dishes')
  const dish = dishes[0]?.name ?? ''
  await isAsked(
    () => page.getByRole('button', { name: `Delete: ${dish}`, exact: true }).click(),
    /^Delete .+\?$/,
    'Delete dish',
  )
})

test('Reset filters shows every mission again', async () => {
  const { total } = await ask<{ total: number }>(page, 'GET', 'missions')
  if (total === 0) await planTwo()
  await page.goto(`${stack.url}/missions?search=no+such+mission`)
  const reset = page.getByRole('button', { name: 'Reset filters' })
  await expect(page.getByText('Cut at 06:00:00')).toHaveCount(0)
  await reset.click()
  await expect(page.getByText('Cut at 06:00:00')).not.toHaveCount(0)
  await expect(page.getByPlaceholder('Search title, zone, mower')).toHaveValue('')
  expect(new URL(page.url()).searchParams.has('search')).toBe(false)
})

test('the course map is linked from the menu of a person, at the address of the settings', async () => {
  await ask(page, 'PATCH', 'settings', { courseMapUrl: 'https://map.example.org/course' })
  await page.goto(`${stack.url}/settings`)
  await page
    .getByRole('button', { name: /, Administrator$/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Course map' })).toHaveAttribute('href', 'https://map.example.org/course')
  await ask(page, 'PATCH', 'settings', { courseMapUrl: '' })
})

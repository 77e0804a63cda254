/** The promise: the checks of layouts find each fault where it is, and none where it is fixed. */
import { expect, type Page, test } from '@playwright/test'
import { coveredByNotes, lostControls, sideScroll, smallTargets } from './controlFaults.ts'
import { layoutFaults } from './layoutFaults.ts'
import { openEyes } from './pageEyes.ts'
import { cutFields, cutTexts, overlappingTexts } from './textFaults.ts'

type Check = (page: Page) => Promise<readonly string[]>

interface Case {
  readonly name: string
  readonly check: Check
  readonly faulty: string
  readonly fixed: string
  readonly says: RegExp
}

const LONG = 'Mähroboterwartungsprotokoll'
const HIDDEN = 'width: 80px; overflow: hidden; white-space: nowrap'

const CASES: readonly Case[] = [
  {
    name: 'a text that its box cuts',
    check: cutTexts,
    faulty: `<div style="${HIDDEN}">${LONG}</div>`,
    fixed: `<div style="width: 80px; overflow: hidden; overflow-wrap: anywhere">${LONG}</div>`,
    says: /^cut: "Mähroboter/,
  },
  {
    name: 'a line that is lost below a box of fixed height',
    check: cutTexts,
    faulty: '<div style="width: 90px; height: 22px; overflow: hidden">Mow the green before noon</div>',
    fixed: '<div style="width: 90px; min-height: 22px; overflow: hidden">Mow the green before noon</div>',
    says: /^cut: "Mow the green/,
  },
  {
    name: 'a text cut by an ancestor',
    check: cutTexts,
    faulty: `<div style="width: 80px; overflow: hidden"><p><b style="white-space: nowrap">${LONG}</b></p></div>`,
    fixed: `<div style="width: 80px; overflow: auto"><p><b style="white-space: nowrap">${LONG}</b></p></div>`,
    says: /^cut: /,
  },
  {
    name: 'an ellipsis without the whole text',
    check: cutTexts,
    faulty: `<div style="${HIDDEN}; text-overflow: ellipsis">${LONG}</div>`,
    fixed: `<div style="${HIDDEN}; text-overflow: ellipsis" title="${LONG}">${LONG}</div>`,
    says: /ends in an ellipsis without a title/,
  },
  {
    name: 'an ellipsis whose text is nowhere else',
    check: cutTexts,
    faulty: `<div style="${HIDDEN}; text-overflow: ellipsis">${LONG}</div><h2>Another</h2>`,
    fixed: `<div style="${HIDDEN}; text-overflow: ellipsis">${LONG}</div><h2>${LONG}</h2>`,
    says: /ends in an ellipsis/,
  },
  {
    name: 'a clamped text',
    check: cutTexts,
    faulty: `<p style="width: 90px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden">one two three four five six seven</p>`,
    fixed: '<p style="width: 90px">one two three four five six seven</p>',
    says: /ends in an ellipsis/,
  },
  {
    name: 'a chosen value that its list cuts',
    check: cutFields,
    faulty: `<select style="width: 70px"><option>${LONG}</option></select>`,
    fixed: `<select><option>${LONG}</option></select>`,
    says: /^cut: "Mähroboter/,
  },
  {
    name: 'a date that its field cuts',
    check: cutFields,
    faulty: '<input type="date" value="2026-05-01" style="width: 60px">',
    fixed: '<input type="date" value="2026-05-01" style="width: 160px">',
    says: /^cut: the date/,
  },
  {
    name: 'a hint that its field cuts',
    check: cutFields,
    faulty: `<input type="search" placeholder="${LONG}" style="width: 60px">`,
    fixed: `<input type="search" placeholder="${LONG}" style="width: 400px">`,
    says: /^cut: /,
  },
  {
    name: 'two texts over each other',
    check: overlappingTexts,
    faulty: '<p style="margin: 0">Hole 4</p><p style="margin: -14px 0 0 10px">Par 5</p>',
    fixed: '<p style="margin: 0">Hole 4</p><p style="margin: 0 0 0 10px">Par 5</p>',
    says: /^overlap: "Hole 4" and "Par 5"/,
  },
  {
    name: 'a text over another that lets presses through',
    check: overlappingTexts,
    faulty: '<p style="margin: 0">Hole 4</p><p style="margin: -16px 0 0; pointer-events: none">Par 5</p>',
    fixed: '<p style="margin: 0">Hole 4</p><p style="margin: -16px 0 0; background: #fff">Par 5</p>',
    says: /^overlap: /,
  },
  {
    name: 'a page that scrolls to the side',
    check: sideScroll,
    faulty: '<div style="width: 500px; height: 4px"></div>',
    fixed: '<div style="overflow: auto"><div style="width: 500px; height: 4px"></div></div>',
    says: /^wide: the page is 110 px wider/,
  },
  {
    name: 'a main part that scrolls to the side',
    check: sideScroll,
    faulty: '<main style="overflow: auto"><div style="width: 500px; height: 4px"></div></main>',
    fixed: '<main style="overflow: auto"><div style="width: 50px; height: 4px"></div></main>',
    says: /^wide: main/,
  },
  {
    name: 'a button beside the screen',
    check: lostControls,
    faulty: '<button style="position: fixed; left: 380px; width: 60px">Stop</button>',
    fixed: '<button style="position: fixed; left: 300px; width: 60px">Stop</button>',
    says: /^lost: button "Stop" is beside the screen/,
  },
  {
    name: 'a button below a screen that does not scroll',
    check: lostControls,
    faulty: '<style>html { overflow: hidden }</style><div style="height: 900px"></div><button>Stop</button>',
    fixed: '<div style="height: 900px"></div><button>Stop</button>',
    says: /^lost: button "Stop" is above or below the screen/,
  },
  {
    name: 'a button that its row clips',
    check: lostControls,
    faulty:
      '<div style="width: 100px; overflow: hidden; white-space: nowrap">A long text of a row <button>Stop</button></div>',
    fixed:
      '<div style="width: 100px; overflow: auto; white-space: nowrap">A long text of a row <button>Stop</button></div>',
    says: /^lost: button "Stop" is clipped by/,
  },
  {
    name: 'a button left of where a row can be scrolled to',
    check: lostControls,
    faulty:
      '<div style="width: 100px; overflow: auto"><button style="margin-left: -70px; width: 60px">Stop</button></div>',
    fixed:
      '<div style="width: 100px; overflow: auto"><button style="margin-left: 70px; width: 60px">Stop</button></div>',
    says: /^lost: button "Stop" is left or right of/,
  },
  {
    name: 'a link too small for a finger, unless an open window covers it',
    check: page => smallTargets(page, 40),
    faulty:
      '<a href="#x" style="position: absolute">Finch 5</a><div class="mantine-Drawer-root"><p style="position: fixed; top: 300px">Add a mower</p></div>',
    fixed:
      '<a href="#x" style="position: absolute">Finch 5</a><div class="mantine-Drawer-root"><p style="position: fixed; inset: 0; margin: 0">Add a mower</p></div>',
    says: /^small: a "Finch 5"/,
  },
  {
    name: 'a button too small for a finger',
    check: page => smallTargets(page, 40),
    faulty: '<button style="width: 60px; height: 30px">Stop</button>',
    fixed: '<button style="width: 60px; height: 40px">Stop</button>',
    says: /^small: button "Stop" is 60 x 30 px/,
  },
  {
    name: 'a flat button that nothing around it widens',
    check: page => smallTargets(page, 40),
    faulty: '<button style="margin: 60px; width: 60px; height: 24px">Grip</button>',
    fixed:
      '<style>button { position: relative } button::after { position: absolute; inset: -16px 0 0; content: "" }</style><button style="margin: 60px; width: 60px; height: 24px; border: 0">Grip</button>',
    says: /^small: button "Grip" is 60 x 24 px/,
  },
  {
    name: 'a box without a label around it',
    check: page => smallTargets(page, 40),
    faulty: '<input type="checkbox" aria-label="Select" style="margin: 60px">',
    fixed:
      '<label style="display: inline-block; padding: 16px; margin: 60px"><input type="checkbox" aria-label="Select"></label>',
    says: /^small: input "Select"/,
  },
  {
    name: 'a button that a note covers',
    check: coveredByNotes,
    faulty:
      '<button style="position: fixed; bottom: 0">Save</button><div data-position="bottom" aria-live="polite" style="position: fixed; bottom: 10px"><p role="alert" style="margin: 0; background: #fff">Not saved</p></div>',
    fixed:
      '<button style="position: fixed; bottom: 0">Save</button><div data-position="bottom" aria-live="polite" style="position: fixed; bottom: 90px"><p role="alert" style="margin: 0; background: #fff">Not saved</p></div>',
    says: /^covered: button "Save" by a note/,
  },
]

const pageWith = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><body style="margin: 0; font: 16px/20px sans-serif; background: #fff">${body}`

test.use({ viewport: { width: 390, height: 844 } })

for (const { name, check, faulty, fixed, says } of CASES)
  test(`finds ${name}`, async ({ page }) => {
    await page.setContent(pageWith(faulty))
    await openEyes(page)
    expect((await check(page)).join('\n')).toMatch(says)
    await page.setContent(pageWith(fixed))
    await openEyes(page)
    expect(await check(page)).toEqual([])
  })

test('finds a text that is covered only where the page is scrolled to it', async ({ page }) => {
  const over = '<p style="margin: 0">Hole 4</p><p style="margin: -14px 0 0 10px">Par 5</p>'
  await page.setContent(pageWith(`<div style="height: 1500px"></div>${over}<div style="height: 900px"></div>`))
  expect(await layoutFaults(page, false)).toEqual(['overlap: "Hole 4" and "Par 5"'])
})

test('leaves alone what is folded up, read out only, or part of a sentence', async ({ page }) => {
  await page.setContent(
    pageWith(
      `<div style="height: 0; overflow: hidden"><p>Folded</p><button style="height: 40px; width: 60px">More</button></div>
       <span style="position: absolute; width: 1px; height: 1px; overflow: hidden">Read out</span>
       <p>Maps by <a href="#x">OpenStreetMap</a> and others</p>
       <p style="position: absolute; visibility: hidden">Under</p>`,
    ),
  )
  expect(await layoutFaults(page, true)).toEqual([])
  // The page is as it was.
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
})

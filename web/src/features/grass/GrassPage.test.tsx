/** The page of the grass links to the pages beside it, as far as its reader may open them. */
import { calls } from '@greensward/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 60_000 }

test('who may read reports opens them from the grass', async () => {
  await open({ path: '/missions/grass', role: 'ROLE_GREENKEEPER' })
  // The menu has one too.
  const page = within(await screen.findByRole('main', undefined, SLOW))
  const link = await page.findByRole('link', { name: 'Reports' }, SLOW)
  expect(link.getAttribute('href')).toBe('/reports')
  expect(screen.getByRole('button', { name: 'Record' })).toBeDefined()
}, 120_000)

test('who may only look sees neither reports nor entry of records', async () => {
  await open({ path: '/missions/grass', role: 'ROLE_TEST_USER' })
  expect(await screen.findByText('No zones to mow yet', undefined, SLOW)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
}, 120_000)

test('says when each zone is due and why, also without weather', async () => {
  const row = (number: number, fields: object) =>
    sampleItem(calls.grass.list, { zoneId: `00000000-0000-4000-8000-00000000000${number}`, ...fields } as never)
  const items = [
    row(1, {
      title: 'Green 1',
      due: { day: '2099-06-04', isDue: false, reason: { code: 'grown', grownMm: 2.1, limitMm: 3 } },
      degreeDays: 87,
      regulator: { at: '2099-05-28T06:00:00.000Z', product: 'Trinexapac', degreeDays: 143 },
    }),
    row(2, {
      title: 'Green 2',
      due: { day: '2020-06-04', isDue: true, reason: { code: 'weather', intervalDays: 2, since: '2020-06-03' } },
    }),
  ]
  await open({
    path: '/missions/grass',
    role: 'ROLE_GREENKEEPER',
    prepare: wire => wire.answer(calls.grass.list, { items, total: 2 } as never),
  })
  const first = (await screen.findByRole('link', { name: 'Green 1' }, SLOW)).closest('tr')
  expect(first?.textContent).toMatch(/Due on Thu,? 4 Jun.*2\.1 of 3\.0 mm growth.*87.*143 since Trinexapac/)
  const second = screen.getByRole('link', { name: 'Green 2' }).closest('tr')
  expect(second?.textContent).toMatch(/Due since Thu,? 4 Jun.*no weather data for Wed,? 3 Jun, so every 2 days/)
}, 120_000)

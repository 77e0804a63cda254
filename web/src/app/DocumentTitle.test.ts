import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentTitle } from './DocumentTitle.tsx'

const { titles } = JSON.parse(readFileSync(join(import.meta.dirname, '../i18n/shell/en.json'), 'utf8'))
const t = (key: string): string => titles[key.replace('shell.titles.', '')]

test.each([
  ['/login', 'Login | Greensward'],
  ['/map', 'Map | Greensward'],
  ['/map/player', 'Map | Greensward'],
  ['/day', 'Today | Greensward'],
  ['/schedule', 'Schedule | Greensward'],
  ['/plans', 'Standing plans | Greensward'],
  ['/garage', 'Garage | Greensward'],
  ['/missions/new', 'Missions | Greensward'],
  ['/settings/zoneTypes', 'Settings | Greensward'],
  ['/restaurant', 'Restaurant | Greensward'],
  ['/notifications', 'Notification | Greensward'],
  ['/jobs', 'Jobs | Greensward'],
  ['/reports', 'Reports | Greensward'],
  ['/account', 'My account | Greensward'],
  ['/toString', 'Greensward'],
])('the title is built of the first segment of the address: %s is %s', (pathname, title) => {
  expect(documentTitle(pathname, t)).toBe(title)
})

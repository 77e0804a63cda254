/** The words that the specification gives letter by letter, as the English screens show them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

const textOf = (key: string): unknown => {
  const [feature = '', ...path] = key.split('.')
  const texts: unknown = JSON.parse(read(`${feature}/en.json`))
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], texts)
}

/** @param files where the screens are that show them, below web/src */
const says = (texts: Readonly<Record<string, string>>, ...files: readonly string[]): void => {
  expect(Object.fromEntries(Object.keys(texts).map(key => [key, textOf(key)]))).toEqual(texts)
  const sources = files.map(file => read(`../${file}`)).join('\n')
  // A key is asked for as a whole, or by its beginning with what differs put in.
  const asked = (key: string): boolean =>
    sources.includes(`'${key}'`) || sources.includes(`\`${key.replace(/\.[^.]+$/, '.')}$\{`)
  expect(Object.keys(texts).filter(key => !asked(key))).toEqual([])
}

test('the header navigation reads Map, Users, Schedule, Missions, Garage, Settings, Restaurant, Notification, Log out', () => {
  const places = textOf('shell.places') as Record<string, string>
  expect(Object.values(places)).toEqual([
    'Map',
    'Users',
    'Schedule',
    'Missions',
    'Garage',
    'Settings',
    'Restaurant',
    'Notification',
  ])
  const order = [...read('../shell/places.tsx').matchAll(/\{ name: '(\w+)'/g)].map(match => match[1])
  expect(order).toEqual(Object.keys(places))
  says({ 'shell.logOut': 'Log out' }, 'shell/Rail.tsx')
})

test('the sign-in says what the specification writes, step by step', () => {
  says({ 'login.heading': 'Log in to your account' }, 'login/CredentialsStep.tsx')
  says(
    {
      'login.codeHeading': 'Verification code',
      'login.codeText': 'Please confirm your account by entering the authorization code sent to',
      'login.noCode': "Didn't receive code?",
      'login.resend': 'Resend code',
      'login.resendIn': 'Resend in',
    },
    'login/CodeStep.tsx',
  )
  says(
    {
      'errors.kinds.wrongCredentials': 'Incorrect username or password. Try again',
      'errors.kinds.wrongCode': 'Incorrect code. Try again',
    },
    'api/failure.ts',
  )
})

test('while connecting the start and the shell say so in the words of the specification', () => {
  const words = {
    'shell.connecting': 'Connecting with server',
    'shell.connectingText': "It shouldn't take no more than 1 minute",
  }
  says(words, 'App.tsx')
  says(words, 'shell/MainGate.tsx')
})

test('the control panel has Layers, hide all, Add mission, Filters and a Today calendar', () => {
  says(
    {
      'map.layers.title': 'Layers',
      'map.layers.hideAll': 'Hide all',
      'map.addMission': 'Add mission',
      'map.filters.title': 'Filters',
      'map.calendar.today': 'Today',
    },
    'map/panels/LayersPanel.tsx',
    'map/panels/WeekStrip.tsx',
  )
})

test('the layers are orthophoto, DEM, zones, notes, holes, mowers, golf carts, missions, player, no-go and rain zones, roads', () => {
  says(
    {
      'map.layers.base.orthophoto': 'Orthophoto',
      'map.layers.base.dem': 'DEM',
      'map.layers.zones': 'Zones',
      'map.layers.notes': 'Notes',
      'map.layers.holes': 'Holes',
      'map.layers.mowers': 'Mowers',
      'map.layers.carts': 'Golf carts',
      'map.layers.missions': 'Missions',
      'map.layers.player': 'Player',
      'map.layers.noGo': 'No-go zones',
      'map.layers.rain': 'Rain zones',
      'map.layers.roads': 'Roads',
    },
    'map/panels/LayersPanel.tsx',
  )
})

test('the missions table has the columns of the specification', () => {
  says(
    {
      'missions.column.title': 'Title',
      'missions.column.status': 'Status',
      'missions.column.area': 'Mission area',
      'missions.column.direction': 'Direction',
      'missions.column.mower': 'Mower, blade',
      'missions.column.start': 'Start date and time',
      'missions.column.duration': 'Duration',
      'missions.column.logs': 'Logs',
      'missions.column.plan': 'QGC plan',
      'missions.column.history': 'History',
    },
    'missions/useMissionColumns.tsx',
  )
  says({ 'common.rowsPerPage': 'Rows per page' }, 'ui/Pager.tsx')
})

test('a bulk selection shows its total and offers to cancel and to delete', () => {
  says({ 'missions.bulk.total': 'Total {{area}}, {{duration}} of mowing' }, 'missions/MissionsPage.tsx')
  const page = read('../missions/MissionsPage.tsx')
  for (const key of ['missions.bulk.selected', 'missions.bulk.cancel', 'missions.bulk.delete']) {
    expect(page).toContain(`'${key}'`)
    expect(textOf(`${key}_other`)).toBeTypeOf('string')
  }
})

test('the filters of the missions are search, status, mission area, mower and date', () => {
  says(
    {
      'missions.searchHint': 'Search title, zone, mower',
      'missions.column.status': 'Status',
      'missions.column.area': 'Mission area',
      'missions.mower': 'Mower',
      'missions.from': 'From day',
      'missions.to': 'To day',
    },
    'missions/MissionsPage.tsx',
  )
})

test('the course map site is linked by the address in the map settings, or is the own page of the course', () => {
  says({ 'shell.courseMap': 'Course map' }, 'shell/Preferences.tsx')
  expect(read('../shell/Preferences.tsx')).toContain("courseMapUrl === '' && publicCourse ? '/course' : courseMapUrl")
  says({ 'settings.map.courseMapUrl': 'Address of the course map' }, 'settings/MainSettings.tsx')
})

test('the holes table and its form have name, par, rating, pass, base angle, sort, active and the view', () => {
  says(
    {
      'settings.hole.name': 'Hole',
      'settings.hole.par': 'Par',
      'settings.hole.rating': 'Rating',
      'settings.hole.pass': 'Pass',
      'settings.hole.baseAngle': 'Base angle',
      'settings.hole.sort': 'Sort',
      'settings.hole.isActive': 'Active',
      'settings.hole.view': 'Own view',
      'settings.hole.angle': 'Angle',
      'settings.hole.zoom': 'Zoom',
      'settings.centerLon': 'Center longitude',
      'settings.centerLat': 'Center latitude',
    },
    'settings/Holes.tsx',
    'settings/HoleSheet.tsx',
  )
})

test('the schedule has day, week and month, Today, Add mission, a status filter and Reset filters', () => {
  says(
    {
      'schedule.views.day': 'Day',
      'schedule.views.week': 'Week',
      'schedule.views.month': 'Month',
      'schedule.today': 'Today',
      'schedule.addMission': 'Add mission',
      'schedule.status': 'Status',
      'common.resetFilters': 'Reset filters',
    },
    'schedule/SchedulePage.tsx',
  )
})

test('the garage table has title, vehicle type, status, blade, fuel consumption and distance', () => {
  says(
    {
      'garage.column.title': 'Title',
      'garage.column.type': 'Vehicle type',
      'garage.column.status': 'Status',
      'garage.column.blade': 'Blade',
      'garage.column.fuel': 'Fuel consumption (litres/100 km)',
      'garage.column.distance': 'Distance (km)',
      'garage.type.mower': 'Mower',
      'garage.type.golfCart': 'Golf cart',
    },
    'garage/GaragePage.tsx',
  )
})

test('the tables of the settings have the columns of the specification', () => {
  says(
    {
      'settings.zoneType.name': 'Title',
      'settings.zoneType.color': 'Color',
      'settings.zoneType.direction': 'Direction',
    },
    'settings/ZoneTypes.tsx',
  )
  says(
    {
      'settings.blade.name': 'Title',
      'settings.blade.width': 'Width',
      'settings.blade.speed': 'Mission speed',
    },
    'settings/Blades.tsx',
  )
  says(
    {
      'settings.user.fullname': 'Full name',
      'settings.user.email': 'Email',
      'settings.user.phone': 'Phone',
      'settings.user.role': 'Role',
      'common.search': 'Search',
    },
    'settings/Users.tsx',
  )
  says(
    { 'settings.number.phone': 'Telephone number', 'settings.number.department': 'Department' },
    'settings/TechnicalNumbers.tsx',
  )
})

test('the forms of the settings have every field of the specification', () => {
  says(
    {
      'settings.map.rainMode': 'Rain mode',
      'settings.map.degree': 'Degree',
      'settings.map.defaultZoom': 'Default zoom',
      'settings.map.minNativeZoom': 'Min native zoom',
      'settings.map.maxNativeZoom': 'Max native zoom',
      'settings.map.minZoom': 'Min zoom',
      'settings.map.maxZoom': 'Max zoom',
      'settings.centerLon': 'Center longitude',
      'settings.centerLat': 'Center latitude',
      'settings.map.topLeftLon': 'Top-left longitude',
      'settings.map.topLeftLat': 'Top-left latitude',
      'settings.map.bottomRightLon': 'Bottom-right longitude',
      'settings.map.bottomRightLat': 'Bottom-right latitude',
      'settings.map.mowerWidth': 'Mower width',
      'settings.map.totalFieldArea': 'Total field area',
    },
    'settings/MainSettings.tsx',
  )
  says(
    {
      'settings.buggy.stayCheckDelay': 'Stay check delay',
      'settings.buggy.applyHoleDelay': 'Apply hole delay',
      'settings.buggy.mapModeResetDelay': 'Map mode reset delay',
      'settings.buggy.fixateCameraToBuggyDelay': 'Fixate camera to buggy delay',
      'settings.buggy.gameModeDelay': 'Game mode delay',
      'settings.buggy.blockAccuracy': 'Block accuracy',
      'settings.buggy.alertAccuracy': 'Alert accuracy',
      'settings.buggy.greenOuterZone': 'Green outer zone',
      'settings.buggy.greenZoom': 'Green zoom',
    },
    'settings/BuggySettings.tsx',
  )
  says(
    {
      'settings.user.role': 'Role',
      'settings.user.fullname': 'Full name',
      'settings.user.phone': 'Phone',
      'settings.user.email': 'Email',
      'settings.user.login': 'Login',
      'settings.user.password': 'Password',
      'settings.user.repeatPassword': 'Repeat password',
    },
    'settings/UserSheet.tsx',
  )
})

test('the settings have zoneTypes, blades, holes, main-settings, buggy-settings, users and technicalNumbers as their addresses', () => {
  const router = read('../router.tsx')
  for (const slug of ['zoneTypes', 'blades', 'holes', 'main-settings', 'buggy-settings', 'users', 'technicalNumbers'])
    expect(router).toMatch(new RegExp(`getParentRoute: \\(\\) => settingsRoute,\\s+path: '${slug}'`))
})

test('the restaurant offers Add category and Add dish', () => {
  says(
    { 'restaurant.addCategory': 'Add category', 'restaurant.addDish': 'Add dish' },
    'restaurant/RestaurantPage.tsx',
    'restaurant/MenuView.tsx',
  )
})

test('the turn schemes are 1 in 1 and 1 through 1', () => {
  says(
    { 'missions.scheme.oneInOne': '1 in 1', 'missions.scheme.oneThroughOne': '1 through 1' },
    'missions/MissionFields.tsx',
  )
})

test('the errors of the catalogue stand in its words', () => {
  says(
    {
      'errors.kinds.zoneIntersects': 'Polygon intersections are not allowed for this zone type',
      'errors.kinds.zoneBusyEdit': 'Edit zone prohibited while mission is working',
      'errors.kinds.zoneBusyDelete': 'Delete zone prohibited while mission is working',
    },
    'api/failure.ts',
  )
  says(
    {
      'errors.boundary': 'Ops, looks like something went wrong',
      'errors.reload': 'Reload',
      'errors.hardReload': 'Hard reload',
    },
    'ErrorPage.tsx',
  )
  expect(textOf('common.error')).toBe('Error')
})

/** Each kind with the screen that deletes it and the words of its question. */
const CONFIRMATIONS: readonly (readonly [string, string, readonly string[]])[] = [
  ['mower', 'garage/GaragePage.tsx', ['garage.deleteTitle', 'garage.deleteMowerText', 'garage.delete']],
  [
    'mower on the map',
    'map/panels/MowerInspector.tsx',
    ['map.delete.title', 'map.delete.mowerText', 'map.delete.mower'],
  ],
  ['golf cart', 'garage/GaragePage.tsx', ['garage.deleteTitle', 'garage.deleteCartText', 'garage.delete']],
  [
    'golf cart on the map',
    'map/panels/CartInspector.tsx',
    ['map.delete.title', 'map.delete.cartText', 'map.delete.cart'],
  ],
  ['hole', 'settings/Holes.tsx', ['settings.hole.deleteTitle', 'settings.hole.deleteText', 'settings.hole.delete']],
  [
    'zone, hole, note, route or other object on the map',
    'map/panels/Inspector.tsx',
    ['map.delete.title', 'map.delete.text', 'map.delete.feature'],
  ],
  [
    'category',
    'restaurant/Deletion.tsx',
    ['restaurant.deleteTitle', 'restaurant.deleteCategoryText', 'restaurant.deleteCategory'],
  ],
  ['dish', 'restaurant/Deletion.tsx', ['restaurant.deleteTitle', 'restaurant.deleteDishText', 'restaurant.deleteDish']],
  [
    'mission',
    'missions/MissionPage.tsx',
    ['missions.deleteTitle', 'missions.bulk.deleteText', 'missions.deleteConfirm'],
  ],
  [
    'missions',
    'missions/MissionsPage.tsx',
    ['missions.bulk.deleteTitle', 'missions.bulk.deleteText', 'missions.bulk.deleteConfirm'],
  ],
  [
    'phone number',
    'settings/TechnicalNumbers.tsx',
    ['settings.number.deleteTitle', 'settings.number.deleteText', 'settings.number.delete'],
  ],
  ['user', 'settings/Users.tsx', ['settings.user.deleteTitle', 'settings.user.deleteText', 'settings.user.delete']],
]

test.each(CONFIRMATIONS)('deleting a %s is confirmed first', (_, file, keys) => {
  const source = read(`../${file}`)
  const table = read('../ui/RecordTable.tsx')
  for (const key of keys) {
    expect([key, source.includes(`'${key}'`)]).toEqual([key, true])
    expect([key, typeof (textOf(key) ?? textOf(`${key}_other`))]).toEqual([key, 'string'])
  }
  const asks = (text: string): boolean => /<ConfirmDialog[^/]*/.test(text)
  expect(asks(source) || (source.includes('deletion={{') && asks(table))).toBe(true)
})

test('mowers, golf carts, zones, holes, notes and routes have names in the question before their deletion', () => {
  for (const kind of [
    'zone',
    'hole',
    'note',
    'road',
    'restriction',
    'area',
    'radius',
    'garage',
    'wc',
    'markedArea',
    'missionArea',
  ])
    expect(textOf(`map.kind.${kind}`)).toBeTypeOf('string')
})

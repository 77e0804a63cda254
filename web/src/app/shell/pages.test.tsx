/** No page is ever blank: it says what it waits for, what failed, that there is nothing, and to whom it is closed. */

import { type Call, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { RoleSlug } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()

const ID = '00000000-0000-4000-8000-000000000001'

interface Screen {
  readonly path: string
  /** The reading that the page cannot do without. */
  readonly reading: Call
  /** The text of the empty state. */
  readonly empty: string | RegExp
  /** Null is open to everybody who is signed in. */
  readonly closedTo: RoleSlug | null
}

const screens: readonly Screen[] = [
  { path: 'missions', reading: calls.missions.list, empty: 'No missions yet', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'missions/grass', reading: calls.grass.list, empty: 'No zones to mow yet', closedTo: 'ROLE_BUGGY_BAR' },
  {
    path: `missions/grass/${ID}`,
    reading: lateCalls.zoneRecords.list,
    empty: 'Nothing was recorded in these days',
    closedTo: 'ROLE_BUGGY_BAR',
  },
  {
    path: 'reports',
    reading: lateCalls.reports.get,
    empty: 'Nothing was mown in these days',
    closedTo: 'ROLE_TEST_USER',
  },
  { path: 'day', reading: calls.shifts.list, empty: 'No shift on this day', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'jobs', reading: calls.jobs.list, empty: 'No jobs on this day', closedTo: 'ROLE_APPLICANT' },
  { path: 'jobs?view=mine', reading: calls.jobs.mine, empty: 'No jobs for you today', closedTo: 'ROLE_APPLICANT' },
  { path: 'jobs?view=repeats', reading: calls.jobRepeats.list, empty: 'No repeated jobs', closedTo: 'ROLE_APPLICANT' },
  {
    path: 'jobs?view=hours',
    reading: calls.jobs.hours,
    empty: 'No job was ended in these days',
    closedTo: 'ROLE_APPLICANT',
  },
  {
    path: 'settings/jobKinds',
    reading: calls.jobKinds.list,
    empty: 'No kinds of jobs yet',
    closedTo: 'ROLE_BUGGY_BAR',
  },
  { path: 'morning', reading: calls.missions.list, empty: 'No mission ran.', closedTo: 'ROLE_BUGGY_BAR' },
  {
    path: 'schedule',
    reading: calls.missions.list,
    empty: /Nothing is planned here|No mowers yet/,
    closedTo: 'ROLE_BUGGY_BAR',
  },
  {
    path: 'schedule?view=week',
    reading: calls.missions.list,
    empty: /Nothing is planned here/,
    closedTo: 'ROLE_BUGGY_BAR',
  },
  {
    path: 'schedule?view=month',
    reading: calls.missions.list,
    empty: /Nothing is planned here/,
    closedTo: 'ROLE_BUGGY_BAR',
  },
  { path: 'plans', reading: calls.standingPlans.list, empty: 'No standing plans yet', closedTo: 'ROLE_BUGGY_BAR' },
  {
    path: 'schedule/tee-sheet',
    reading: calls.teeSheets.get,
    empty: 'No groups on this day',
    closedTo: 'ROLE_BUGGY_BAR',
  },
  { path: 'garage', reading: calls.garage.list, empty: 'The garage is empty', closedTo: 'ROLE_BUGGY_BAR' },
  { path: `garage/vehicle/${ID}`, reading: calls.garage.list, empty: 'No such vehicle', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'garage/bases', reading: calls.bases.list, empty: 'No bases yet', closedTo: 'ROLE_BUGGY_BAR' },
  {
    path: 'garage/health',
    reading: lateCalls.fleetHealth.get,
    empty: 'No mowers yet, and no faults',
    closedTo: 'ROLE_BUGGY_BAR',
  },
  { path: 'garage/rounds', reading: calls.rounds.list, empty: 'No rounds on this day', closedTo: 'ROLE_APPLICANT' },
  { path: 'settings/zoneTypes', reading: calls.zoneTypes.list, empty: 'No zone types yet', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'settings/blades', reading: calls.blades.list, empty: 'No blades yet', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'settings/holes', reading: calls.map.get, empty: 'No holes yet', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'settings/buggy-settings', reading: calls.settings.buggy, empty: 'Delays', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'settings/link', reading: calls.link.settings, empty: 'Corrections now', closedTo: 'ROLE_BUGGY_BAR' },
  {
    path: 'settings/automower',
    reading: lateCalls.automower.get,
    empty: /^No mowers have been read yet/,
    closedTo: 'ROLE_BUGGY_BAR',
  },
  { path: 'settings/weather', reading: calls.weather.settings, empty: 'The weather now', closedTo: 'ROLE_BUGGY_BAR' },
  { path: 'settings/users', reading: calls.users.list, empty: 'Add user', closedTo: 'ROLE_TEST_USER' },
  {
    path: 'settings/technicalNumbers',
    reading: calls.technicalNumbers.list,
    empty: 'No numbers yet',
    closedTo: 'ROLE_APPLICANT',
  },
  {
    path: 'settings/wallDisplays',
    reading: lateCalls.walls.list,
    empty: 'No displays yet',
    closedTo: 'ROLE_GREENKEEPER',
  },
  {
    path: 'settings/webhooks',
    reading: lateCalls.webhooks.list,
    empty: 'No webhooks yet',
    closedTo: 'ROLE_GREENKEEPER',
  },
  { path: 'settings/mqtt', reading: lateCalls.mqtt.settings, empty: 'What is published', closedTo: 'ROLE_GREENKEEPER' },
  { path: 'settings/sms', reading: lateCalls.sms.settings, empty: 'Last message', closedTo: 'ROLE_GREENKEEPER' },
  { path: 'settings/oidc', reading: lateCalls.oidc.settings, empty: 'Last sign-in', closedTo: 'ROLE_GREENKEEPER' },
  { path: 'settings/audit', reading: lateCalls.audit.list, empty: /^No entries/, closedTo: 'ROLE_TEST_USER' },
  {
    path: 'settings/operation',
    reading: lateCalls.operation.status,
    empty: 'Works, but is not backed up',
    closedTo: 'ROLE_TEST_USER',
  },
  {
    path: 'restaurant',
    reading: calls.dishes.list,
    empty: 'The menu is empty',
    closedTo: 'ROLE_APPLICANT',
  },
  { path: 'notifications', reading: calls.notifications.list, empty: /./, closedTo: 'ROLE_APPLICANT' },
  { path: 'account', reading: calls.profile.sessions, empty: /./, closedTo: null },
]

const main = (): HTMLElement => {
  const found = document.querySelector('main')
  if (found === null) throw new Error('the page has no main part')
  return found
}

describe.each(screens)('$path', ({ path, reading, empty, closedTo }) => {
  test('shows that it loads', async () => {
    await open({ path: `/${path}`, prepare: wire => void wire.hold(reading) })
    await waitFor(() => expect(within(main()).getAllByRole('status', { name: /^Loading/ }).length).toBeGreaterThan(0))
  })

  test('says why it failed, and reads again when that is pressed', async () => {
    const user = userEvent.setup()
    const { wire } = await open({
      path: `/${path}`,
      prepare: wire => wire.refuse(reading, { kind: 'internal', ...said('diskFull'), message: 'In English' }),
    })
    await waitFor(() =>
      expect(within(main()).getAllByText('The disk of the server has no room for this file').length).toBeGreaterThan(0),
    )
    wire.reset(reading)
    for (const button of within(main()).getAllByRole('button', { name: 'Try again' })) await user.click(button)
    await waitFor(() =>
      expect(within(main()).queryByText('The disk of the server has no room for this file')).toBeNull(),
    )
  })

  test('says what to do where there is nothing', async () => {
    await open({ path: `/${path}` })
    await waitFor(() => expect(within(main()).getAllByText(empty).length).toBeGreaterThan(0))
  })

  if (closedTo === null) return
  test(`is closed to ${closedTo}, and reads nothing`, async () => {
    const { wire } = await open({ path: `/${path}`, role: closedTo })
    await screen.findByText(closedTo === 'ROLE_APPLICANT' ? 'Access waits for approval' : 'Not for your role')
    expect(
      wire.asked.filter(({ call }) => call === reading && call !== calls.map.get && call !== calls.notifications.list),
    ).toEqual([])
  })
})

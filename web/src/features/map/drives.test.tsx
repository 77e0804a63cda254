import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { SILENT_TELEMETRY } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { able } from '../../testing/capabilities.ts'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'
const PATH = `/map?sel=mower:${MOWER}`

/** @param hasBase whether the mower has a place to go home to */
const yard =
  (hasBase: boolean, followsPath = true) =>
  (wire: Wire): void => {
    // The map draws on a real canvas, which only a browser has.
    wire.hold(calls.map.get)
    able(wire, { followsPath })
    const mower = sampleItem(calls.mowers.list, { id: MOWER, name: 'Rook 1' } as never)
    wire.answer(calls.mowers.list, { items: [mower], total: 1 } as never)
    const base = sampleItem(calls.bases.list, { name: 'Bay 1', mowerId: MOWER, approach: [] } as never)
    wire.answer(calls.bases.list, { items: hasBase ? [base] : [], total: hasBase ? 1 : 0 } as never)
  }

test('a mower is sent home, and a refusal is shown with its reason', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: PATH,
    prepare: w => {
      yard(true)(w)
      w.refuse(calls.mowers.sendHome, {
        kind: 'planRefused',
        ...said('noWay', { title: 'Pond' }),
        message: 'In English',
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send home' }))
  expect(await screen.findByText('There is no way there: Pond is in the way')).toBeDefined()
  expect(wire.asked.filter(({ call }) => call === calls.mowers.sendHome)).toHaveLength(1)
})

test('a mower without a base leads to the bases instead', async () => {
  await open({ path: PATH, prepare: yard(false) })
  const link = await screen.findByRole('link', { name: /^No base yet/ })
  expect(link.getAttribute('href')).toBe('/garage/bases')
  expect(screen.queryByRole('button', { name: 'Send home' })).toBeNull()
})

test('a drive to a point waits for a press of the map, and ends without one when it is cancelled', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: PATH, prepare: yard(true) })
  await user.click(await screen.findByRole('button', { name: 'Drive to a point' }))
  expect(await screen.findByText('Press the map where Rook 1 should drive.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Drive here' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('Press the map where Rook 1 should drive.')).toBeNull())
  expect(wire.asked.filter(({ call }) => call === calls.mowers.driveTo)).toEqual([])
})

test('a machine that follows no path has neither button, and its other buttons stay', async () => {
  const { wire } = await open({ path: PATH, prepare: yard(true, false) })
  expect(await screen.findByRole('button', { name: /^Stop and clear/ })).toBeDefined()
  await waitFor(() => expect(wire.asked.map(({ call }) => call)).toContain(lateCalls.capabilities.get))
  expect(screen.queryByRole('button', { name: 'Send home' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Drive to a point' })).toBeNull()
})

test('SAFE-15h a machine that mows its own map is sent home from the map without a base of ours', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: PATH,
    prepare: w => {
      yard(false, false)(w)
      able(w, { followsPath: false, mowsOwnMap: true })
      const telemetry = { ...SILENT_TELEMETRY, link: 'live' as const, ageMs: 100 }
      const vehicle = { id: MOWER, kind: 'mower', missionId: null, progress: null, stop: null, activity: 'paused' }
      w.answer(calls.live.vehicles, { items: [{ ...vehicle, telemetry }] } as never)
      w.answer(calls.mowers.sendHome, { outcome: 'accepted', reason: null, why: null, standingStill: null })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send home' }, { timeout: 30_000 }))
  expect(await screen.findByText('Rook 1 drives home')).toBeDefined()
  expect(wire.asked.filter(({ call }) => call === calls.mowers.sendHome)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Drive to a point' })).toBeNull()
})

test('people who may not operate mowers see neither button', async () => {
  await open({ path: PATH, role: 'ROLE_TEST_USER', prepare: yard(true) })
  expect((await screen.findAllByText('Rook 1')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Send home' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Drive to a point' })).toBeNull()
})

test('Escape closes the inspector of what is selected', async () => {
  const user = userEvent.setup()
  await open({ path: PATH, prepare: yard(true) })
  await screen.findByRole('button', { name: 'Send home' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send home' })).toBeNull())
})

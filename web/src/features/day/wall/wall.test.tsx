import { calls, type WallDay } from '@greensward/contract'
import type { Shift, StaffJob } from '@greensward/domain'
import { said } from '@greensward/messages'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../../testing/openApp.tsx'
import { sampleItem } from '../../../testing/sampleAnswer.ts'

const open = stage()
const id = (n: number): string => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const AT = '2030-01-01T05:42:00.000Z'

const shift = (): Shift =>
  ({
    id: id(1),
    day: '2030-01-01',
    name: 'Morning',
    from: AT,
    until: '2030-01-01T09:00:00.000Z',
    release: null,
    createdBy: 'Ada Field',
    updatedAt: AT,
    routes: [
      {
        mowerId: id(2),
        state: 'paused',
        pause: {
          kind: 'personStop',
          why: said('routePause', { reason: 'personStop', who: 'Ada Field' }),
          at: AT,
          by: null,
        },
        tasks: [
          {
            id: id(3),
            kind: 'returnToBase',
            missionId: null,
            state: 'planned',
            why: null,
            mayResume: false,
            startedAt: null,
            endedAt: null,
          },
        ],
      },
    ],
  }) as unknown as Shift

const job = (n: number, status: StaffJob['status']): StaffJob => ({
  ...(sampleItem(calls.jobs.list, {}) as StaffJob),
  id: id(n),
  kind: 'Cups',
  status,
  person: { id: 7, fullname: 'Ben Hill' },
})
const day = (): WallDay => ({
  at: AT,
  courseName: 'Hollow Creek',
  timeZone: 'UTC',
  day: '2030-01-01',
  shifts: [{ shift: shift(), missions: [] }],
  mowers: [{ id: id(2), name: 'Rook 1' }],
  jobs: [job(10, 'done'), job(11, 'working'), job(12, 'planned')],
})

type Answer = () => Response | Promise<Response>
let answer: Answer
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const shown: Answer = () => json(200, { code: 200, result: day() })
const refused: Answer = () =>
  json(401, { code: 401, error: { kind: 'unauthorized', code: 'unauthorized', params: {}, message: 'In English' } })

beforeEach(() => {
  answer = shown
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openWall = () => open({ path: '/wall', role: null, prepare: () => localStorage.setItem('wall.device', 'token') })

test('shows numbers, what needs attention, the mowers and the jobs of people', async () => {
  await openWall()
  expect(await screen.findByRole('heading', { name: 'Hollow Creek' })).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Needs attention' })).getByText('Rook 1')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Mowers' })).getByText('Return to base')).toBeDefined()
  const people = within(screen.getByRole('region', { name: 'People' }))
  expect(people.getByText('Ben Hill')).toBeDefined()
  expect(people.getByRole('progressbar', { name: '1 of 3 Cups done' })).toBeDefined()
  expect(screen.getByText(/^Data \d+ s old$/)).toBeDefined()
})

test('says that the link is lost, and since when, and recovers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openWall()
  await screen.findByRole('heading', { name: 'Hollow Creek' })
  answer = () => Promise.reject(new TypeError('no network'))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(await screen.findByText('No connection. As of 05:42')).toBeDefined()
  answer = shown
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(screen.queryByText(/No connection/)).toBeNull())
})

test('a revoked display shows nothing and asks for a code', async () => {
  answer = refused
  await openWall()
  expect(await screen.findByText('This display was revoked in the settings.')).toBeDefined()
  expect(localStorage.getItem('wall.device')).toBeNull()
})

test('is paired by the code of the settings', async () => {
  const user = userEvent.setup()
  await open({ path: '/wall', role: null })
  await user.type(await screen.findByLabelText(/^Code/), 'abcdefghjk')
  answer = () =>
    json(403, { code: 403, error: { kind: 'wrongCode', code: 'wrongCode', params: {}, message: 'In English' } })
  await user.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByText(/no longer. Make a new one in the settings under Wall displays/)).toBeDefined()
  let isPaired = false
  answer = () => {
    if (isPaired) return json(200, { code: 200, result: day() })
    isPaired = true
    return json(200, { code: 200, result: { token: 'token', name: 'Wall' } })
  }
  await user.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByRole('heading', { name: 'Hollow Creek' })).toBeDefined()
  expect(localStorage.getItem('wall.device')).toBe('token')
})

import { calls } from '@greensward/contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { stage } from '../../../testing/openApp.tsx'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'

const open = stage()
/** The codes of `GeolocationPositionError`. */
const PERMISSION_DENIED = 1
const POSITION_UNAVAILABLE = 2

/** A device that finds its position when the test says so. */
const device = () => {
  const watches = new Map<number, [PositionCallback, PositionErrorCallback]>()
  let started = 0
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (found: PositionCallback, failed: PositionErrorCallback) => {
        started += 1
        watches.set(started, [found, failed])
        return started
      },
      clearWatch: (id: number) => watches.delete(id),
    },
  })
  return {
    watches,
    started: () => started,
    find: (longitude: number, latitude: number, accuracy: number, timestamp = Date.now()) =>
      act(() => {
        for (const [found] of watches.values())
          found({ timestamp, coords: { longitude, latitude, accuracy, heading: null } } as GeolocationPosition)
      }),
    fail: (code: number) =>
      act(() => {
        for (const [, failed] of watches.values())
          failed({ code, PERMISSION_DENIED, POSITION_UNAVAILABLE } as GeolocationPositionError)
      }),
  }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
})

const ask = async () => {
  const user = userEvent.setup()
  const own = device()
  await open({
    path: '/map',
    prepare: wire => {
      // The map draws on a real canvas, which only a browser has.
      wire.hold(calls.map.get)
      wire.answer(
        calls.settings.get,
        sampleAnswer(calls.settings.get, {
          centerLon: 8.5,
          centerLat: 48.5,
          topLeftLon: 8.4,
          topLeftLat: 48.6,
          bottomRightLon: 8.6,
          bottomRightLat: 48.4,
        }),
      )
    },
  })
  expect(own.started()).toBe(0)
  await user.click(await screen.findByRole('button', { name: 'Where am I' }))
  expect(await screen.findByText('Looking for your position…')).toBeDefined()
  return { user, own }
}

test('says how accurate the own position is, and its age once it is old', async () => {
  const { own } = await ask()
  own.find(8.51, 48.51, 6)
  expect(await screen.findByText('You are here, to within 6 m')).toBeDefined()
  own.find(8.51, 48.51, 6, Date.now() - 60_000)
  expect(await screen.findByText('You were here 1 min ago, to within 6 m')).toBeDefined()
})

test('says in words that the person refused, and asks again', async () => {
  const { user, own } = await ask()
  own.fail(PERMISSION_DENIED)
  expect(await screen.findByText(/^This browser may not use your position\. Allow it/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(own.started()).toBe(2)
  own.fail(POSITION_UNAVAILABLE)
  expect(await screen.findByText(/^This device cannot find its position/)).toBeDefined()
})

test('names the distance where the person is not on the map of the course', async () => {
  const { own } = await ask()
  own.find(8.5, 49.5, 20)
  expect(await screen.findByText(/^You are outside the map of this course, 111 km from/)).toBeDefined()
})

test('reads the position no longer once it is hidden', async () => {
  const { user, own } = await ask()
  expect(own.watches.size).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Hide my position' }))
  await waitFor(() => expect(own.watches.size).toBe(0))
  expect(screen.queryByText('Looking for your position…')).toBeNull()
})

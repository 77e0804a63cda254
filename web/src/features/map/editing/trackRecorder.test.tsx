import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadAllTexts, startLanguage } from '../../../i18n/index.ts'
import { createEditorStore, type EditorStore } from '../../../map-editor/editorStore.ts'
import { at, boxOf, cornersOf, fakeCanvas } from '../../../map-editor/fakeCanvas.fixture.ts'
import { fillIn } from '../../../testing/openApp.tsx'
import { TrackRecorder } from './TrackRecorder.tsx'

beforeAll(async () => {
  fillIn()
  await startLanguage()
  await loadAllTexts()
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'geolocation')
})

/** A device that is where the test puts it. */
const device = () => {
  let found: PositionCallback | null = null
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (onFix: PositionCallback) => {
        found = onFix
        return 1
      },
      clearWatch: () => {
        found = null
      },
    },
  })
  return {
    isWatched: () => found !== null,
    go: (x: number, y: number, accuracy = 0.4) =>
      act(() => {
        const [longitude, latitude] = at(x, y)
        found?.({
          timestamp: Date.now(),
          coords: { longitude, latitude, accuracy, heading: null },
        } as GeolocationPosition)
      }),
  }
}

function Recorder({ store, onEnd }: { readonly store: EditorStore; readonly onEnd: () => void }) {
  const state = useSyncExternalStore(store.subscribe, store.panel)
  return <TrackRecorder context={{ store, state } as never} mowers={[]} onEnd={onEnd} />
}

const walking = () => {
  const own = device()
  const store = createEditorStore(fakeCanvas([]).world())
  store.send({ type: 'use', tool: { kind: 'draw', feature: 'area', zoneTypeId: null } })
  let ends = 0
  render(
    <MantineProvider env="test">
      <Recorder store={store} onEnd={() => ends++} />
    </MantineProvider>,
  )
  return { own, store, ends: () => ends }
}

test('walking around an area draws it, with the corners that it needs', async () => {
  const user = userEvent.setup()
  const { own, store, ends } = walking()
  const corners = boxOf(0, 0, 20, 10)
  for (const [i, [x, y]] of corners.entries()) {
    const [toX, toY] = corners[(i + 1) % corners.length] ?? [0, 0]
    for (let share = 0; share < 1; share += 0.1) own.go(x + (toX - x) * share, y + (toY - y) * share)
  }
  own.go(0, 0.3)
  expect(screen.getByRole('status').textContent).toMatch(/^Recording: 4\d points, to within 0\.4 m\./)
  await user.click(screen.getByRole('button', { name: 'Finish' }))
  expect(cornersOf(store.state().features[0])).toEqual(corners)
  expect(ends()).toBe(1)
})

test('a poor position records nothing, and neither does standing still', () => {
  const { own, store } = walking()
  own.go(0, 0)
  own.go(0.1, 0.1)
  own.go(8, 0, 12)
  expect(store.state().sketch.points).toHaveLength(1)
  expect(screen.getByRole('status').textContent).toMatch(/^Only within 12 m: nothing is recorded/)
  expect(screen.getByRole('button', { name: 'Finish' })).toHaveProperty('disabled', true)
})

test('a pause keeps what was recorded, and the position is read no longer', async () => {
  const user = userEvent.setup()
  const { own, store, ends } = walking()
  own.go(0, 0)
  own.go(5, 0)
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  expect(ends()).toBe(1)
  cleanup()
  expect(own.isWatched()).toBe(false)
  expect(store.state().sketch.points).toHaveLength(2)
})

import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadAllTexts, startLanguage } from '../../../i18n/index.ts'
import { createEditorStore, type EditorStore } from '../../../map-editor/editorStore.ts'
import { fakeCanvas } from '../../../map-editor/fakeCanvas.fixture.ts'
import { fillIn } from '../../../testing/openApp.tsx'
import { EditBar } from './EditBar.tsx'

beforeAll(async () => {
  fillIn()
  await startLanguage()
  await loadAllTexts()
})
afterEach(cleanup)

function Bar({ store }: { readonly store: EditorStore }) {
  const state = useSyncExternalStore(store.subscribe, store.panel)
  return (
    <EditBar
      context={{ store, state, zoneTypes: [], mowers: [], map: () => null } as never}
      kinds={['area', 'note']}
      changes={0}
      busy={false}
      error={null}
      padding={{ top: 0, right: 0, bottom: 0, left: 0 }}
      leftPx={0}
      isPhone
      list={null}
      onList={() => undefined}
      onSave={() => undefined}
      onLeave={() => undefined}
      onToolbar={() => undefined}
      panel={null}
    />
  )
}

test('a finger chooses to draw freehand where there is an outline to draw', async () => {
  const user = userEvent.setup()
  const store = createEditorStore(fakeCanvas([]).world())
  render(
    <MantineProvider env="test">
      <Bar store={store} />
    </MantineProvider>,
  )
  const use = (feature: 'area' | 'note') =>
    act(() => store.send({ type: 'use', tool: { kind: 'draw', feature, zoneTypeId: null } }))
  use('note')
  expect(screen.queryByRole('button', { name: 'Draw freehand' })).toBeNull()
  use('area')
  expect(screen.getByText('Tap the corners, then Finish.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Draw freehand', pressed: false }))
  expect(screen.getByRole('button', { name: 'Draw freehand', pressed: true })).toBeDefined()
  expect(screen.getByText(/^Draw the outline or the line in one drag\./)).toBeDefined()
  expect(store.state().freehand).toBe(true)
})

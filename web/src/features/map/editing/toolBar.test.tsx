import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, startLanguage } from '../../../i18n/index.ts'
import { fairway } from '../../../map-editor/fakeCanvas.fixture.ts'
import { fillIn } from '../../../testing/openApp.tsx'
import { ShapeActions, TurnFields } from './ShapeActions.tsx'
import { ToolBar } from './ToolBar.tsx'

beforeAll(async () => {
  fillIn()
  await startLanguage()
  await loadAllTexts()
})
afterEach(cleanup)

const contextOf = (send = vi.fn()) =>
  ({
    store: { send },
    state: { tool: { kind: 'select' }, selection: [], faults: [], snaps: true },
    zoneTypes: [],
    map: () => ({ focus: () => document.querySelector<HTMLElement>('#map')?.focus() }),
  }) as never

test('the keyboard is on the map once a kind is chosen, and Enter does not open the menu again', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(
    <MantineProvider env="test">
      <div id="map" tabIndex={-1} />
      <ToolBar context={contextOf(send)} kinds={['note', 'hole']} list={null} onList={() => undefined} large={false} />
    </MantineProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Draw' }))
  await user.click(await screen.findByRole('menuitem', { name: /Note/ }))
  expect(send).toHaveBeenCalledWith({ type: 'use', tool: { kind: 'draw', feature: 'note', zoneTypeId: null } })
  expect(document.activeElement?.id).toBe('map')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('menuitem')).toBeNull()
})

test('the menu that is closed without a choice gives the focus back', async () => {
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <ToolBar context={contextOf()} kinds={['note']} list={null} onList={() => undefined} large={false} />
    </MantineProvider>,
  )
  const draw = screen.getByRole('button', { name: 'Draw' })
  await user.click(draw)
  await screen.findByRole('menuitem', { name: /Note/ })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(draw))
})

test('a selection is duplicated, smoothed, simplified and turned by presses', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(
    <MantineProvider env="test">
      <ShapeActions context={contextOf(send)} features={[fairway]} />
      <TurnFields context={contextOf(send)} />
    </MantineProvider>,
  )
  for (const name of ['Duplicate', 'Smooth', 'Simplify']) await user.click(screen.getByRole('button', { name }))
  expect(screen.getByRole('button', { name: 'Turn and scale' })).toHaveProperty('disabled', true)
  await user.clear(screen.getByLabelText('Turn by (°)'))
  await user.type(screen.getByLabelText('Turn by (°)'), '30')
  await user.click(screen.getByRole('button', { name: 'Turn and scale' }))
  expect(send.mock.calls.map(([event]) => event)).toEqual([
    { type: 'duplicate' },
    { type: 'smooth' },
    { type: 'simplify' },
    { type: 'turn', turn: { turnDeg: 30, scale: 1 }, join: null },
  ])
})

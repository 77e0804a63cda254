import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OpenedMenu } from './OpenedMenu.tsx'

beforeAll(() => {
  window.matchMedia ??= query =>
    ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as never
  window.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Element.prototype.scrollIntoView ??= () => undefined
})
afterEach(cleanup)

test('entries that are on or off say which they are, others are plain', async () => {
  const press = vi.fn()
  render(
    <MantineProvider env="test">
      <OpenedMenu
        target={<button type="button">DEM</button>}
        entries={[
          { key: 'slope', label: 'Slope', checked: true, onPress: () => undefined },
          { key: 'hillshade', label: 'Hillshade', checked: false, onPress: press },
          { key: 'export', label: 'Export', onPress: () => undefined },
        ]}
      />
    </MantineProvider>,
  )
  const item = (text: string): HTMLElement =>
    screen.getByText(text).closest<HTMLElement>('[role^="menuitem"]') as HTMLElement
  expect(item('Slope').getAttribute('aria-checked')).toBe('true')
  expect(item('Hillshade').getAttribute('aria-checked')).toBe('false')
  expect(item('Export').getAttribute('role')).toBe('menuitem')
  fireEvent.click(item('Hillshade'))
  expect(press).toHaveBeenCalledTimes(1)
})

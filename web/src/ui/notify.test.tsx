import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { theme } from '../app/theme.ts'
import { notify } from './notify.tsx'
import { Toaster } from './Toaster.tsx'

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  window.matchMedia ??= query => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
})
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  act(() => {
    notifications.clean()
  })
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (): void => {
  render(
    <MantineProvider theme={theme}>
      <Toaster />
    </MantineProvider>,
  )
}
const write = (run: () => void): void => act(run)

test('announces a refusal as an alert with its reason, and a person can close it', async () => {
  show()
  write(() => notify.failed('The blade was not saved', new Error('anything')))
  const note = await screen.findByRole('alert')
  expect(note.textContent).toMatch(/^The blade was not saved.+/)
  // Beside those of other tests that are just closing.
  fireEvent.click(within(note).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('announces a success politely in a region that is there from the start', async () => {
  show()
  write(() => notify.done('Saved'))
  const note = await screen.findByRole('status')
  expect(note.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
})

/** The region of the notes, of the height that the test gives it. @returns what makes it measure itself */
const showOfHeight = (heightPx: number): (() => void) => {
  let resized: (() => void) | undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly run: () => void
      constructor(run: () => void) {
        this.run = run
      }
      observe(element: HTMLElement): void {
        if (element.dataset.position !== 'bottom-center') return
        element.getBoundingClientRect = () => ({ height: heightPx }) as DOMRect
        resized = this.run
      }
      disconnect(): void {}
    },
  )
  show()
  return () => resized?.()
}
const strip = (): string => document.documentElement.style.getPropertyValue('--gs-notes')

test('gives the notes a strip of their own, as high as they are', () => {
  showOfHeight(46)()
  expect(strip()).toBe('54px')
})

test.each(['pointerUp', 'pointerCancel'] as const)('moves nothing under a press until its %s', async end => {
  const resize = showOfHeight(46)
  write(() => notify.done('Saved'))
  const region = (await screen.findByRole('status')).closest('[data-position]')
  fireEvent.pointerDown(document.body)
  resize()
  expect(strip()).toBe('')
  expect(region?.hasAttribute('data-held')).toBe(true)
  fireEvent[end](document.body)
  await waitFor(() => expect(strip()).toBe('54px'))
  expect(region?.hasAttribute('data-held')).toBe(false)
})

test('a press on a note itself is not let through', async () => {
  showOfHeight(46)
  write(() => notify.done('Saved'))
  const note = await screen.findByRole('status')
  fireEvent.pointerDown(note)
  expect(note.closest('[data-position]')?.hasAttribute('data-held')).toBe(false)
})

test('keeps a refusal longer than a success', async () => {
  show()
  write(() => {
    notify.done('Saved')
    notify.failed('Not saved', new Error('anything'))
  })
  await screen.findByRole('alert')
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  expect(screen.getByText('Not saved')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull())
})

test('shows what was written before the region was there', async () => {
  write(() => notify.done('Saved early'))
  show()
  expect(await screen.findByText('Saved early')).toBeTruthy()
})

test('shows at most four at a time, and the next as soon as one closes', async () => {
  show()
  write(() => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) notify.done(`Saved ${name}`)
  })
  await screen.findByText('Saved one')
  expect(screen.getAllByRole('status')).toHaveLength(4)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('Saved five')).toBeTruthy()
})

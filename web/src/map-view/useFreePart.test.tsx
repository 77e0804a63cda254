import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFreePart } from './useFreePart.ts'

const LEGEND_PX = 60
let observed: ((height: number) => void)[] = []

beforeEach(() => {
  observed = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(seen: (entries: readonly { contentRect: { width: number; height: number } }[]) => void) {
        observed.push(height => seen([{ contentRect: { width: 300, height } }]))
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  // The hook waits for a frame before it says the new size.
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run()
    return 1
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Footer({ legend }: { readonly legend: string | false }) {
  const { footerRef, free } = useFreePart({ top: 0, right: 0, bottom: 100, left: 0 }, legend)
  return (
    <div ref={footerRef} data-bottom={free.bottom}>
      {legend}
    </div>
  )
}

function Under({ toolbarPx }: { readonly toolbarPx: number }) {
  const { free } = useFreePart({ top: 8, right: 0, bottom: 0, left: 0 }, false, toolbarPx)
  return <div>{free.top}</div>
}

/** How far above the lower edge a plan is fitted, with or without a legend that is 60 px high. */
const bottomWith = (legend: string | false): number => {
  const { container } = render(<Footer legend={legend} />)
  act(() => {
    for (const seen of observed) seen(LEGEND_PX)
  })
  return Number(container.querySelector('div')?.dataset.bottom)
}

test('a plan is fitted above the legend and the scale beside it', () => {
  expect(bottomWith('Laps, swaths')).toBe(100 + LEGEND_PX + 12)
})

test('a map without a legend keeps its room', () => {
  expect(bottomWith(false)).toBe(100)
})

test('a plan is fitted below a toolbar at the top', () => {
  const { container } = render(<Under toolbarPx={48} />)
  expect(container.textContent).toBe('56')
})

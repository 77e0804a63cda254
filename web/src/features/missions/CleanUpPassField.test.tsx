import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, startLanguage } from '../../i18n/index.ts'
import { CleanUpPassField } from './CleanUpPassField.tsx'

beforeAll(async () => {
  window.matchMedia ??= query => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  localStorage.setItem('language', 'en')
  await startLanguage()
  await loadAllTexts()
})
afterEach(cleanup)

const show = (field: ReactElement) => render(<MantineProvider env="test">{field}</MantineProvider>)

test('says what the clean-up pass leaves uncut on purpose on the day of the plan', () => {
  show(<CleanUpPassField value="byDay" onChange={vi.fn()} planned="skipped" />)
  expect(screen.getByText(/stays uncut on purpose/)).toBeTruthy()
})

test('says nothing of the day where the clean-up pass is the same every day', () => {
  show(<CleanUpPassField value="everyDay" onChange={vi.fn()} planned="normal" />)
  expect(screen.queryByText(/On this day/)).toBeNull()
})

test('lets the clean-up pass vary by day', async () => {
  const onChange = vi.fn()
  show(<CleanUpPassField value="everyDay" onChange={onChange} planned="normal" />)
  await userEvent.click(screen.getByLabelText('Varies by day'))
  expect(onChange).toHaveBeenCalledWith('byDay')
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, startLanguage } from '../../i18n/index.ts'
import { PatternField } from './PatternField.tsx'

beforeAll(async () => {
  localStorage.setItem('language', 'en')
  await startLanguage()
  await loadAllTexts()
})
afterEach(cleanup)

test('says which pattern the quickest is', () => {
  render(<PatternField value="auto" onChange={vi.fn()} planned="concentric" />)
  expect((screen.getByLabelText('Quickest Concentric') as HTMLInputElement).checked).toBe(true)
})

test('forces the pattern that a person chooses', async () => {
  const onChange = vi.fn()
  render(<PatternField value="auto" onChange={onChange} planned="straight" />)
  await userEvent.click(screen.getByLabelText('Concentric'))
  expect(onChange).toHaveBeenCalledWith('concentric')
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../../i18n/index.ts'
import { SlopeLegend } from './SlopeLegend.tsx'

beforeAll(async () => {
  localStorage.setItem('language', 'en')
  await startLanguage()
})
afterEach(cleanup)

test('the legend of the slope names its colours from flat to steep', () => {
  const { container } = render(<SlopeLegend />)
  expect(screen.getByText('Slope')).toBeDefined()
  const ticks = [...container.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(ticks).toEqual(['0 %', '8 %', '17 %', '≥ 25 %'])
})

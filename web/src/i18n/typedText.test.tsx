import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadAllTexts, startLanguage } from './index.ts'

beforeAll(async () => {
  localStorage.setItem('language', 'en')
  await startLanguage()
  await loadAllTexts()
})
afterEach(cleanup)

const Title = ({ name }: { readonly name: string }) => <h2>{i18next.t('garage.deleteTitle', { name })}</h2>

test.each(['<b>&amp;</b>', '<img src=x onerror=alert(1)>', '{{secret}}', '$t(common.save)', '$1 $&', '__proto__'])(
  'shows %s as it was typed: never as markup, never as a text of the interface',
  name => {
    render(<Title name={name} />)
    const title = screen.getByRole('heading')
    expect(title.textContent).toBe(`Delete ${name}?`)
    expect(title.children).toHaveLength(0)
  },
)

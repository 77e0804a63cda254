import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const HERE = import.meta.dirname
const css = readFileSync(join(HERE, 'theme.css'), 'utf8')
const variable = (name: string): string | undefined => new RegExp(`${name}: ([^;]+);`).exec(css)?.[1]
test.each([
  ['main', '--gs-main', '#0B7390'],
  ['error', '--gs-error', '#AF453E'],
  ['success', '--gs-success', '#17A73F'],
  ['planned stroke', '--gs-planned', '#EF9715'],
  ['working stroke', '--gs-working', '#42BF4F'],
  ['route', '--gs-route', '#FFF90B'],
])('the colour for %s is %s: %s', (_, name, colour) => {
  expect(variable(name)?.toUpperCase()).toBe(colour)
})

test('buttons and refusals of the component library are in the main and the error colour', () => {
  expect(theme.primaryColor).toBe('main')
  const shade = typeof theme.primaryShade === 'number' ? theme.primaryShade : -1
  expect([theme.colors?.main?.[shade], theme.colors?.error?.[shade]]).toEqual(['#0B7390', '#AF453E'])
})

test('the font is Lato', () => {
  expect(theme.fontFamily).toMatch(/^Lato,/)
  expect(theme.headings?.fontFamily).toMatch(/^Lato,/)
  expect(variable('--mantine-font-family')).toMatch(/^Lato,/)
})

test('the sizes of text are 12 to 24 px', () => {
  expect(Object.values(theme.fontSizes ?? {})).toEqual(['12px', '14px', '16px', '20px', '24px'])
})

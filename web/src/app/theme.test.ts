import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const HERE = import.meta.dirname
const SRC = join(HERE, '..')
const css = readFileSync(join(HERE, 'theme.css'), 'utf8')
const variable = (name: string): string | undefined => new RegExp(`${name}: ([^;]+);`).exec(css)?.[1]
const files = (ending: string): readonly string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending) && !name.includes('.test.'))
    .map(name => join(SRC, name))

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

test('the font is Lato, carried along and not fetched from elsewhere', () => {
  expect(theme.fontFamily).toMatch(/^Lato,/)
  expect(theme.headings?.fontFamily).toMatch(/^Lato,/)
  expect(variable('--mantine-font-family')).toMatch(/^Lato,/)
  expect(readFileSync(join(HERE, 'main.tsx'), 'utf8')).toContain("import '@fontsource/lato/400.css'")
})

test('sizes of text are 12 to 24 px, but for figures that golfers read from the seat of a cart', () => {
  expect(Object.values(theme.fontSizes ?? {})).toEqual(['12px', '14px', '16px', '20px', '24px'])
  const staff = files('.css').filter(file => !file.startsWith(join(SRC, 'features', 'player')))
  const sizes = staff.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/font(?:-size)?:[^;]*?([\d.]+)(px|rem|em)\b/g)].map(
      ([rule, size = '', unit]) => ({ rule, px: Number(size) * (unit === 'px' ? 1 : 16) }),
    ),
  )
  expect(sizes.length).toBeGreaterThan(50)
  expect(sizes.filter(({ px }) => px < 12 || px > 24)).toEqual([])
})

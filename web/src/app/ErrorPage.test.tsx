import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorPage } from './ErrorPage.tsx'

const markupOf = (error: unknown): string =>
  renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <ErrorPage error={error} />
    </MantineProvider>,
  )
const textOf = (markup: string): readonly string[] =>
  markup
    .split(/<[^>]*>/)
    .map(text => text.trim())
    .filter(text => text !== '')

const tooFar = new RangeError('The hole is <i>too far</i>')
tooFar.stack = 'RangeError: The hole is too far\n    at putt (green.ts:18:1)'

test('the error page shows a title, name, message and stack of the error, Reload, and Hard reload to the map', () => {
  const markup = markupOf(tooFar)
  expect(textOf(markup)).toEqual([
    'Ops, looks like something went wrong',
    'Reload this page; if it happens again, start at the map.',
    'Reload',
    'Hard reload',
    'Name',
    'RangeError',
    'Message',
    'The hole is &lt;i&gt;too far&lt;/i&gt;',
    'Stack trace',
    'RangeError: The hole is too far\n    at putt (green.ts:18:1)',
  ])
  // A plain link, not one of the router, so that everything loads again.
  expect(/<a [^>]*href="([^"]*)"/.exec(markup)?.[1]).toBe('/map')
})

test('shows a thrown value that is not an error as its message', () => {
  expect(textOf(markupOf('out of bounds'))).toContain('out of bounds')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FullScreen } from './FullScreen.tsx'

const shown = (page: React.JSX.Element): string =>
  renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      {page}
    </MantineProvider>,
  )
const { connecting, connectingText } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../i18n/shell/en.json'), 'utf8'),
)

test('while something loads the page is a spinner and no word', () => {
  const markup = shown(<FullScreen />)
  expect(markup).toContain('mantine-Loader-root')
  expect(markup).toContain('aria-busy="true"')
  expect(markup.replace(/<style[^>]*>[^<]*<\/style>|<[^>]*>/g, '')).toBe('')
})

test('the connecting screen says Connecting with server and that it takes no more than a minute', () => {
  const markup = shown(<FullScreen title={connecting} text={connectingText} />)
  expect(markup).toContain('>Connecting with server</h1>')
  expect(markup.replaceAll('&#x27;', "'")).toContain(">It shouldn't take no more than 1 minute</p>")
})

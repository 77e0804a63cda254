import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import missions from '../../i18n/missions/en.json' with { type: 'json' }
import { FoldedFilters } from './FoldedFilters.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { missions } } } })
})

const markup = (count: number): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <FoldedFilters count={count}>
        <input aria-label="Level" />
      </FoldedFilters>
    </MantineProvider>,
  )

// That a press opens them, a test of the missions shows: `features/missions/list.test.tsx`.
test('filters are folded behind a button that counts those that are set', () => {
  expect(markup(2)).toContain('Filters: 2')
  expect(markup(0)).toMatch(/>Filters</)
  expect(markup(2)).toContain('aria-expanded="false"')
  expect(markup(2)).toContain('aria-label="Level"')
  expect(markup(2)).not.toContain('data-open')
})

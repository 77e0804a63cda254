import { calls } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { loadAllTexts } from '../../i18n/index.ts'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import { LaneHead } from './LaneHead.tsx'

beforeAll(() => {
  window.matchMedia ??= query => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
})
afterEach(cleanup)

const BLADE = '00000000-0000-4000-8000-000000000002'

const show = async (bladeId: string | null): Promise<void> => {
  await loadAllTexts()
  const mower: Mower = sampleItem(calls.mowers.list, { name: 'Rook 1', widthM: 3.4, bladeId } as never)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const blade = sampleItem(calls.blades.list, { id: BLADE, widthM: 3.2 } as never)
  client.setQueryData(keyOf(calls.blades.list, { query: { perPage: 500 } }), { items: [blade], total: 1 })
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <LaneHead mower={mower} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a lane names the width that is cut, as the dock of the map does', async () => {
  await show(BLADE)
  expect(screen.getByText('3.2 m')).not.toBeNull()
  expect(screen.queryByText('3.4 m')).toBeNull()
})

test('shows no width without a cutting unit', async () => {
  await show(null)
  expect(screen.getByText('Rook 1')).not.toBeNull()
  expect(screen.queryByText(/ m$/)).toBeNull()
})

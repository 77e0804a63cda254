import { calls } from '@greensward/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { loadAllTexts } from '../../i18n/index.ts'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import { FuelFigure } from './FuelFigure.tsx'

const id = (index: number): string => `00000000-0000-4000-8000-00000000000${index}`
const mower = (index: number, source: string) =>
  sampleItem(calls.mowers.list, {
    id: id(index),
    energy: { source, capacity: null, reserveShare: 0.15, fullChargeH: null },
  } as never)

test.each([
  ['a mower with a battery', id(1), null, 'Battery'],
  ['a mower with a tank', id(2), null, 'Not entered'],
  ['a cart', id(3), null, 'Not entered'],
  ['a mower whose figure a person entered', id(2), 7.5, '7.5'],
] as const)('says of %s what there is', async (_, vehicleId, fuelLitresPer100Km, text) => {
  await loadAllTexts()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const items = [mower(1, 'battery'), mower(2, 'tank')]
  client.setQueryData(keyOf(calls.mowers.list, { query: { perPage: 500 } }), { items, total: 2 })
  const { container } = render(
    <QueryClientProvider client={client}>
      <FuelFigure row={{ id: vehicleId, fuelLitresPer100Km }} />
    </QueryClientProvider>,
  )
  expect(container.textContent).toBe(text)
})

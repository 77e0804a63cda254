import { serviceReading } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate, keyOf } from './queries.ts'

test.each([
  ['mowers', lateCalls.mowerService.get],
  ['carts', lateCalls.cartService.get],
] as const)('the service of %s is read again by its method and path alone', async (path, call) => {
  const client = new QueryClient()
  const key = keyOf(call, { params: { id: '00000000-0000-4000-8000-000000000001' } } as never)
  client.setQueryData(key, {})
  await invalidate(client, serviceReading(path))
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

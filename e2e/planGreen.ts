import type { Page } from '@playwright/test'
import { ask } from './asPerson.ts'

export interface Mower {
  readonly id: string
  readonly name: string
  readonly systemId: number
  readonly bladeId: string
  readonly updatedAt: string
}

/** Plans a mission, `A green to mow`, on the first green of the demo course with its first mower. */
export const planGreen = async (page: Page): Promise<{ id: string; mowers: readonly [Mower, Mower] }> => {
  const { features } = await ask<{
    features: readonly { id: string; kind: string; properties: { title: string } }[]
  }>(page, 'GET', 'map')
  const zone = features.find(({ kind, properties }) => kind === 'zone' && /^Green /.test(properties.title))
  const [first, second] = (await ask<{ items: readonly Mower[] }>(page, 'GET', 'mowers')).items
  if (zone === undefined || first === undefined || second === undefined) throw new Error('the demo lacks a green')
  const { id } = await ask<{ id: string }>(page, 'POST', 'missions', {
    title: 'A green to mow',
    target: { kind: 'zone', featureId: zone.id },
    mowerId: first.id,
    bladeId: first.bladeId,
    direction: 'auto',
    angleOffsetDeg: 0,
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    startsAt: null,
    startsByItself: false,
  })
  return { id, mowers: [first, second] }
}

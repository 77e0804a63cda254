import type { Page } from '@playwright/test'
import { ask } from './asPerson.ts'

interface Item {
  readonly id: string
  readonly kind?: string
  readonly bladeId?: string
  readonly properties?: { readonly title?: string }
}

/** A shift of tomorrow with three greens for each of two mowers, and a group every ten minutes from 06:00 UTC. */
export const planTomorrow = async (
  page: Page,
): Promise<{ readonly day: string; readonly id: string; readonly missionIds: readonly string[] }> => {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { features } = await ask<{ features: readonly Item[] }>(page, 'GET', 'map')
  const greens = features.filter(({ kind, properties }) => kind === 'zone' && /^Green /.test(properties?.title ?? ''))
  const mowers = (await ask<{ items: readonly Item[] }>(page, 'GET', 'mowers')).items
  const missionIds: string[] = []
  for (const [index, green] of greens.slice(0, 6).entries()) {
    const mower = mowers[index % 2]
    const { id } = await ask<Item>(page, 'POST', 'missions', {
      title: green.properties?.title ?? '',
      target: { kind: 'zone', featureId: green.id },
      mowerId: mower?.id,
      bladeId: mower?.bladeId,
      direction: 'auto',
      angleOffsetDeg: 0,
      turnScheme: 'oneInOne',
      cleaningCycles: 0,
      startsAt: null,
      startsByItself: false,
    })
    missionIds.push(id)
  }
  const teeTimes = [0, 10, 20].map(minute => ({
    at: `${day}T06:${String(minute).padStart(2, '0')}:00.000Z`,
    hole: 1,
    players: 4,
  }))
  const { updatedAt } = await ask<{ updatedAt: string | null }>(page, 'GET', `play/days/${day}`)
  await ask(page, 'PUT', `play/days/${day}`, { teeTimes, updatedAt })
  const { id } = await ask<Item>(page, 'POST', 'shifts', {
    day,
    name: 'Early greens',
    from: `${day}T05:00:00.000Z`,
    until: `${day}T09:00:00.000Z`,
    missionIds,
  })
  return { day, id, missionIds }
}

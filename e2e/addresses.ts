/** Every address of the product, from the router of the running program, with something to show at each. */
import type { Page } from '@playwright/test'
import { ask } from './asPerson.ts'
import { planTomorrow } from './planTomorrow.ts'

interface Router {
  readonly routesByPath: Readonly<Record<string, unknown>>
}

/** The paths of all routes, with their parameters, such as `missions/$id`. */
const routePaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router }
    // A page with an entry of its own has its path twice, with a slash at its end and without.
    return [...new Set(Object.keys(router.routesByPath).map(path => path.replace(/^\/|\/$/g, '')))]
  })

interface Things {
  readonly zoneId: string
  readonly noteId: string
  readonly holeId: string
  readonly mowerId: string
  readonly cartId: string
  readonly missionId: string
  readonly shiftId: string
  readonly day: string
}

/** Plans tomorrow, so that pages have something to show. */
const findThings = async (page: Page): Promise<Things> => {
  const { day, id: shiftId, missionIds } = await planTomorrow(page)
  const { features } = await ask<{ features: readonly { id: string; kind: string }[] }>(page, 'GET', 'map')
  const first = async (path: string): Promise<string> =>
    (await ask<{ items: readonly { id: string }[] }>(page, 'GET', path)).items[0]?.id ?? ''
  const [mowerId, cartId] = [await first('mowers'), await first('carts')]
  const of = (wanted: string): string => features.find(({ kind }) => kind === wanted)?.id ?? ''
  const things = { zoneId: of('zone'), noteId: of('note'), holeId: of('hole'), mowerId, cartId, shiftId, day }
  const missing = Object.entries(things).filter(([, id]) => id === '')
  if (missing.length > 0) throw new Error(`the demo lacks ${missing.map(([name]) => name).join(', ')}`)
  return { ...things, missionId: missionIds[0] ?? '' }
}

/** What stands for the parameters of a route. A route with another one needs its line here. */
const examples = (things: Things): Readonly<Record<string, string>> => ({
  'missions/$id': `missions/${things.missionId}`,
  'missions/grass/$id': `missions/grass/${things.zoneId}`,
  'garage/vehicle/$id': `garage/vehicle/${things.mowerId}`,
  $: 'no/such/page',
})

/** The further states of a page that its address holds. */
const states = (things: Things): Readonly<Record<string, readonly string[]>> => ({
  map: [
    ...['feature:zoneId', 'feature:noteId', 'feature:holeId', 'mower:mowerId', 'cart:cartId', 'mission:missionId'].map(
      name => {
        const [kind, key] = name.split(':') as [string, keyof Things]
        return `map?sel=${kind}:${things[key]}`
      },
    ),
    `map?day=${things.day}`,
    `map?replay=${new Date(Date.now() - 600_000).toISOString()}`,
    `map?film=${things.shiftId}&replay=${things.day}T06:25:00.000Z`,
  ],
  'map/player': [`map/player?cart=${things.cartId}`],
  day: [`day?day=${things.day}`],
  schedule: ['day', 'week', 'month'].map(view => `schedule?view=${view}&day=${things.day}`),
  'schedule/tee-sheet': [`schedule/tee-sheet?day=${things.day}`],
  plans: [`plans?day=${things.day}`],
  jobs: ['mine', 'repeats', 'hours'].map(view => `jobs?view=${view}`),
  restaurant: ['orders', 'preview'].map(view => `restaurant?view=${view}`),
  'garage/vehicle/$id': [`garage/vehicle/${things.cartId}`],
})

/** Open to everybody, without the shell. */
const OUTSIDE: readonly string[] = ['login', 'register', 'set-up', 'invitation', 'player', 'wall', 'course']

export interface Addresses {
  /** Of staff, inside the shell. */
  readonly inside: readonly string[]
  readonly outside: readonly string[]
}

/** @param page of somebody who may see everything; the program is open in it */
export const addressesOf = async (page: Page): Promise<Addresses> => {
  const things = await findThings(page)
  const example = examples(things)
  const more = states(things)
  const paths = (await routePaths(page)).filter(path => path !== '')
  const unknown = paths.filter(path => path.includes('$') && example[path] === undefined)
  const gone = [...Object.keys(example), ...Object.keys(more), ...OUTSIDE].filter(path => !paths.includes(path))
  if (unknown.length > 0) throw new Error(`no example of ${unknown.join(', ')}`)
  if (gone.length > 0) throw new Error(`no route ${gone.join(', ')}`)
  return {
    inside: paths
      .filter(path => !OUTSIDE.includes(path))
      .flatMap(path => [example[path] ?? path, ...(more[path] ?? [])]),
    outside: OUTSIDE,
  }
}

/** Ids are as long as a line and other at each run. */
export const named = (address: string): string =>
  address.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(/\d{4}-\d\d-\d\d/g, 'DAY')

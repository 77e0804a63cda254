/** Answers that the tablet uses without a network: only of its cart, and deleted with the pairing. */
import type { PlayerState, ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { within } from '../database.ts'
import { forgetRasters } from './keptRasters.ts'

const READ = {
  state: lateCalls.player.get.result,
  course: lateCalls.player.course.result,
  menu: lateCalls.player.menu.result,
  orders: lateCalls.player.orders.result,
  rasters: lateCalls.player.rasters.result,
} as const

export interface Kept {
  readonly state: PlayerState | undefined
  readonly course: ResultOf<typeof lateCalls.player.course> | undefined
  readonly menu: ResultOf<typeof lateCalls.player.menu> | undefined
  readonly orders: ResultOf<typeof lateCalls.player.orders> | undefined
  readonly rasters: ResultOf<typeof lateCalls.player.rasters> | undefined
}
type Name = keyof Kept

/** Ignores data that another version stored in another shape. */
const readOne = async <N extends Name>(name: N): Promise<Kept[N]> => {
  const parsed = READ[name].safeParse(await within<unknown>('kept', 'readonly', store => store.get(name)))
  return parsed.success ? (parsed.data as Kept[N]) : undefined
}

export const readKept = async (): Promise<Kept> => {
  const [state, course, menu, orders, rasters] = await Promise.all([
    readOne('state'),
    readOne('course'),
    readOne('menu'),
    readOne('orders'),
    readOne('rasters'),
  ])
  return { state, course, menu, orders, rasters }
}

export const keep = async <N extends Name>(name: N, answer: Kept[N]): Promise<void> => {
  await within('kept', 'readwrite', store => store.put(answer, name))
}

export const forgetKept = async (): Promise<void> => {
  await within('kept', 'readwrite', store => store.clear())
  await forgetRasters()
}

/** People's work while parts of a grown deployment die: what was acknowledged is written down here, to be asked for later. */
import { type BodyOf, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { at } from './ground.ts'
import type { GrownRig, Replica } from './grownRig.ts'
import { tea } from './tea.ts'

export interface Work {
  readonly blades: readonly string[]
  readonly notes: readonly string[]
  readonly orders: readonly string[]
  /** Answers that were neither done nor a refusal to be understood, such as a 500. */
  readonly faults: readonly string[]
  /** How often a mower was sent a start, answered or not. */
  readonly departures: number
  /** Sends nothing until `go` is called. */
  pause(): Promise<void>
  go(): void
  end(): Promise<void>
}

const BETWEEN_MS = 40
const PAUSE_LOOK_MS = 20
const REFUSED: readonly number[] = [400, 401, 403, 404, 409, 410, 422, 429, 503]

/** A cart with its tablet, and something to order. */
const setUpTablet = async (from: Replica): Promise<{ readonly token: string; readonly dishId: string }> => {
  const cart = (await from.call(calls.carts.create, { body: { name: 'Cart 1', inService: false, home: null } })).result
  const category = (await from.call(calls.categories.create, { body: { name: 'Drinks', translations: {}, sort: 1 } }))
    .result
  const { id: dishId } = (await from.call(calls.dishes.create, { body: tea(category.id) })).result
  const { code } = (await from.call(lateCalls.cartAccess.pair, { params: { id: cart.id } })).result
  const { token } = (await from.call(lateCalls.player.pair, { body: { code, name: 'Tablet 1' } })).result
  return { token, dishId }
}

export const startWork = async (rig: GrownRig): Promise<Work> => {
  const [first] = rig.web
  if (first === undefined) throw new Error('No web replica')
  const tablet = await setUpTablet(first)
  const blades: string[] = []
  const notes: string[] = []
  const orders: string[] = []
  const faults: string[] = []
  let departures = 0
  let isEnded = false
  let isPaused = false
  let busy = 0

  /** @returns whether it was acknowledged; a broken connection does not count as an answer */
  const asked = async (what: string, ask: () => Promise<{ readonly status: number }>): Promise<boolean> => {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer.status !== 200 && !REFUSED.includes(answer.status))
      faults.push(`${what}: ${answer.status}`)
    return answer?.status === 200
  }

  const addBlade = async (from: Replica, name: string): Promise<void> => {
    const body = { name, widthM: 1, missionSpeedMps: 1 }
    if (await asked('blade', () => from.call(calls.blades.create, { body }))) blades.push(name)
  }
  const addNote = async (from: Replica, label: string): Promise<void> => {
    const map = await from.call(calls.map.get).catch(() => undefined)
    if (map?.status !== 200) return
    const id = crypto.randomUUID()
    const body: BodyOf<typeof calls.map.change> = {
      baseRevision: map.result.revision,
      label,
      added: [
        {
          type: 'Feature',
          id,
          kind: 'note',
          geometry: { type: 'Point', coordinates: at(40, 40) },
          properties: { label, author: 'Ada', time: '2026-01-01T00:00:00.000Z' },
        },
      ],
      updated: [],
      removed: [],
    }
    if (await asked('map', () => from.call(calls.map.change, { body }))) notes.push(id)
  }
  /** A tablet sends its order until it is answered; its number makes it one. */
  const placeOrder = async (index: number): Promise<void> => {
    const requestId = crypto.randomUUID()
    const body = { requestId, lines: [{ dishId: tablet.dishId, quantity: 1 }], note: requestId }
    const headers = { 'x-api-key': tablet.token }
    for (let tries = 0; !isEnded; tries += 1) {
      const from = rig.web[(index + tries) % rig.web.length]
      if (from === undefined) return
      if (await asked('order', () => from.call(lateCalls.player.order, { body, headers }))) {
        orders.push(requestId)
        return
      }
      await new Promise(resolve => setTimeout(resolve, 5 * BETWEEN_MS))
    }
  }

  const write = async (from: Replica, index: number): Promise<void> => {
    for (let round = 0; !isEnded; round += 1) {
      if (round % 9 === 4) await addNote(from, `note ${index} ${round}`)
      else if (round % 9 === 7) await placeOrder(index)
      else await addBlade(from, `blade ${index} ${round}`)
      await new Promise(resolve => setTimeout(resolve, BETWEEN_MS))
    }
  }

  /** Keeps a mower mowing, like people who start and resume it whenever they can, over any server that answers. */
  const drive = async (index: number): Promise<void> => {
    const mower = rig.mowers[index]
    let missionId: string | undefined
    const depart = async (from: Replica, id: string, how: 'start' | 'resume'): Promise<void> => {
      departures += 1
      await asked(how, () => from.call(calls.missions[how], { params: { id } }))
    }
    const once = async (from: Replica): Promise<void> => {
      if (mower === undefined) return
      if (missionId === undefined) {
        missionId = (await rig.plan(from, mower)).id
        return depart(from, missionId, 'start')
      }
      const { status } = (await from.call(calls.missions.get, { params: { id: missionId } })).result
      if (status === 'planned') await depart(from, missionId, 'start')
      else if (status === 'stopped') await depart(from, missionId, 'resume')
      else if (status !== 'working' && status !== 'uploading') missionId = undefined
    }
    for (let round = index; !isEnded; round += 1) {
      const from = rig.web[round % rig.web.length]
      if (!isPaused && from !== undefined) {
        busy += 1
        await once(from).catch(() => undefined)
        busy -= 1
      }
      await new Promise(resolve => setTimeout(resolve, 12 * BETWEEN_MS))
    }
  }

  const running = [...rig.web.map(write), ...rig.mowers.map((_, index) => drive(index))]
  return {
    blades,
    notes,
    orders,
    faults,
    get departures() {
      return departures
    },
    pause: async () => {
      isPaused = true
      while (busy > 0) await new Promise(resolve => setTimeout(resolve, PAUSE_LOOK_MS))
    },
    go: () => {
      isPaused = false
    },
    end: async () => {
      isEnded = true
      await Promise.all(running)
    },
  }
}

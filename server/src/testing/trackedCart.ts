/** A cart with a tracker, as a deployment of several servers knows it, and three holes that it plays. */

import { calls, type LiveVehicle } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { FeatureOf } from '@greensward/domain'
import { at } from './ground.ts'
import type { Replica } from './grownRig.ts'

export class TrackedCart {
  readonly id: string
  private readonly key: string

  private constructor(id: string, key: string) {
    this.id = id
    this.key = key
  }

  static async create(from: Replica, name: string): Promise<TrackedCart> {
    const { id } = (await from.call(calls.carts.create, { body: { name, inService: true, home: null } })).result
    const { key } = (await from.call(lateCalls.cartAccess.newKey, { params: { id } })).result
    return new TrackedCart(id, key)
  }

  /** Its tracker sends one position. @returns the status of the answer */
  async report(to: Replica, atS: number, [lon, lat]: readonly [number, number]): Promise<number> {
    const place = `lat=${lat}&lon=${lon}&timestamp=${atS}&accuracy=3`
    return (await fetch(`${to.url}/api/track/osmand?id=${this.key}&${place}`)).status
  }

  /** As this replica knows it. */
  async liveOn(replica: Replica): Promise<LiveVehicle | undefined> {
    return (await replica.call(calls.live.vehicles)).result.items.find(({ id }) => id === this.id)
  }

  async roundsOn(replica: Replica, day: string) {
    return (await replica.call(calls.rounds.list, { query: { cartId: this.id, day } })).result.items
  }
}

const PASS_MINUTES = 4
export const HOLE_S = PASS_MINUTES * 60
const HOLES = 3

/** Three holes of 300 metres beside one another. @returns the revision of the map with them */
export const drawHoles = async (from: Replica): Promise<number> => {
  const { revision: baseRevision } = (await from.call(calls.map.get)).result
  const added = Array.from(
    { length: HOLES },
    (_, n): FeatureOf<'hole'> => ({
      type: 'Feature',
      id: crypto.randomUUID(),
      kind: 'hole',
      geometry: { type: 'LineString', coordinates: [at(n * 100, 1_000), at(n * 100, 1_300)] },
      properties: {
        name: `${n + 1}`,
        baseAngle: 0,
        par: 4,
        rating: 1,
        pass: PASS_MINUTES,
        sort: n,
        isActive: true,
        view: null,
      },
    }),
  )
  const body = { baseRevision, label: 'Three holes', added, updated: [], removed: [] }
  return (await from.call(calls.map.change, { body })).result.revision
}

/** The position of a group this number of seconds after it began to play; beyond the last hole it is off the course. */
export const positionInPlay = (second: number): readonly [number, number] => {
  const hole = Math.floor(second / HOLE_S)
  return hole >= HOLES ? at(900, 900) : at(hole * 100 + 8, 1_000 + ((second % HOLE_S) / HOLE_S) * 300)
}

/** A body that each call takes, with every text that it may carry filled in: what tests put other texts into. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { hashPassword } from '../features/auth/password.ts'
import { changeUser } from '../features/auth/userStore.ts'
import {
  type ChangeOf,
  courseSamples,
  garageSamples,
  jobSamples,
  mapSamples,
  missionSamples,
  notificationSamples,
  peopleSamples,
  playerSamples,
  restaurantSamples,
  type SampleGroup,
  standingPlanSamples,
} from './sampleGroups.ts'
import { PASSWORD, seedItems } from './sampleItems.ts'
import type { TestServer } from './testServer.ts'

export interface Samples {
  readonly all: SampleGroup
  /** The token of a cart's tablet. */
  readonly tablet: string
  /** Notes the answer, so that the next change is not a conflict. */
  note(answer: unknown): void
}

/** The token of a cart's new tablet. */
const pairTablet = async (server: TestServer): Promise<string> => {
  const body = { name: 'Cart with a tablet', inService: false, home: null }
  const { id } = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result
  const pairing = await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id } })
  return (await server.call(null, lateCalls.player.pair, { body: { code: pairing.result.code } })).result.token
}

/** Fills the server with one item of each kind, so that every body refers to existing ones. */
export const createSamples = async (server: TestServer): Promise<Samples> => {
  const stamps = new Map<string, string>()
  const note = (answer: unknown): void => {
    if (typeof answer !== 'object' || answer === null || !('id' in answer) || !('updatedAt' in answer)) return
    stamps.set(String(answer.id), String(answer.updatedAt))
  }
  const change: ChangeOf = (call, { id }, body) => ({
    call,
    params: { id },
    body: n => ({ ...body(n), updatedAt: stamps.get(String(id)) }),
  })
  await server.call('ROLE_ADMIN', calls.auth.updateAccess, { body: { selfRegistration: true } })
  const items = await seedItems(server, note)
  const passwordHash = await hashPassword(PASSWORD)
  await server.app.ctx.db.transaction(tx => changeUser(tx, server.userIds.ROLE_ADMIN, { passwordHash }))
  const all: SampleGroup = {
    ...peopleSamples(items, change),
    ...courseSamples(items, change),
    ...mapSamples(items),
    ...garageSamples(items, change),
    ...missionSamples(items, change),
    ...standingPlanSamples(items, change),
    ...jobSamples(items, change),
    ...restaurantSamples(items, change),
    ...playerSamples(items),
    ...notificationSamples(),
  }
  return { all, tablet: await pairTablet(server), note }
}

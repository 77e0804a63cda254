import { planMission } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../../platform/db/schema/index.ts'
import type { PlanQuestion } from '../../../shared/missionLife/planner.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { fillWithDemo } from '../index.ts'
import { makeFortnight } from './fortnight.ts'
import { ShippedPlans } from './shippedPlans.ts'

/** The first four days have most of the drives; those of later days come again. */
const DAYS = process.env.TEST_FULL === '1' ? 14 : 4
/** Every twelfth or thirtieth drive is planned again. */
const APART = process.env.TEST_FULL === '1' ? 12 : 30

let server: TestServer
let shipped: ShippedPlans
const questions: PlanQuestion[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { ctx } = server.app
  // As on the first start, at which nobody is known yet.
  await ctx.db.delete(users)
  await fillWithDemo({ ...ctx, config: { ...ctx.config, demoHistory: true } })
  shipped = await ShippedPlans.read()
  const planOf = (question: PlanQuestion) => {
    questions.push(question)
    return shipped.planOf(question)
  }
  await makeFortnight(ctx, () => undefined, { pastDays: DAYS, shipped: { planOf } })
}, 120_000)
afterAll(() => server?.close())

test('every drive of the demo course is shipped, or the file has to be made again by `npm run demo:plans`', () => {
  expect(questions.length).toBeGreaterThan(150)
  expect(questions.filter(question => shipped.planOf(question) === undefined)).toEqual([])
})

test('what is shipped is what the planner makes', () => {
  for (const question of questions.filter((_, index) => index % APART === 0)) {
    const planned = planMission(question.input)
    expect(planned.ok ? planned.value : planned.error).toEqual(shipped.planOf(question))
  }
})

test('a drive on a course that was changed is not shipped', () => {
  const [question] = questions
  if (question === undefined) throw new Error('nothing was asked')
  const [first, ...others] = question.input.features
  if (first === undefined) throw new Error('the course is empty')
  const moved = structuredClone(first)
  moved.properties = { ...moved.properties, hiddenForMower: true } as typeof moved.properties
  const features = [moved, ...others]
  expect(shipped.planOf({ ...question, input: { ...question.input, features } })).toBeUndefined()
  const mower = { ...question.mower, widthM: question.mower.widthM + 0.1 }
  expect(shipped.planOf({ ...question, input: { ...question.input, mower } })).toBeUndefined()
})

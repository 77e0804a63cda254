/** A program: plans every drive of the demo's past and writes them to the file that the product ships. */
import { planMission } from '@greensward/domain'
import { makeFortnight } from '../app/firstStart/history/fortnight.ts'
import { shipPlans } from '../app/firstStart/history/shippedPlans.ts'
import { fillWithDemo } from '../app/firstStart/index.ts'
import { users } from '../platform/db/schema/index.ts'
import type { PlanQuestion } from '../shared/missionLife/planner.ts'
import { startTestServer } from './testServer.ts'

const server = await startTestServer()
const { ctx } = server.app
// As on the first start, at which nobody is known yet.
await ctx.db.delete(users)
await fillWithDemo({ ...ctx, config: { ...ctx.config, demoHistory: true } })
const questions: PlanQuestion[] = []
const planOf = (question: PlanQuestion): undefined => {
  questions.push(question)
}
await makeFortnight(ctx, () => undefined, { shipped: { planOf } })
const plans = questions.flatMap(question => {
  const plan = planMission(question.input)
  return plan.ok ? [[question, plan.value] as const] : []
})
console.log(`${plans.length} plans of ${questions.length} drives in ${Math.round((await shipPlans(plans)) / 1_000)} kB`)
await server.close()

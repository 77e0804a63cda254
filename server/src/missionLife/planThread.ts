/** Plans and checks, all pure and all heavy, off the thread that stops mowers. */
import {
  checkPaths,
  checkPlan,
  type GroundInput,
  type MissionPlan,
  missionGround,
  mownProgressFrom,
  type PlanInput,
  type PlanRefusal,
  type PlanViolation,
  type PolygonGeometry,
  type Position,
  planMission,
  type Result,
  type WayToStart,
  wayToStart,
} from '@greensward/domain'
import { serveThread } from '../threads/serveThread.ts'

export type WayInput = Parameters<typeof wayToStart>[0]

/** A question for the thread and, beside it, the answer. */
export interface PlanQuestions {
  plan: { readonly input: PlanInput; readonly answer: Result<MissionPlan, PlanRefusal> }
  checkPlan: {
    readonly input: { readonly legs: MissionPlan['legs']; readonly ground: GroundInput }
    readonly answer: readonly PlanViolation[]
  }
  checkPath: {
    readonly input: { readonly path: readonly Position[]; readonly ground: GroundInput }
    readonly answer: readonly PlanViolation[]
  }
  way: { readonly input: WayInput; readonly answer: WayToStart | null }
  uncut: {
    readonly input: { readonly ground: GroundInput; readonly widthM: number; readonly saved: string }
    readonly answer: readonly PolygonGeometry[]
  }
}

export type PlanJob = {
  [K in keyof PlanQuestions]: { readonly kind: K; readonly input: PlanQuestions[K]['input'] }
}[keyof PlanQuestions]

const answerTo = (job: PlanJob): PlanQuestions[PlanJob['kind']]['answer'] => {
  switch (job.kind) {
    case 'plan':
      return planMission(job.input)
    case 'checkPlan':
      return checkPlan(job.input, job.input.ground)
    case 'checkPath':
      return checkPaths([job.input.path], job.input.ground)
    case 'way':
      return wayToStart(job.input) ?? null
    case 'uncut':
      return uncutOf(job.input)
  }
}

/** Nothing where the ground has changed since: what was saved then says nothing about it. */
const uncutOf = ({ ground, widthM, saved }: PlanQuestions['uncut']['input']): readonly PolygonGeometry[] => {
  const found = missionGround(ground)
  if (!found.ok) return []
  const progress = mownProgressFrom(found.value, widthM, saved)
  return progress.ok ? progress.value.uncut() : []
}

serveThread(answerTo)

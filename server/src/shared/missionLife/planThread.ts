/** Plans and checks, all pure and all heavy, off the thread that stops mowers. */
import {
  type CheckInput,
  type CoursePlan,
  type CoursePlanInput,
  checkDrive,
  checkPaths,
  checkPlan,
  type DayInput,
  type DriveGround,
  type DriveInput,
  type DrivenPath,
  type DriveRefusal,
  type FileRefusal,
  type GroundInput,
  type MissionFence,
  type MissionPlan,
  type MissionSplit,
  missedM2,
  missionFence,
  missionGround,
  mownProgressFrom,
  type PlanInput,
  type PlannedDay,
  type PlanRefusal,
  type PlanViolation,
  type PolygonGeometry,
  type Position,
  planCourse,
  planDay,
  planDrive,
  planFromFile,
  planMission,
  type Result,
  type SplitInput,
  type SplitRefusal,
  splitMission,
  type WayHomeInput,
  type WayToStart,
  wayHomeM,
  wayToStart,
} from '@greensward/domain'
import { serveThread } from '../../platform/threads/serveThread.ts'

export type WayInput = Parameters<typeof wayToStart>[0]

/** A question for the thread and, beside it, the answer. */
export interface PlanQuestions {
  split: { readonly input: SplitInput; readonly answer: Result<MissionSplit, SplitRefusal> }
  course: { readonly input: CoursePlanInput; readonly answer: CoursePlan }
  day: { readonly input: DayInput; readonly answer: PlannedDay }
  plan: { readonly input: PlanInput; readonly answer: Result<MissionPlan, PlanRefusal> }
  file: {
    readonly input: { readonly plan: PlanInput; readonly file: unknown }
    readonly answer: Result<MissionPlan, FileRefusal>
  }
  checkPlan: {
    readonly input: { readonly legs: MissionPlan['legs']; readonly ground: CheckInput }
    readonly answer: readonly PlanViolation[]
  }
  checkPaths: {
    readonly input: { readonly paths: readonly DrivenPath[]; readonly ground: GroundInput }
    readonly answer: readonly PlanViolation[]
  }
  drive: { readonly input: DriveInput; readonly answer: Result<MissionPlan, DriveRefusal> }
  checkDrive: {
    readonly input: {
      readonly paths: readonly (readonly Position[])[]
      readonly ground: DriveGround
      readonly body: Parameters<typeof checkDrive>[2]
    }
    readonly answer: readonly PlanViolation[]
  }
  fence: { readonly input: Parameters<typeof missionFence>[0]; readonly answer: MissionFence | null }
  way: { readonly input: WayInput; readonly answer: WayToStart | null }
  wayHome: { readonly input: WayHomeInput; readonly answer: ReturnType<typeof wayHomeM> }
  uncut: {
    readonly input: { readonly ground: GroundInput; readonly widthM: number; readonly saved: string }
    readonly answer: readonly PolygonGeometry[]
  }
  missed: {
    readonly input: PlanQuestions['uncut']['input'] & Pick<MissionPlan, 'legs'>
    readonly answer: number
  }
}

export type PlanJob = {
  [K in keyof PlanQuestions]: { readonly kind: K; readonly input: PlanQuestions[K]['input'] }
}[keyof PlanQuestions]

const answerTo = (job: PlanJob): PlanQuestions[PlanJob['kind']]['answer'] => {
  switch (job.kind) {
    case 'split':
      return splitMission(job.input)
    case 'course':
      return planCourse(job.input)
    case 'day':
      return planDay(job.input)
    case 'plan':
      return planMission(job.input)
    case 'file':
      return planFromFile(job.input.plan, job.input.file)
    case 'checkPlan':
      return checkPlan(job.input, job.input.ground)
    case 'checkPaths':
      return checkPaths(job.input.paths, job.input.ground)
    case 'drive':
      return planDrive(job.input)
    case 'checkDrive':
      return checkDrive(job.input.paths, job.input.ground, job.input.body)
    case 'fence':
      return missionFence(job.input) ?? null
    case 'way':
      return wayToStart(job.input) ?? null
    case 'wayHome':
      return wayHomeM(job.input)
    case 'uncut':
      return uncutOf(job.input)
    case 'missed':
      return missedOf(job.input)
  }
}

/** Nothing where the field has changed since: the saved progress does not apply to the new one. */
const uncutOf = ({ ground, widthM, saved }: PlanQuestions['uncut']['input']): readonly PolygonGeometry[] => {
  const found = missionGround(ground)
  if (!found.ok) return []
  const progress = mownProgressFrom(found.value, widthM, saved)
  return progress.ok ? progress.value.uncut() : []
}

const missedOf = ({ ground, widthM, saved, legs }: PlanQuestions['missed']['input']): number => {
  const found = missionGround(ground)
  return found.ok ? missedM2(found.value, widthM, saved, legs) : 0
}

serveThread(answerTo)

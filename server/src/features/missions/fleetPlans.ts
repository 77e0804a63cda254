/** One zone split among mowers, and a whole course planned for a fleet: looked at first, then made into missions, all or none. */

import { randomUUID } from 'node:crypto'
import type { SplitRequestBody } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { MissionRequest, MissionSplit } from '@greensward/domain'
import { isInServiceAt, planHash } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { Refusal, refuseFields, refuseSaid } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { askerOf } from '../../shared/missionLife/askers.ts'
import { announceMission } from '../../shared/missionLife/moveMission.ts'
import type { PlannedMission, Planner, PlanQuestion } from '../../shared/missionLife/planner.ts'
import type { FleetPort } from '../../shared/missionLife/ports.ts'
import { planNew } from './changing.ts'
import { createCourseJobs } from './courseJobs.ts'
import { refuseOddTimes } from './planned.ts'
import { lockSchedule } from './scheduleStore.ts'
import { refuseMownTwice } from './zoneWishes.ts'

/** A part's mission in the making. */
interface SplitMissionPlan {
  readonly request: MissionRequest
  readonly planned: PlannedMission
}

interface Split {
  readonly split: MissionSplit
  readonly first: PlanQuestion
  readonly missions: readonly SplitMissionPlan[]
}

/** What a mission on a part of a zone does not choose. */
const PART_CHOICES = { pattern: 'straight', cleanUpPass: 'everyDay', slotS: null } as const

/** The title of one part, within the length that a title may have. */
const partTitle = (title: string, index: number, count: number): string => {
  const tail = ` ${index + 1}/${count}`
  return `${title.slice(0, 120 - tail.length)}${tail}`
}

/** A fault in the machine of one request is reported at that machine in the list. */
const inList = (error: unknown, index: number): unknown => {
  const fields = error instanceof Refusal ? error.extras.fields : undefined
  if (!(error instanceof Refusal) || fields === undefined) return error
  const named = Object.entries(fields).map(([field, fault]) => [
    field.replace(/^body\.(mowerId|bladeId)$/, `body.mowers.${index}.$1`),
    fault,
  ])
  return new Refusal(error.said, error.kind, { ...error.extras, fields: Object.fromEntries(named) })
}

export const createFleetPlansFeature = (
  ctx: Context,
  course: CurrentCourse,
  planner: Planner,
  fleet: FleetPort,
): Feature => {
  const jobs = createCourseJobs(ctx, course, planner, fleet)

  /** The fields of a request are the body's, so that a refusal of a mower names its place in the list. */
  const splitOf = async ({ mowers, ...rest }: SplitRequestBody): Promise<Split> => {
    const ids = mowers.map(({ mowerId }) => mowerId)
    const twice = ids.findIndex((id, i) => ids.indexOf(id) < i)
    if (twice >= 0) refuseFields({ [`body.mowers.${twice}.mowerId`]: said('listedTwice') })
    const questions: PlanQuestion[] = []
    for (const [index, { mowerId, bladeId }] of mowers.entries()) {
      const request: MissionRequest = { ...rest, ...PART_CHOICES, mowerId, bladeId }
      const question = await planner.questionFor(request, fleet.positionOf(mowerId)).catch((error: unknown) => {
        throw inList(error, index)
      })
      const now = ctx.clock.now().getTime()
      if (isInServiceAt(question.mower, rest.startsAt === null ? now : Date.parse(rest.startsAt), now))
        refuseFields({ [`body.mowers.${index}.mowerId`]: said('inService', { mower: question.mower.name }) })
      questions.push(question)
    }
    const [first] = questions
    if (first === undefined) return refuseFields({ 'body.mowers': said('noMowerNamed') })
    const { mower: _, blade: __, start: ___, ...input } = first.input
    const answer = await planner.ask('split', {
      ...input,
      splitId: randomUUID(),
      machines: questions.map(({ mower, blade, input: { start } }) => ({
        mower,
        blade,
        ...(start === undefined ? {} : { start }),
      })),
    })
    if (!answer.ok) {
      if (answer.error.kind === 'notSplit')
        refuseSaid(answer.error, 'invalid', {
          fields: { [`body.${answer.error.field}`]: { code: answer.error.code, params: answer.error.params } },
        })
      return refuseSaid(answer.error, 'planRefused', { details: answer.error })
    }
    const split = answer.value
    const missions = split.parts.flatMap((part, index): SplitMissionPlan[] => {
      const question = questions.find(({ mower }) => mower.id === part.mowerId)
      if (question === undefined) return []
      const { mower, blade } = question
      const { resolvedDirection, holeBaseAngleDeg, mapRevision } = first
      return [
        {
          request: {
            ...rest,
            title: partTitle(rest.title, index, split.parts.length),
            target: part.target,
            mowerId: mower.id,
            bladeId: blade.id,
            ...PART_CHOICES,
          },
          planned: {
            plan: part.plan,
            hash: planHash({ mapRevision, mower, blade, plan: part.plan }),
            mower,
            blade,
            resolvedDirection,
            holeBaseAngleDeg,
            swathHeadingDeg: first.input.headingDeg,
            mapRevision,
            planSource: 'computed',
          },
        },
      ]
    })
    return { split, first, missions }
  }

  const routes = [
    route(lateCalls.fleetPlans.splitPreview, async ({ body, user, reply }) => {
      const { split, first } = await planner.latest('split', askerOf(user, reply), () => splitOf(body))
      return {
        parts: split.parts.map(({ mowerId, bladeId, target, plan, finishS }) => ({
          mowerId,
          bladeId,
          target,
          plan,
          finishS,
        })),
        uncovered: [...split.uncovered],
        warnings: [...split.warnings],
        spread: split.spread,
        apartM: split.apartM,
        clearanceM: split.clearanceM,
        resolvedDirection: first.resolvedDirection,
        headingDeg: first.input.headingDeg,
      }
    }),

    route(lateCalls.fleetPlans.split, async ({ body, user, write, reply }) => {
      refuseOddTimes(body, ctx.clock.now())
      const { missions } = await planner.asking(askerOf(user, reply), () => splitOf(body))
      // The way home from each part takes a second or two to find. Looked up now, it does not hold up a start that follows.
      await Promise.allSettled(missions.map(({ request, planned }) => fleet.gateOfPreview(request.target, planned)))
      const made = await write(async tx => {
        const items = []
        for (const { request, planned } of missions)
          items.push(await planNew({ ctx, course }, tx, request, planned, null, user))
        return { items }
      })
      for (const mission of made.items) announceMission(ctx, mission)
      return made
    }),

    route(lateCalls.fleetPlans.course, async ({ body, user }) => jobs.begin(body, user), { perMinute: 30 }),

    route(lateCalls.fleetPlans.courseJob, async ({ params, user }) => jobs.read(params.id, user)),

    route(lateCalls.fleetPlans.acceptCourse, async ({ params, user, write }) => {
      const { request: asked, missions } = await jobs.missionsOf(params.id, user)
      const made = await write(async tx => {
        await lockSchedule(tx)
        const featureIds = missions.map(({ request }) => request.target.featureId)
        await refuseMownTwice(tx, asked, featureIds)
        const items = []
        for (const { request, planned } of missions)
          items.push(await planNew({ ctx, course }, tx, request, planned, null, user))
        return { items }
      })
      jobs.forget(params.id)
      for (const mission of made.items) announceMission(ctx, mission)
      return made
    }),
  ]
  return { routes, stop: () => jobs.close() }
}

/** A route of a shift as it is planned to be driven, from its begin: for a film of the day. Nothing of it has happened. */
import type { FilmMove } from '@greensward/contract'
import {
  type Base,
  driveDurationS,
  driveTimeFactor,
  type Mower,
  type Position,
  type Shift,
  type ShiftRoute,
  type ShiftTask,
  START_DURATION_S,
} from '@greensward/domain'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readBases, readMower } from '../../../shared/missionLife/machinesStore.ts'
import { readMission, readPlan } from '../../../shared/missionLife/missionsStore.ts'
import type { Planner } from '../../../shared/missionLife/planner.ts'
import type { FleetParts } from '../fleetParts.ts'

type Parts = Pick<FleetParts, 'ctx'> & { readonly planner: Pick<Planner, 'way' | 'drive'> }

interface Drive {
  readonly line: readonly Position[]
  readonly durationS: number
}

/** A drive that is not found is left out of the film: nobody drives straight instead. */
const NO_DRIVE: Drive = { line: [], durationS: 0 }

/** Where the mower is in the film, and when. */
class Film {
  readonly moves: FilmMove[] = []
  atMs: number
  position: Position | null

  constructor(atMs: number, position: Position | null) {
    this.atMs = atMs
    this.position = position
  }

  add(task: ShiftTask, kind: FilmMove['kind'], durationS: number, own: Partial<FilmMove> = {}): void {
    if (durationS <= 0) return
    const endMs = this.atMs + durationS * 1_000
    const [startsAt, endsAt] = [this.atMs, endMs].map(ms => new Date(ms).toISOString())
    if (startsAt === undefined || endsAt === undefined) return
    this.moves.push({ taskId: task.id, kind, missionId: null, line: [], ...own, startsAt, endsAt })
    this.atMs = endMs
  }

  standUntil(task: ShiftTask, untilMs: number): void {
    this.add(task, 'stand', (untilMs - this.atMs) / 1_000)
  }
}

const driveTo = async ({ planner }: Parts, mower: Mower, from: Position | null, to: Position): Promise<Drive> => {
  const route = from === null ? null : await planner.way(from, to, mower.widthM)
  if (route === null) return NO_DRIVE
  const drive = [{ points: route.points, speedMps: mower.transitSpeedMps }]
  return { line: route.points, durationS: driveDurationS(drive) * driveTimeFactor(mower) }
}

const driveHome = async ({ planner }: Parts, mower: Mower, from: Position | null, base: Base): Promise<Drive> => {
  if (from === null) return NO_DRIVE
  const { position: to, approach, headingDeg } = base
  try {
    // The other mowers are elsewhere by then.
    const { plan } = await planner.drive({ mower, from, facingDeg: null, to, approach, headingDeg, occupied: [] })
    return { line: plan.legs.flatMap(({ points }) => points), durationS: plan.stats.durationS }
  } catch (error) {
    if (error instanceof Refusal) return NO_DRIVE
    throw error
  }
}

/** @returns empty where the mower is no longer in the garage */
export const filmRoute = async (parts: Parts, shift: Shift, { mowerId, tasks }: ShiftRoute): Promise<FilmMove[]> => {
  const { db } = parts.ctx
  const mower = await readMower(db, mowerId)
  if (mower === undefined) return []
  const base = (await readBases(db)).find(each => each.mowerId === mowerId)
  const film = new Film(Date.parse(shift.from), base?.position ?? null)
  for (const task of tasks) {
    // It may wait for its window, for dew or for groups.
    if (task.planned !== undefined) film.standUntil(task, Date.parse(task.planned.from))
    switch (task.kind) {
      case 'mow': {
        const mission = await readMission(db, task.missionId)
        const points = (await readPlan(db, task.missionId))?.plan.legs.flatMap(leg => leg.points) ?? []
        const [start, end] = [points[0], points.at(-1)]
        if (mission === undefined || start === undefined || end === undefined) break
        film.add(task, 'stand', START_DURATION_S)
        const { line, durationS } = await driveTo(parts, mower, film.position, start)
        film.add(task, 'way', durationS, { line: [...line] })
        film.add(task, 'mow', mission.stats.durationS, { missionId: task.missionId })
        film.position = end
        break
      }
      case 'drive': {
        const { line, durationS } = await driveTo(parts, mower, film.position, task.to)
        film.add(task, 'way', durationS, { line: [...line] })
        film.position = task.to
        break
      }
      case 'returnToBase': {
        if (base === undefined) break
        const { line, durationS } = await driveHome(parts, mower, film.position, base)
        film.add(task, 'home', durationS, { line: [...line] })
        film.position = base.position
        break
      }
      case 'wait':
        film.standUntil(task, Date.parse(task.until))
        break
      case 'charge':
        if (task.planned !== undefined) film.standUntil(task, Date.parse(task.planned.until))
        break
    }
  }
  return film.moves
}

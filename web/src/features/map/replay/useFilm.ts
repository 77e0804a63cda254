/** The film of a shift: the moves of its mowers as planned, and the groups that are expected on that day. */
import { calls, type FilmMove, type ReplayRun, type ShiftOfDay } from '@greensward/contract'
import { featureTitle, type Hole, type Mission, packTrack } from '@greensward/domain'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, keyOf, readFailedAgain, useCall, useCourseTime } from '../../../api/index.ts'
import type { VehicleLook } from '../../../map-canvas/scene.ts'
import { type FilmGroup, groupAt, groupsOf, placeOf, placesOf, type TimedMove, timedMove } from './filmTracks.ts'
import type { Shown } from './ReplayView.tsx'
import type { ReplaySource } from './replayPlayer.ts'
import { marksOf, workingStretches } from './runs.ts'
import type { ReadTrack } from './useReplayDrawings.ts'

const GROUP_COLOUR = '#6a3fb5'

export interface Film {
  readonly shift: ShiftOfDay['shift']
  readonly fromMs: number
  readonly toMs: number
  readonly source: ReplaySource
  readonly track: ReadTrack
  readonly shown: Shown
  readonly mowerIds: ReadonlySet<string>
  readonly guests: ReadonlyMap<string, VehicleLook>
}

interface Route {
  readonly mowerId: string
  readonly moves: readonly FilmMove[]
}

/** As a replay shows a mission: planned, then at work, then done. */
const runOf = (mission: Mission, { startsAt, endsAt }: FilmMove, plannedAt: string): ReplayRun => ({
  missionId: mission.id,
  title: mission.title,
  featureId: mission.target.featureId,
  mowerId: mission.mowerId,
  bladeId: mission.bladeId,
  changes: (
    [
      [plannedAt, 'planned'],
      [startsAt, 'working'],
      [endsAt, 'done'],
    ] as const
  ).map(([at, status]) => ({ at, status, who: 'system', why: '', said: null })),
})

type PathOf = (missionId: string) => Promise<Parameters<typeof timedMove>[1]>

/** The tracks of a span, as a record would have them; a path is read when its mission comes up. */
const sourceOf = (routes: readonly Route[], groups: readonly FilmGroup[], toMs: number, pathOf: PathOf) => {
  const timed = new Map<FilmMove, Promise<TimedMove>>()
  const timedOf = (move: FilmMove): Promise<TimedMove> => {
    const known = timed.get(move)
    if (known !== undefined) return known
    const made = (move.missionId === null ? Promise.resolve(undefined) : pathOf(move.missionId)).then(legs =>
      timedMove(move, legs ?? []),
    )
    timed.set(move, made)
    made.catch(() => timed.delete(move))
    return made
  }
  /** The moves of a span, and the last with a place before it. */
  const movesIn = (moves: readonly FilmMove[], fromMs: number, untilMs: number): Promise<TimedMove[]> => {
    const begun = moves.filter(({ startsAt }) => Date.parse(startsAt) < untilMs)
    const last = begun.findLastIndex(({ kind, line, startsAt }) => {
      const hasPlace = kind === 'mow' || line.length > 1
      return hasPlace && Date.parse(startsAt) <= fromMs
    })
    return Promise.all(begun.slice(Math.max(0, last)).map(timedOf))
  }
  const read: ReplaySource['read'] = async (fromMs, untilMs) => ({
    stepS: 1,
    tracks: [
      ...(await Promise.all(
        routes.map(async ({ mowerId, moves }) => {
          const driven = await movesIn(moves, fromMs, untilMs)
          return packTrack(
            mowerId,
            placesOf(ms => placeOf(driven, ms), fromMs, untilMs),
          )
        }),
      )),
      ...groups.map(group =>
        packTrack(
          group.id,
          placesOf(ms => groupAt(group, ms), fromMs, untilMs),
        ),
      ),
    ],
  })
  return { read, timedOf, source: { read, nowMs: () => toMs } satisfies ReplaySource }
}

/** Milliseconds that the player keeps back from the end of what there is. */
const AFTER_MS = 5_000

function useGroups(day: string | undefined, holes: readonly Hole[]) {
  const plays = useCall(calls.missions.play, { query: { day } }, { enabled: day !== undefined })
  const items = plays.data?.items
  const groups = useMemo(() => {
    const played = holes.filter(({ properties }) => properties.isActive)
    const numberOf = new Map(played.map((hole, number) => [featureTitle(hole), { number, hole }]))
    const known = (items ?? []).flatMap(({ holeTitle, teeTime, cartName, from, to }) => {
      const at = numberOf.get(holeTitle)
      if (at === undefined) return []
      const group = teeTime ?? cartName
      return [
        {
          group,
          hole: at.number,
          line: at.hole.geometry.coordinates,
          fromMs: Date.parse(from),
          toMs: Date.parse(to),
        },
      ]
    })
    return groupsOf(known, played.length)
  }, [items, holes])
  return { reading: plays, groups }
}

/**
 * Each route is read by itself, as finding its ways takes a while.
 * @returns no film while it is read, and how many of the routes are there
 */
export function useFilm(shiftId: string, day: string, holes: readonly Hole[]) {
  const client = useQueryClient()
  const time = useCourseTime()
  const shifts = useCall(calls.shifts.list, { query: { day } })
  const item = shifts.data?.items.find(({ shift }) => shift.id === shiftId)
  const { reading: plays, groups } = useGroups(item?.shift.day, holes)
  const readings = useQueries({
    queries: (item?.shift.routes ?? []).map(({ mowerId }) => ({
      queryKey: [...keyOf(calls.shifts.film, { params: { id: shiftId, mowerId } }), item?.shift.updatedAt],
      queryFn: async (): Promise<Route> => ({
        mowerId,
        moves: (await call(calls.shifts.film, { params: { id: shiftId, mowerId } })).moves,
      }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: results => ({
      routes: results.flatMap(({ data }) => data ?? []),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      readAgain: () => {
        for (const { error, refetch } of results) if (error !== null) void refetch()
      },
    }),
  })
  const { routes } = readings
  const total = item?.shift.routes.length ?? 0
  const isWhole = item !== undefined && routes.length === total && plays.data !== undefined
  const error = shifts.error ?? plays.error ?? readings.error
  const readAgain = (): void => {
    readFailedAgain([shifts, plays])
    readings.readAgain()
  }
  const film = useMemo((): Film | undefined => {
    if (!isWhole) return undefined
    const { shift, missions } = item
    const fromMs = Date.parse(shift.from)
    const ends = routes.flatMap(({ moves }) => moves.map(({ endsAt }) => Date.parse(endsAt)))
    const untilMs = Date.parse(shift.until)
    const meetsGroups = groups.some(({ moves }) => moves.some(walk => walk.fromMs < untilMs && walk.toMs > fromMs))
    const toMs = Math.max(fromMs, ...ends, ...(meetsGroups ? [untilMs] : [])) + AFTER_MS
    const pathOf: PathOf = async id =>
      (
        await client.fetchQuery({
          queryKey: [...keyOf(calls.missions.path, { params: { id } }), 'replay'],
          queryFn: () => call(calls.missions.path, { params: { id } }),
          staleTime: Number.POSITIVE_INFINITY,
        })
      ).legs
    const { source, timedOf } = sourceOf(routes, groups, toMs, pathOf)
    const moves = routes.flatMap(route => route.moves)
    const runs = moves.flatMap(move => {
      const mission = missions.find(({ id }) => id === move.missionId)
      return mission === undefined ? [] : [runOf(mission, move, shift.from)]
    })
    const stretch = { fromMs, toMs }
    return {
      shift,
      fromMs,
      toMs,
      source,
      track: {
        key: `film ${shift.id} ${shift.updatedAt}`,
        read: async (run, span) => {
          const move = moves.find(({ missionId }) => missionId === run.missionId)
          const driven = move === undefined ? [] : [await timedOf(move)]
          const places = placesOf(ms => placeOf(driven, ms), span.fromMs, span.toMs)
          return { fromMs: span.fromMs, stepS: 1, places }
        },
      },
      shown: {
        stretch,
        runs,
        marks: marksOf(runs, [], stretch),
        working: runs.flatMap(run => workingStretches(run, toMs)),
        isKnown: true,
        error: null,
        readAgain: () => undefined,
      },
      mowerIds: new Set(routes.map(({ mowerId }) => mowerId)),
      guests: new Map(
        groups.map(({ id, name }) => [
          id,
          {
            name: Number.isNaN(Date.parse(name)) ? name : time.time(name),
            colour: GROUP_COLOUR,
            workingWidthM: null,
          },
        ]),
      ),
    }
  }, [isWhole, item, routes, groups, client, time])
  return {
    film,
    error,
    readAgain,
    /** The shift is not, or no longer, on this day. */
    isGone: shifts.data !== undefined && item === undefined,
    read: routes.length,
    total,
  }
}

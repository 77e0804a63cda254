/** The missions of a moment of the past: their paths, and what was mown up to it. */

import { calls, MOST_REPLAY_STEPS, type ReplayRun } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { isActive, unpackTrack } from '@greensward/domain'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, keyOf } from '../../../api/index.ts'
import type { MissionDrawing } from '../../../map-canvas/scene.ts'
import type { Machines } from '../../../map-view/courseReadings.ts'
import { useSameWhileEqual } from '../useMapMissions.ts'
import { mownUpTo, type Recorded, type Stretch } from './placeAt.ts'
import { statusAt, workingStretches } from './runs.ts'

/** More paths than this on one picture are a carpet, not a plan. */
const MOST_PATHS = 16
/** A mower of 2.4 m/s is under five metres farther on. */
const LEAST_STEP_S = 2
const MINUTE_MS = 60_000
const NOT_MOWN: MissionDrawing['mown'] = []

interface ReplayChoice {
  readonly runs: readonly ReplayRun[]
  readonly atMs: number
  readonly nowMs: number
  readonly machines: Machines
  readonly titleOf: (featureId: string) => string | undefined
  readonly shows: (run: ReplayRun) => boolean
  readonly track: ReadTrack
}

/** Where the mower of a run was, or will be, in a stretch of time. */
export interface ReadTrack {
  /** Tells one source of tracks from another. */
  readonly key: string
  readonly read: (run: ReplayRun, span: TrackSpan) => Promise<Recorded>
}
export type TrackSpan = Stretch & { readonly stepS: number }

/** Where a mission's mower was while it worked, read once for the whole of its drive. */
const spanOf = (stretches: readonly Stretch[]): TrackSpan => {
  const fromMs = stretches[0]?.fromMs ?? 0
  // One that still works is read up to the whole minute, so that it is not read with every second.
  const toMs = Math.ceil((stretches.at(-1)?.toMs ?? 0) / MINUTE_MS) * MINUTE_MS
  return { fromMs, toMs, stepS: Math.max(LEAST_STEP_S, Math.ceil((toMs - fromMs) / 1_000 / MOST_REPLAY_STEPS)) }
}

/** As it was recorded. */
export const RECORDED_TRACK: ReadTrack = {
  key: 'recorded',
  read: async ({ mowerId }, { fromMs, toMs, stepS }) => {
    const answer = await call(lateCalls.replay.tracks, {
      query: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), stepS, vehicleId: mowerId },
    })
    const track = answer.tracks[0]
    return {
      fromMs: new Date(answer.from).getTime(),
      stepS: answer.stepS,
      places: track === undefined ? [] : unpackTrack(track),
    }
  },
}

export function useReplayDrawings({
  runs,
  atMs,
  nowMs,
  machines,
  titleOf,
  shows,
  track,
}: ReplayChoice): readonly MissionDrawing[] {
  const { t } = useTranslation()
  const shown = runs
    .flatMap(run => {
      const status = statusAt(run, atMs)
      return status !== undefined && (status === 'planned' || isActive(status)) && shows(run) ? [{ run, status }] : []
    })
    .sort((a, b) => Number(isActive(b.status)) - Number(isActive(a.status)))
    .slice(0, MOST_PATHS)
  const paths = useQueries({
    queries: shown.map(({ run }) => ({
      queryKey: [...keyOf(calls.missions.path, { params: { id: run.missionId } }), 'replay'],
      queryFn: () => call(calls.missions.path, { params: { id: run.missionId } }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const tracks = useQueries({
    queries: shown.map(({ run, status }) => {
      const span = spanOf(workingStretches(run, nowMs))
      return {
        queryKey: ['replay', track.key, run.missionId, span.fromMs, span.toMs],
        queryFn: () => track.read(run, span),
        enabled: isActive(status) && span.toMs > span.fromMs,
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
  })
  return useSameWhileEqual(
    shown.map(({ run, status }, index): MissionDrawing => {
      const mower = machines.mowers.find(({ id }) => id === run.mowerId)
      const driven = tracks[index]?.data
      return {
        id: run.missionId,
        tone: status === 'planned' ? 'planned' : status === 'stopped' ? 'stopped' : 'working',
        featureId: run.featureId,
        legs: paths[index]?.data?.legs ?? null,
        widthM: machines.bladeOf(mower)?.widthM ?? mower?.widthM ?? 2,
        mown: driven === undefined ? NOT_MOWN : mownOf(driven, workingStretches(run, nowMs), atMs),
        title: titleOf(run.featureId) ?? run.title,
        note: t(`missions.status.${status}`),
      }
    }),
  )
}

type Mown = MissionDrawing['mown']
const lastMown = new WeakMap<Recorded, { readonly atMs: number; readonly mown: Mown }>()
const pointsIn = (mown: Mown): number => mown.reduce((sum, line) => sum + line.length, 0)

/** The same lines again while nothing was added to them, so that the map does not draw them again. */
const mownOf = (track: Recorded, stretches: readonly Stretch[], atMs: number): Mown => {
  const last = lastMown.get(track)
  if (last?.atMs === atMs) return last.mown
  const made = mownUpTo(track, stretches, atMs)
  const mown = last !== undefined && pointsIn(last.mown) === pointsIn(made) ? last.mown : made
  lastMown.set(track, { atMs, mown })
  return mown
}

/** The missions that the map shows, with their paths and where their mowers went. */

import { calls, type ResultOf } from '@greensward/contract'
import { type CourseFeature, featureTitle, isActive, type Mission, type MissionPlan } from '@greensward/domain'
import { useQueries } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, keyOf, liveStore, useCall, useCan, useCourseTime, useVehicle } from '../../api/index.ts'
import type { MissionDrawing, MissionTone } from '../../map-canvas/scene.ts'
import type { Machines } from '../../map-view/courseReadings.ts'
import { SHOWN_STATUSES } from '../../map-view/mapChoice.ts'

type CourseTime = ReturnType<typeof useCourseTime>
type Track = ResultOf<typeof calls.missions.track>

/** More paths than this on one picture are a carpet, not a plan. */
const MOST_PATHS = 16
const TRACK_EVERY_MS = 20_000
const NONE: readonly Mission[] = []

const soonest = (a: Mission, b: Mission): number => (a.startsAt ?? '~').localeCompare(b.startsAt ?? '~')

/** Every planned or active mission, the active ones first, then by time. */
export function useOpenMissions(): readonly Mission[] {
  const maySee = useCan('operations.read')
  const { data } = useCall(
    calls.missions.list,
    { query: { status: SHOWN_STATUSES.join(','), sort: 'startsAt', perPage: 500 } },
    { enabled: maySee },
  )
  return useMemo(
    () =>
      [...(data?.items ?? NONE)].sort(
        (a, b) => Number(isActive(b.status)) - Number(isActive(a.status)) || soonest(a, b),
      ),
    [data],
  )
}

/** A mission with what its mower has cut by the newest word of it: what is kept of the mission follows now and then. */
export function useLiveMission(mission: Mission): Mission {
  const progress = useVehicle(mission.mowerId)?.progress ?? null
  return progress === null || !isActive(mission.status) ? mission : { ...mission, progress }
}

/** As the mission is at this moment, for labels that are drawn again with each minute. */
const withLiveProgress = (mission: Mission): Mission => {
  const progress = liveStore.get(mission.mowerId)?.progress ?? null
  return progress === null || !isActive(mission.status) ? mission : { ...mission, progress }
}

/** When an active mission will be done at the pace of its plan. */
export const doneAt = (mission: Mission, now: Date): Date =>
  new Date(now.getTime() + mission.stats.durationS * (1 - mission.progress) * 1_000)

export const missionNote = (mission: Mission, now: Date, time: CourseTime, t: TFunction): string => {
  switch (mission.status) {
    case 'working':
      return t('map.mission.workingUntil', { time: time.time(doneAt(mission, now)) })
    case 'uploading':
      return t('map.mission.uploading')
    case 'stopped':
      return t('map.mission.stoppedAt', { share: Math.floor(mission.progress * 100) })
    case 'interrupted':
      return t('map.mission.interruptedAt', { share: Math.floor(mission.progress * 100) })
    default: {
      if (mission.startsAt === null) return t('map.mission.plannedOpen')
      const day = time.dayOf(mission.startsAt)
      return day === time.dayOf(now)
        ? t('map.mission.plannedAt', { time: time.time(mission.startsAt) })
        : t('map.mission.plannedAt', { time: time.dateTime(mission.startsAt) })
    }
  }
}

const toneOf = (mission: Mission): MissionTone =>
  mission.status === 'planned'
    ? 'planned'
    : mission.status === 'stopped' || mission.status === 'interrupted'
      ? 'stopped'
      : 'working'

const mownByTrack = new WeakMap<Track, MissionDrawing['mown']>()
const NOT_MOWN: MissionDrawing['mown'] = []

const mownOf = (track: Track | undefined): MissionDrawing['mown'] => {
  if (track === undefined) return NOT_MOWN
  const known = mownByTrack.get(track)
  if (known !== undefined) return known
  const made = track.stretches.filter(({ bladeOn, points }) => bladeOn && points.length > 1).map(({ points }) => points)
  mownByTrack.set(track, made)
  return made
}

/** A path belongs to one planning of its mission: after another planning it is read again. */
const planStamp = (mission: Mission): string =>
  `${mission.mapRevision} ${mission.swathHeadingDeg} ${mission.stats.lengthM} ${mission.stats.waypoints}`

export interface DrawingChoice {
  readonly missions: readonly Mission[]
  readonly features: readonly CourseFeature[]
  readonly machines: Machines
  readonly now: Date
}

export function useMissionDrawings({ missions, features, machines, now }: DrawingChoice): readonly MissionDrawing[] {
  const { t } = useTranslation()
  const time = useCourseTime()
  const shown = missions.slice(0, MOST_PATHS)
  const paths = useQueries({
    queries: shown.map(mission => ({
      queryKey: [...keyOf(calls.missions.path, { params: { id: mission.id } }), planStamp(mission)],
      queryFn: () => call(calls.missions.path, { params: { id: mission.id } }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const active = shown.filter(mission => isActive(mission.status))
  const tracks = useQueries({
    queries: active.map(mission => ({
      queryKey: keyOf(calls.missions.track, { params: { id: mission.id } }),
      queryFn: () => call(calls.missions.track, { params: { id: mission.id } }),
      refetchInterval: TRACK_EVERY_MS,
    })),
  })
  const pathData: readonly (MissionPlan | undefined)[] = paths.map(({ data }) => data)
  const trackData: readonly (Track | undefined)[] = tracks.map(({ data }) => data)
  const titles = useMemo(() => new Map(features.map(feature => [feature.id, featureTitle(feature)])), [features])
  const drawings = shown.map((mission, index): MissionDrawing => {
    const mower = machines.mowers.find(({ id }) => id === mission.mowerId)
    return {
      id: mission.id,
      tone: toneOf(mission),
      featureId: mission.target.featureId,
      legs: pathData[index]?.legs ?? null,
      widthM: machines.bladeOf(mower)?.widthM ?? mower?.widthM ?? 2,
      mown: isActive(mission.status) ? mownOf(trackData[active.indexOf(mission)]) : NOT_MOWN,
      title: titles.get(mission.target.featureId) ?? mission.title,
      note: missionNote(withLiveProgress(mission), now, time, t),
    }
  })
  return useSameWhileEqual(drawings)
}

/** The last list again while nothing in it changed, so that the canvas is not asked to draw the same once more. */
export function useSameWhileEqual(drawings: readonly MissionDrawing[]): readonly MissionDrawing[] {
  const [kept, keep] = useState(drawings)
  const parts = (list: readonly MissionDrawing[]): readonly unknown[] => list.flatMap(drawing => Object.values(drawing))
  const known = parts(kept)
  const next = parts(drawings)
  if (known.length === next.length && known.every((part, index) => Object.is(part, next[index]))) return kept
  keep(drawings)
  return drawings
}

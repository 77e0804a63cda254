/** Plays a plan before it starts: the mower follows its path on the map, many times as fast as it will drive. */
import { type MissionPlan, type Position, SILENT_TELEMETRY } from '@greensward/domain'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { VehicleView } from '../../../api/index.ts'
import { type PlannedPath, plannedPath } from './plannedPath.ts'

/** The whole drive takes about this long. */
const WHOLE_S = 45
/** The map follows at every frame, the bar and the mown lines this often. */
const TELL_MS = 250

export interface Play {
  readonly atS: number
  readonly durationS: number
  readonly isPlaying: boolean
  /** Factor of the mower's speed. */
  readonly speed: number
  readonly mown: readonly (readonly Position[])[]
  readonly vehicles: {
    readonly all: () => readonly VehicleView[]
    readonly subscribe: (listener: () => void) => () => void
  }
  readonly toggle: () => void
  readonly seek: (atS: number) => void
  readonly close: () => void
}

const vehicleAt = (id: string, path: PlannedPath, atS: number): VehicleView => ({
  id,
  kind: 'mower',
  telemetry: { ...SILENT_TELEMETRY, ...path.at(atS), ageMs: 0, link: 'live' },
  missionId: null,
  progress: null,
  stop: null,
  // It ages by no clock on the wall.
  receivedAt: Number.MAX_SAFE_INTEGER,
})

/** @returns the start function, undefined without a route; and the running play, null while there is none */
export const usePlay = (
  plan: MissionPlan | undefined,
  mowerId: string | undefined,
): { readonly begin: (() => void) | undefined; readonly play: Play | null } => {
  const path = useMemo(() => (plan === undefined ? undefined : plannedPath(plan)), [plan])
  const [shown, setShown] = useState<{ readonly of: PlannedPath; readonly atS: number; readonly isPlaying: boolean }>()
  // Another plan than the one that plays ends it.
  const current = shown !== undefined && shown.of === path ? shown : undefined
  const now = useRef(0)
  const listeners = useRef(new Set<() => void>())
  const tell = (): void => {
    for (const listener of listeners.current) listener()
  }
  const speed = path === undefined ? 1 : Math.max(1, Math.ceil(path.durationS / WHOLE_S))
  const isPlaying = current?.isPlaying === true

  useEffect(() => {
    if (path === undefined || !isPlaying) return
    let [lastMs, shownMs] = [performance.now(), performance.now()]
    let frame = requestAnimationFrame(function next(ms) {
      now.current = Math.min(path.durationS, now.current + (Math.max(0, ms - lastMs) / 1_000) * speed)
      lastMs = Math.max(ms, lastMs)
      for (const listener of listeners.current) listener()
      const isOver = now.current >= path.durationS
      if (isOver || ms - shownMs >= TELL_MS) {
        shownMs = ms
        setShown({ of: path, atS: now.current, isPlaying: !isOver })
      }
      if (!isOver) frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [path, isPlaying, speed])

  const vehicles = useMemo<Play['vehicles']>(
    () => ({
      all: () => (path === undefined || mowerId === undefined ? [] : [vehicleAt(mowerId, path, now.current)]),
      subscribe: listener => {
        listeners.current.add(listener)
        return () => listeners.current.delete(listener)
      },
    }),
    [path, mowerId],
  )
  const atS = current?.atS
  const mown = useMemo(() => (path === undefined || atS === undefined ? [] : path.mownUntil(atS)), [path, atS])

  if (path === undefined || mowerId === undefined) return { begin: undefined, play: null }
  const goTo = (nextS: number, plays: boolean): void => {
    now.current = nextS
    setShown({ of: path, atS: nextS, isPlaying: plays })
    tell()
  }
  return {
    begin: () => goTo(0, true),
    play:
      current === undefined
        ? null
        : {
            atS: current.atS,
            durationS: path.durationS,
            isPlaying,
            speed,
            mown,
            vehicles,
            toggle: () => goTo(!isPlaying && current.atS >= path.durationS ? 0 : now.current, !isPlaying),
            seek: nextS => goTo(nextS, false),
            close: () => setShown(undefined),
          },
  }
}

/** The map as it was: every vehicle at a moment of the past. */
import { lateCalls } from '@greensward/contract/late'
import { call, useCourseTime } from '../../../api/index.ts'
import { useNow } from '../../../ui/index.ts'
import { addDays, startOfDay } from '../../../ui/zonedTime.ts'
import type { MapState } from '../useMapChoice.ts'
import { useMapScene } from '../useMapScene.ts'
import { ReplayView, usePlayer } from './ReplayView.tsx'
import type { ReplaySource } from './replayPlayer.ts'
import { useDayRecord } from './useDayRecord.ts'
import { RECORDED_TRACK } from './useReplayDrawings.ts'

const RECORD: ReplaySource = {
  read: (fromMs, toMs) =>
    call(lateCalls.replay.tracks, {
      query: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    }),
  nowMs: () => Date.now(),
}

interface ReplayPageProps {
  readonly state: MapState
  readonly start: string
}

export function ReplayPage({ state: mapState, start }: ReplayPageProps) {
  const scene = useMapScene(mapState.choice)
  const time = useCourseTime()
  const now = useNow(5_000)
  const { player, state } = usePlayer(start, RECORD)
  const { atMs } = state
  const day = time.dayOf(new Date(atMs))
  const record = useDayRecord(day, now.getTime())
  return (
    <ReplayView
      kind="recorded"
      mapState={mapState}
      scene={scene}
      start={start}
      player={player}
      state={state}
      shown={record}
      track={RECORDED_TRACK}
      nowMs={now.getTime()}
      day={day}
      lastDay={time.dayOf(now)}
      onDay={chosen => player.seek(sameClock(atMs, day, chosen, time.zone))}
    />
  )
}

/** The same clock time on another day, but within that day. */
const sameClock = (atMs: number, from: string, to: string, zone: string): number => {
  const begins = startOfDay(to, zone).getTime()
  const ends = startOfDay(addDays(to, 1), zone).getTime()
  return Math.min(begins + (atMs - startOfDay(from, zone).getTime()), ends - 1_000)
}

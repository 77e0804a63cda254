/** The record of a day: the missions that ran, the alarms, and the events to jump to. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { useMemo } from 'react'
import { readFailedAgain, useCall, useCan, useCourseTime } from '../../../api/index.ts'
import { addDays, type Day, startOfDay } from '../../../ui/zonedTime.ts'
import type { Stretch } from './placeAt.ts'
import { marksOf, workingStretches } from './runs.ts'

const TODAY_EVERY_MS = 20_000
const NONE: readonly never[] = []

export function useDayRecord(day: Day, nowMs: number) {
  const { zone } = useCourseTime()
  const maySeeAlarms = useCan('notifications.read')
  const stretch = useMemo<Stretch>(
    () => ({ fromMs: startOfDay(day, zone).getTime(), toMs: startOfDay(addDays(day, 1), zone).getTime() }),
    [day, zone],
  )
  const span = { from: new Date(stretch.fromMs).toISOString(), to: new Date(stretch.toMs).toISOString() }
  const isOver = stretch.toMs < nowMs
  const again = isOver ? {} : { refetchInterval: TODAY_EVERY_MS }
  const runs = useCall(lateCalls.replay.runs, { query: span }, again)
  const alarms = useCall(
    calls.notifications.list,
    { query: { ...span, level: 'alarm', perPage: 200 } },
    { enabled: maySeeAlarms, ...again },
  )
  const [ran, rung] = [runs.data?.items ?? NONE, alarms.data?.items ?? NONE]
  const marks = useMemo(() => marksOf(ran, rung, stretch), [ran, rung, stretch])
  const working = useMemo(
    () =>
      ran
        .flatMap(run => workingStretches(run, nowMs))
        .filter(({ fromMs, toMs }) => toMs > stretch.fromMs && fromMs < stretch.toMs),
    [ran, nowMs, stretch],
  )
  const isKnown = runs.data !== undefined && (!maySeeAlarms || alarms.data !== undefined)
  return {
    stretch,
    runs: ran,
    marks,
    working,
    /** False while it is unknown whether anything happened. */
    isKnown,
    error: runs.error ?? alarms.error,
    readAgain: () => readFailedAgain([runs, alarms]),
  }
}

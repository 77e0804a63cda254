/** The tee sheet of a day and its changes: each replaces the list that was read, and is refused where it has changed since. */
import { calls, type TeeSheet } from '@greensward/contract'
import { type NumberedHole, numberedHoles, type TeeTime } from '@greensward/domain'
import { useMemo } from 'react'
import { useAct, useCall } from '../../../api/index.ts'

/** The readings that a changed tee sheet makes old. */
export const READINGS = [
  calls.teeSheets.get,
  calls.missions.play,
  calls.missions.margins,
  calls.missions.slots,
  calls.missions.gate,
] as const

const NO_HOLES: readonly NumberedHole[] = []

/** The holes of the course by their numbers in the order of play; empty while the map loads. */
export const useHoles = (enabled: boolean): readonly NumberedHole[] => {
  const { data } = useCall(calls.map.get, {}, { enabled })
  return useMemo(() => (data === undefined ? NO_HOLES : numberedHoles(data.features)), [data])
}

export const keyOfTeeTime = ({ at, hole }: TeeTime): string => `${at} ${hole}`

/** @returns stores other tee times for the day of a sheet */
export const useReplacing = (): ((sheet: TeeSheet, teeTimes: readonly TeeTime[]) => Promise<TeeSheet>) => {
  const put = useAct(calls.teeSheets.put, { changes: READINGS })
  return ({ day, updatedAt }, teeTimes) =>
    put.mutateAsync({ params: { day }, body: { teeTimes: [...teeTimes], updatedAt } })
}

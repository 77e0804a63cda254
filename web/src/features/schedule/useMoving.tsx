/**
 * Carries out a move in the calendar: warns of expected golfers, asks for the scope of a series, sends it, and
 * shows the refusal of the server.
 */

import { calls } from '@greensward/contract'
import {
  type ComingPlay,
  type Mission,
  type Mower,
  type ScheduleRefusal,
  type Slot,
  scheduleRefusal,
} from '@greensward/domain'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isKind, useAct } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'
import { ExpectedDialog, RefusedDialog, ScopeDialog } from './MoveDialogs.tsx'
import { changeOf, type Place, slotQuestion } from './place.ts'
import type { Grab } from './useMover.ts'

interface Pending {
  readonly mission: Mission
  readonly before: Place
  readonly place: Place
  /** Of a series; null before anybody was asked. */
  readonly scope: 'one' | 'following' | null
}

export interface Moving {
  readonly drop: (grab: Grab) => void
  /** The new position of a mission until the server answers. */
  readonly pending: Pending | null
  readonly dialogs: ReactNode
}

/** Its mower and length are kept. */
const placeAt = ({ startsAt }: Slot, { mowerId, from, to }: Place): Place => ({
  mowerId,
  from: Date.parse(startsAt),
  to: Date.parse(startsAt) + (to - from),
})

export function useMoving(mowers: readonly Mower[], announce: (message: string) => void): Moving {
  const { t } = useTranslation()
  const update = useAct(calls.missions.update, { changes: [calls.missions.list] })
  const look = useAct(calls.missions.slots)
  const [expected, setExpected] = useState<
    (Pending & { readonly play: readonly ComingPlay[]; readonly free: readonly Slot[] }) | null
  >(null)
  const [asking, setAsking] = useState<Pending | null>(null)
  const [pending, setPending] = useState<Pending | null>(null)
  const [refused, setRefused] = useState<(Pending & { readonly refusal: ScheduleRefusal }) | null>(null)

  const send = async (move: Pending): Promise<void> => {
    const { mission, before, place, scope } = move
    const mower = mowers.find(({ id }) => id === place.mowerId)
    const change = changeOf(mission, before, place)
    setAsking(null)
    setPending(move)
    try {
      await update.mutateAsync({
        params: { id: mission.id },
        body: {
          ...change,
          // Another mower mows with the blade that it carries.
          ...(change.mowerId !== undefined && mower?.bladeId ? { bladeId: mower.bladeId } : {}),
          ...(scope === 'following' ? { scope } : {}),
          updatedAt: mission.updatedAt,
        },
      })
      setRefused(null)
      announce(t('schedule.moved', { title: mission.title }))
    } catch (error) {
      const refusal = isKind(error, 'scheduleConflict') ? scheduleRefusal.safeParse(error.details) : undefined
      if (refusal?.success === true) setRefused({ ...move, refusal: refusal.data })
      else
        notify.failed(
          t('schedule.notMoved', { title: mission.title }),
          isKind(error, 'conflict') ? t('common.changedElsewhere') : error,
        )
    }
    setPending(null)
  }

  const proceed = (move: Pending): void => {
    setExpected(null)
    if (move.mission.series === null || move.scope !== null) {
      void send(move)
      return
    }
    setPending(null)
    setAsking(move)
  }

  const put = async (move: Pending): Promise<void> => {
    setPending(move)
    // A failed question does not stop the move: the move itself reports the error.
    const found = await look.mutateAsync({ body: slotQuestion(move.mission, move.place) }).catch(() => null)
    if (found === null || found.play.length === 0 || found.conflicts.length > 0) return proceed(move)
    setPending(null)
    setRefused(null)
    setExpected({ ...move, play: found.play, free: found.free })
  }

  return {
    drop: ({ mission, before, place }) => void put({ mission, before, place, scope: null }),
    pending: pending ?? asking ?? expected,
    dialogs: (
      <>
        {expected !== null && (
          <ExpectedDialog
            title={expected.mission.title}
            play={expected.play}
            free={expected.free}
            onMove={slot => proceed({ ...expected, place: placeAt(slot, expected.place) })}
            onKeep={() => proceed(expected)}
            onClose={() => setExpected(null)}
          />
        )}
        {asking !== null && (
          <ScopeDialog
            title={asking.mission.title}
            onChoose={scope => void send({ ...asking, scope })}
            onClose={() => setAsking(null)}
          />
        )}
        {refused !== null && (
          <RefusedDialog
            title={refused.mission.title}
            refusal={refused.refusal}
            busy={pending !== null}
            onMove={slot => void put({ ...refused, place: placeAt(slot, refused.place) })}
            onClose={() => setRefused(null)}
          />
        )}
      </>
    ),
  }
}

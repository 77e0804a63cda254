/** Carries out a move in the calendar: asks for the scope of a series, sends it, and shows what the server has against it. */
import { type Mission, type Mower, type ScheduleRefusal, scheduleRefusal } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isKind, useAct } from '../api/index.ts'
import { notify } from '../ui/index.ts'
import { RefusedDialog, ScopeDialog } from './MoveDialogs.tsx'
import { changeOf, type Place } from './place.ts'
import type { Grab } from './useMover.ts'

interface Pending {
  readonly mission: Mission
  readonly before: Place
  readonly place: Place
  readonly scope: 'one' | 'following'
}

export interface Moving {
  readonly drop: (grab: Grab) => void
  /** Where a mission is on its way to while the server has not answered. */
  readonly pending: Pending | null
  readonly dialogs: ReactNode
}

export function useMoving(mowers: readonly Mower[], told: (message: string) => void): Moving {
  const { t } = useTranslation()
  const update = useAct(calls.missions.update, { changes: [calls.missions.list] })
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
      told(t('schedule.moved', { title: mission.title }))
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

  const drop = ({ mission, before, place }: Grab): void => {
    const move: Pending = { mission, before, place, scope: 'one' }
    if (mission.series === null) void send(move)
    else setAsking(move)
  }

  return {
    drop,
    pending: pending ?? asking,
    dialogs: (
      <>
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
            busy={update.isPending}
            onMove={slot =>
              void send({
                ...refused,
                place: {
                  mowerId: refused.place.mowerId,
                  from: Date.parse(slot.startsAt),
                  to: Date.parse(slot.startsAt) + (refused.place.to - refused.place.from),
                },
              })
            }
            onClose={() => setRefused(null)}
          />
        )}
      </>
    ),
  }
}

/** Pauses mowers of a shift: a person's stop, after which only a press continues. */
import { calls } from '@greensward/contract'
import type { Shift } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'

/** Says that they stand, or names those that did not confirm their stop. */
export const useNotifyHeld = () => {
  const { t } = useTranslation()
  return (done: string, notStopped: readonly { readonly name: string }[]): void => {
    const names = notStopped.map(mower => mower.name).join(', ')
    if (names === '') notify.done(done)
    else notify.failed(t('day.notAllStopped'), new Error(t('day.notStopped', { names })))
  }
}

export const usePause = (shift: Shift) => {
  const { t } = useTranslation()
  const notifyHeld = useNotifyHeld()
  const { mutate, isPending } = useAct(calls.shifts.pause, { changes: [calls.shifts.list, calls.missions.list] })
  return {
    isPending,
    /** @param mower all of the shift where it is left out */
    pause: (mower?: { readonly id: string; readonly name: string }): void =>
      mutate(
        { params: { id: shift.id }, body: { mowerId: mower?.id ?? null } },
        {
          onSuccess: ({ notStopped }) =>
            notifyHeld(
              mower === undefined ? t('day.pausedAll') : t('day.pausedOne', { mower: mower.name }),
              notStopped,
            ),
          onError: error => notify.failed(t('day.notPaused'), error),
        },
      ),
  }
}

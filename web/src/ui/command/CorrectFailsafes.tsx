import { calls } from '@greensward/contract'
import type { GateLine } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan } from '../../api/index.ts'
import { notify } from '../notify.tsx'
import { answerText } from '../text/whyText.ts'

/** Sets what a mower would do wrong by itself, and says how that went. */
export function useCorrectFailsafes(mowerId: string): { readonly correct: () => void; readonly isPending: boolean } {
  const { t, i18n } = useTranslation()
  const { mutate, isPending } = useAct(calls.autopilots.correct, {
    changes: [calls.autopilots.get, calls.missions.gate],
  })
  const correct = (): void =>
    mutate(
      { params: { id: mowerId } },
      {
        onSuccess: ({ outcome, set }) =>
          outcome.outcome === 'accepted'
            ? notify.done(t('garage.autopilot.corrected', { count: set.length }))
            : notify.failed(t('garage.autopilot.notCorrected'), answerText(outcome, i18n) ?? t('map.command.noAnswer')),
        onError: error => notify.failed(t('garage.autopilot.notCorrected'), errorText(error)),
      },
    )
  return { correct, isPending }
}

/** One press corrects the failsafes; shown where a line of the gate warns of them. */
export function CorrectFailsafes({ line, mowerId }: { readonly line: GateLine; readonly mowerId: string }) {
  const { t } = useTranslation()
  const may = useCan('mowers.edit')
  const { correct, isPending } = useCorrectFailsafes(mowerId)
  if (!may || (line.check !== 'linkFailsafe' && line.check !== 'failsafes')) return null
  return (
    <Button size="compact-md" variant="default" loading={isPending} onClick={correct}>
      {t('garage.autopilot.correct')}
    </Button>
  )
}

import { calls } from '@greensward/contract'
import type { GateLine } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan } from '../api/index.ts'
import { notify } from './notify.tsx'
import { answerText } from './whyText.ts'

/** One press sets what a mower would do wrong by itself; shown where a line of the gate warns of it. */
export function CorrectFailsafes({ line, mowerId }: { readonly line?: GateLine; readonly mowerId: string }) {
  const { t, i18n } = useTranslation()
  const may = useCan('mowers.edit')
  const correct = useAct(calls.autopilots.correct, { changes: [calls.autopilots.get, calls.missions.gate] })
  if (!may || (line !== undefined && line.check !== 'linkFailsafe' && line.check !== 'failsafes')) return null
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={correct.isPending}
      onClick={() =>
        correct.mutate(
          { params: { id: mowerId } },
          {
            onSuccess: ({ outcome, set }) =>
              outcome.outcome === 'accepted'
                ? notify.done(t('garage.autopilot.corrected', { count: set.length }))
                : notify.failed(
                    t('garage.autopilot.notCorrected'),
                    answerText(outcome, i18n) ?? t('map.command.noAnswer'),
                  ),
            onError: error => notify.failed(t('garage.autopilot.notCorrected'), errorText(error)),
          },
        )
      }
    >
      {t('garage.autopilot.correct')}
    </Button>
  )
}

/** A second sender claims to be this mower while its own link is silent: a person says whether it is the same machine. */
import { calls } from '@greensward/contract'
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan } from '../../api/index.ts'
import { answerText, notify } from '../../ui/index.ts'

export function OtherSender({ mowerId, from }: { readonly mowerId: string; readonly from: string }) {
  const { t, i18n } = useTranslation()
  const mayEdit = useCan('mowers.edit')
  const accept = useAct(calls.mowers.acceptSender, { changes: [calls.pairing.get] })
  return (
    <Alert color="red" role="alert" title={t('garage.otherSender.title')}>
      <p>{t('garage.otherSender.text', { from })}</p>
      {mayEdit && (
        <Button
          variant="default"
          loading={accept.isPending}
          onClick={() =>
            accept.mutate(
              { params: { id: mowerId } },
              {
                onSuccess: outcome => {
                  if (outcome.outcome === 'accepted') notify.done(t('garage.otherSender.done', { from }))
                  else notify.failed(t('common.error'), answerText(outcome, i18n) ?? t('map.command.noAnswer'))
                },
                onError: error => notify.failed(t('common.error'), errorText(error)),
              },
            )
          }
        >
          {t('garage.otherSender.accept')}
        </Button>
      )}
    </Alert>
  )
}

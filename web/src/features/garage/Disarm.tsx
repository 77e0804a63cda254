/** Offers to disarm an armed mower, as a finished mission leaves it, before an action that needs it disarmed. */
import { calls } from '@greensward/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useVehicleValue } from '../../api/index.ts'
import { answerText, notify } from '../../ui/index.ts'
import classes from './VehiclePage.module.css'

export function Disarm({ mowerId }: { readonly mowerId: string }) {
  const { t, i18n } = useTranslation()
  const disarm = useAct(calls.mowers.disarm, { changes: [] })
  const isArmed = useVehicleValue(
    mowerId,
    vehicle => vehicle?.telemetry.link === 'live' && vehicle.telemetry.armed === true,
  )
  if (!isArmed) return null
  return (
    <div className={classes.inline} role="status">
      <p>{t('garage.disarm.armed')}</p>
      <Button
        variant="default"
        loading={disarm.isPending}
        onClick={() =>
          disarm.mutate(
            { params: { id: mowerId } },
            {
              onSuccess: outcome => {
                if (outcome.outcome !== 'accepted')
                  notify.failed(t('common.error'), answerText(outcome, i18n) ?? t('map.command.noAnswer'))
              },
              onError: error => notify.failed(t('common.error'), errorText(error)),
            },
          )
        }
      >
        {t('garage.disarm.disarm')}
      </Button>
    </div>
  )
}

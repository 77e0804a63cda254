/** What may be asked of a mower that mows its own map. */
import type { Mower } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCan, useVehicle } from '../../api/index.ts'
import OwnMapButtons from '../../ui/command/OwnMapButtons.tsx'
import { Panel } from '../../ui/index.ts'
import classes from './VehiclePage.module.css'

export function OwnMapPanel({ mower }: { readonly mower: Pick<Mower, 'id' | 'name'> }) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const activity = useVehicle(mower.id)?.activity ?? 'unknown'
  if (!mayOperate) return null
  return (
    <Panel title={t('brokerMowers.ownMap.panel')}>
      <p className={classes.quiet}>
        {t('brokerMowers.ownMap.now', { activity: t(`brokerMowers.activity.${activity}`) })}{' '}
        {t('brokerMowers.ownMap.when')}
      </p>
      <div className={classes.actions}>
        <OwnMapButtons mower={mower} />
      </div>
    </Panel>
  )
}

import type { LiveVehicle } from '@greensward/contract'
import { IconBatteryExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './EnergyShort.module.css'

/** A mower that drives and will not finish with what it has, and until when it still gets home. */
export function EnergyShort({ short }: { readonly short: LiveVehicle['energyShort'] }) {
  const { t } = useTranslation()
  if (short === null || short === undefined) return null
  const { shortPercent, homePercent } = short
  return (
    <p className={classes.short} role="status">
      <IconBatteryExclamation size={20} stroke={1.75} aria-hidden />
      <span>
        {homePercent === null
          ? t('common.energyShort', { shortPercent })
          : t('common.energyShortHome', { shortPercent, homePercent })}
      </span>
    </p>
  )
}

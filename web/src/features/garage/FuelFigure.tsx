import { calls } from '@greensward/contract'
import { energyOf, type GarageRow } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/index.ts'
import classes from './GaragePage.module.css'

/** The fuel consumption, as a person has entered it. A mower with a battery has none. */
export function FuelFigure({ row }: { readonly row: Pick<GarageRow, 'id' | 'fuelLitresPer100Km'> }) {
  const { t } = useTranslation()
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  if (row.fuelLitresPer100Km !== null) return row.fuelLitresPer100Km
  const mower = mowers.data?.items.find(({ id }) => id === row.id)
  const isOnBattery = mower !== undefined && energyOf(mower).source === 'battery'
  return <span className={classes.unknown}>{t(isOnBattery ? 'garage.onBattery' : 'garage.notEntered')}</span>
}

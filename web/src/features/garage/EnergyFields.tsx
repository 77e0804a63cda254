/** The energy of a mower in its form: what it holds, what it keeps, how long it charges. */
import { DEFAULT_ENERGY, type EnergySettings, energySettings, type Mower } from '@greensward/domain'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NumberField, SelectField } from '../../ui/index.ts'
import classes from './sheet.module.css'

const { source, capacity, fullChargeH } = energySettings.shape

/** An empty field is not known. */
export const energyForm = {
  batteryRangeM: z.number().positive().max(1_000_000),
  energySource: source,
  capacity: capacity.optional(),
  reservePercent: z.number().min(0).max(50),
  fullChargeH: fullChargeH.optional(),
}
const form = z.object(energyForm)
type EnergyValues = z.output<typeof form>

export const energyValues = (row: Mower | undefined) => {
  const energy = row?.energy ?? DEFAULT_ENERGY
  return {
    batteryRangeM: row?.batteryRangeM ?? 12_000,
    energySource: energy.source,
    capacity: energy.capacity ?? undefined,
    reservePercent: Math.round(energy.reserveShare * 100),
    fullChargeH: energy.fullChargeH ?? undefined,
  }
}

export const energyOfForm = ({
  energySource,
  capacity: held,
  reservePercent,
  fullChargeH: hours,
}: Omit<EnergyValues, 'batteryRangeM'>): EnergySettings => ({
  source: energySource,
  capacity: held ?? null,
  reserveShare: reservePercent / 100,
  fullChargeH: energySource === 'tank' ? null : (hours ?? null),
})

interface EnergyFieldsProps<Values extends z.input<typeof form>, Output> {
  readonly control: Control<Values, unknown, Output>
  readonly source: EnergySettings['source']
}

export function EnergyFields<Values extends z.input<typeof form>, Output>(props: EnergyFieldsProps<Values, Output>) {
  const { t } = useTranslation()
  // The form has these fields and others; react-hook-form cannot relate their names to a part of it.
  const control = props.control as never as Control<z.input<typeof form>, unknown, z.output<typeof form>>
  const isTank = props.source === 'tank'
  return (
    <>
      <SelectField
        control={control}
        name="energySource"
        label={t('garage.energy.source')}
        description={isTank ? t('garage.energy.tankHint') : t('garage.energy.batteryHint')}
        choices={(['battery', 'tank'] as const).map(value => ({ value, label: t(`garage.energy.sources.${value}`) }))}
      />
      <div className={classes.pair}>
        <NumberField
          control={control}
          name="capacity"
          label={t('garage.energy.capacity')}
          suffix={` ${t(`garage.energy.unit.${props.source}`)}`}
          decimals={2}
          step={0.5}
        />
        <NumberField
          control={control}
          name="reservePercent"
          label={t('garage.energy.reserve')}
          description={t('garage.energy.reserveHint')}
          suffix=" %"
        />
      </div>
      <NumberField
        control={control}
        name="batteryRangeM"
        label={t('garage.energy.range')}
        description={t('garage.energy.rangeHint')}
        suffix=" m"
        step={500}
      />
      {!isTank && (
        <NumberField
          control={control}
          name="fullChargeH"
          label={t('garage.energy.fullCharge')}
          description={t('garage.energy.fullChargeHint')}
          suffix=" h"
          decimals={1}
          step={0.5}
        />
      )}
    </>
  )
}

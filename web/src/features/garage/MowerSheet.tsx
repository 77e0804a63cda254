import { calls } from '@greensward/contract'
import { type Mower, mower } from '@greensward/domain'
import { type Control, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall } from '../../api/index.ts'
import { ColourField, formResolver, NumberField, RecordSheet, SelectField, TextField } from '../../ui/index.ts'
import { EnergyFields, energyForm, energyOfForm, energyValues } from './EnergyFields.tsx'
import { LoadedSheet } from './LoadedSheet.tsx'
import { ServiceFields } from './ServiceFields.tsx'
import classes from './sheet.module.css'

/** The blade's switch as flat fields, as a form has them. */
const form = z.object({
  ...mower.omit({
    id: true,
    driveTime: true,
    energy: true,
    energyUse: true,
    refuelled: true,
    updatedAt: true,
    bladeSwitch: true,
  }).shape,
  ...energyForm,
  switchKind: z.enum(['relay', 'servo']),
  relayIndex: z.number().int().min(0).max(15),
  servoChannel: z.number().int().min(1).max(32),
  onPwm: z.number().int().min(800).max(2_200),
  offPwm: z.number().int().min(800).max(2_200),
})

const COLOURS = ['#0B7390', '#C2571A', '#7A4FBF', '#2E7D32', '#B3261E', '#8A6D00', '#3F51B5', '#455A64']

/** A mower that was just switched on appears in the list within this. */
const UNPAIRED_MS = 5_000

interface MowerSheetProps {
  /** Undefined adds a mower. */
  readonly id: string | undefined
  readonly onClose: () => void
}

export function MowerSheet({ id, onClose }: MowerSheetProps) {
  const { t } = useTranslation()
  const query = useCall(calls.mowers.get, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  return (
    <LoadedSheet id={id} query={query} title={t('garage.editMower')} onClose={onClose}>
      {row => <MowerForm key={row?.id} row={row} onClose={onClose} />}
    </LoadedSheet>
  )
}

/** The record as flat fields. */
const valuesOf = (row: Mower | undefined): z.input<typeof form> => {
  const relay = row?.bladeSwitch.kind === 'relay' ? row.bladeSwitch : undefined
  const servo = row?.bladeSwitch.kind === 'servo' ? row.bladeSwitch : undefined
  return {
    name: row?.name ?? '',
    color: row?.color ?? '#0B7390',
    bladeId: row?.bladeId ?? null,
    systemId: row?.systemId ?? 1,
    widthM: row?.widthM ?? 1.8,
    minTurnRadiusM: row?.minTurnRadiusM ?? 0,
    transitSpeedMps: row?.transitSpeedMps ?? 2,
    turningSpeedMps: row?.turningSpeedMps ?? 0.8,
    ...energyValues(row),
    fuelLitresPer100Km: row?.fuelLitresPer100Km ?? undefined,
    inService: row?.inService ?? false,
    serviceUntil: row?.serviceUntil ?? null,
    switchKind: row?.bladeSwitch.kind ?? 'relay',
    relayIndex: relay?.index ?? 0,
    servoChannel: servo?.channel ?? 9,
    onPwm: servo?.onPwm ?? 1_900,
    offPwm: servo?.offPwm ?? 1_100,
  }
}

function MowerForm({ row, onClose }: { readonly row: Mower | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.mowers.list, calls.mowers.get, calls.garage.list] }
  const create = useAct(calls.mowers.create, changes)
  const update = useAct(calls.mowers.update, changes)
  const blades = useCall(calls.blades.list, { query: { perPage: 500 } })
  const unpaired = useCall(calls.pairing.unpaired, {}, { refetchInterval: UNPAIRED_MS })
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: valuesOf(row),
  })
  const { control } = fields
  const switchKind = fields.watch('switchKind')
  const energySource = fields.watch('energySource')
  return (
    <RecordSheet
      title={row === undefined ? t('garage.addMower') : t('garage.editMower')}
      form={fields}
      onClose={onClose}
      onSave={({ switchKind: kind, relayIndex, servoChannel, onPwm, offPwm, ...withEnergy }) => {
        const { energySource, capacity, reservePercent, fullChargeH, fuelLitresPer100Km = null, ...others } = withEnergy
        const energy = energyOfForm({ energySource, capacity, reservePercent, fullChargeH })
        const values = { ...others, fuelLitresPer100Km, energy }
        const bladeSwitch =
          kind === 'relay'
            ? { kind: 'relay' as const, index: relayIndex }
            : { kind: 'servo' as const, channel: servoChannel, onPwm, offPwm }
        return row === undefined
          ? create.mutateAsync({ body: { ...values, bladeSwitch } })
          : update.mutateAsync({
              params: { id: row.id },
              body: { ...values, bladeSwitch, updatedAt: row.updatedAt },
            })
      }}
    >
      <TextField control={control} name="name" label={t('garage.mower.name')} />
      <ColourField control={control} name="color" label={t('garage.mower.color')} swatches={COLOURS} />
      <SelectField
        control={control}
        name="bladeId"
        label={t('garage.mower.blade')}
        none={t('garage.noBlade')}
        choices={(blades.data?.items ?? []).map(blade => ({ value: blade.id, label: blade.name }))}
      />
      <NumberField
        control={control}
        name="fuelLitresPer100Km"
        label={t('garage.column.fuel')}
        description={t('garage.fuelHint')}
        decimals={1}
        step={0.1}
      />
      <ServiceFields mowerId={row?.id} control={control} />
      <DriveFields control={control} />
      <EnergyFields control={control} source={energySource} />
      <NumberField
        control={control}
        name="systemId"
        label={t('garage.mower.systemId')}
        description={
          unpaired.data === undefined || unpaired.data.total === 0
            ? t('garage.mower.systemIdHint')
            : t('garage.mower.systemIdReceived', {
                ids: unpaired.data.items.map(({ systemId }) => systemId).join(', '),
              })
        }
      />
      <SwitchFields control={control} kind={switchKind} />
    </RecordSheet>
  )
}

interface FieldsProps {
  readonly control: Control<z.input<typeof form>, unknown, z.output<typeof form>>
}

/** How wide it is, how it turns and how fast it drives. */
function DriveFields({ control }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.pair}>
      <NumberField
        control={control}
        name="widthM"
        label={t('garage.mower.width')}
        description={t('garage.mower.widthHint')}
        suffix=" m"
        decimals={2}
        step={0.1}
      />
      <NumberField
        control={control}
        name="minTurnRadiusM"
        label={t('garage.mower.radius')}
        description={t('garage.mower.radiusHint')}
        suffix=" m"
        decimals={2}
        step={0.1}
      />
      <NumberField
        control={control}
        name="transitSpeedMps"
        label={t('garage.mower.transitSpeed')}
        suffix=" m/s"
        decimals={2}
        step={0.1}
      />
      <NumberField
        control={control}
        name="turningSpeedMps"
        label={t('garage.mower.turningSpeed')}
        suffix=" m/s"
        decimals={2}
        step={0.1}
      />
    </div>
  )
}

/** How the cutting unit is switched. */
function SwitchFields({ control, kind }: FieldsProps & { readonly kind: 'relay' | 'servo' }) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        control={control}
        name="switchKind"
        label={t('garage.mower.switch')}
        choices={(['relay', 'servo'] as const).map(value => ({ value, label: t(`garage.mower.${value}`) }))}
      />
      {kind === 'relay' ? (
        <NumberField control={control} name="relayIndex" label={t('garage.mower.relayIndex')} />
      ) : (
        <div className={classes.pair}>
          <NumberField control={control} name="servoChannel" label={t('garage.mower.servoChannel')} />
          <span />
          <NumberField control={control} name="onPwm" label={t('garage.mower.onPwm')} suffix=" µs" step={50} />
          <NumberField control={control} name="offPwm" label={t('garage.mower.offPwm')} suffix=" µs" step={50} />
        </div>
      )}
    </>
  )
}

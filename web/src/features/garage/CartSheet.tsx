import { calls } from '@greensward/contract'
import { type Cart, cart, fieldFault, position } from '@greensward/domain'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { formResolver, NumberField, RecordSheet, SwitchField, TextField } from '../../ui/index.ts'
import { CartAccess } from './CartAccess.tsx'
import { LoadedSheet } from './LoadedSheet.tsx'
import classes from './sheet.module.css'

const [lon, lat] = position.def.items

const form = z
  .object({
    ...cart.omit({ id: true, updatedAt: true, home: true }).shape,
    homeLon: lon.optional(),
    homeLat: lat.optional(),
  })
  .refine(({ homeLon, homeLat }) => (homeLon === undefined) === (homeLat === undefined), {
    path: ['homeLat'],
    message: fieldFault('both'),
  })

interface CartSheetProps {
  /** Undefined adds a cart. */
  readonly id: string | undefined
  readonly onClose: () => void
}

export function CartSheet({ id, onClose }: CartSheetProps) {
  const { t } = useTranslation()
  const query = useCall(calls.carts.get, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  return (
    <LoadedSheet id={id} query={query} title={t('garage.editCart')} onClose={onClose}>
      {row => <CartForm key={row?.id} row={row} onClose={onClose} />}
    </LoadedSheet>
  )
}

function CartForm({ row, onClose }: { readonly row: Cart | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.carts.list, calls.carts.get, calls.garage.list] }
  const create = useAct(calls.carts.create, changes)
  const update = useAct(calls.carts.update, changes)
  const fields = useForm({
    resolver: formResolver(form),
    defaultValues: {
      name: row?.name ?? '',
      fuelLitresPer100Km: row?.fuelLitresPer100Km ?? undefined,
      inService: row?.inService ?? false,
      homeLon: row?.home?.[0],
      homeLat: row?.home?.[1],
    },
  })
  const { control } = fields
  const mayEdit = useCan('carts.edit')
  return (
    <RecordSheet
      title={row === undefined ? t('garage.addCart') : t('garage.editCart')}
      form={fields}
      onClose={onClose}
      onSave={({ homeLon, homeLat, fuelLitresPer100Km = null, ...others }) => {
        const values = { ...others, fuelLitresPer100Km }
        const home: Cart['home'] = homeLon === undefined || homeLat === undefined ? null : [homeLon, homeLat]
        return row === undefined
          ? create.mutateAsync({ body: { ...values, home } })
          : update.mutateAsync({ params: { id: row.id }, body: { ...values, home, updatedAt: row.updatedAt } })
      }}
    >
      <TextField control={control} name="name" label={t('garage.cart.name')} />
      <NumberField
        control={control}
        name="fuelLitresPer100Km"
        label={t('garage.column.fuel')}
        description={t('garage.fuelHint')}
        decimals={1}
        step={0.1}
      />
      <SwitchField
        control={control}
        name="inService"
        label={t('garage.inService')}
        description={t('garage.inServiceHint')}
      />
      <div className={classes.pair}>
        <NumberField
          control={control}
          name="homeLon"
          label={t('garage.cart.homeLon')}
          description={t('garage.cart.homeHint')}
          decimals={7}
          step={0.0001}
        />
        <NumberField control={control} name="homeLat" label={t('garage.cart.homeLat')} decimals={7} step={0.0001} />
      </div>
      {row !== undefined && mayEdit && <CartAccess cart={row} />}
    </RecordSheet>
  )
}

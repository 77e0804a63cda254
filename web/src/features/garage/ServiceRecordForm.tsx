/** Records a service that was done now: what it was, which items of the checklist, and the parts that it used. */
import { calls } from '@greensward/contract'
import { serviceEntry, type VehicleService } from '@greensward/domain'
import { Button, Checkbox } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useAct } from '../../api/index.ts'
import { formResolver, IconButton, NumberField, notify, showRefusals, TextField } from '../../ui/index.ts'
import classes from './ServicePanel.module.css'
import type { ServiceCalls } from './serviceCallsOf.ts'

const form = serviceEntry.required({ done: true, parts: true })
type Fields = z.input<typeof form>
type Values = z.output<typeof form>
type RecordFields = UseFormReturn<Fields, unknown, Values>

const EMPTY: Fields = { what: '', done: [], parts: [] }

interface ServiceRecordFormProps {
  readonly vehicleId: string
  readonly of: ServiceCalls
  readonly service: VehicleService
}

export function ServiceRecordForm({ vehicleId, of, service }: ServiceRecordFormProps) {
  const { t } = useTranslation()
  const add = useAct(of.record, { changes: [of.get, calls.garage.list] })
  const fields = useForm<Fields, unknown, Values>({ resolver: formResolver(form), defaultValues: EMPTY })
  const { errors, isSubmitting } = fields.formState
  const save = fields.handleSubmit(async body => {
    try {
      await add.mutateAsync({ params: { id: vehicleId }, body })
      fields.reset(EMPTY)
      notify.done(t('garage.service.written'))
    } catch (error) {
      showRefusals(fields, error)
    }
  })
  return (
    <form
      className={classes.record}
      onSubmit={event => void save(event)}
      noValidate
      aria-label={t('garage.service.add')}
    >
      <TextField
        control={fields.control}
        name="what"
        label={t('garage.service.what')}
        description={t('garage.service.whatHint')}
      />
      {service.plan.checklist.length > 0 && <Checklist fields={fields} items={service.plan.checklist} />}
      <Parts fields={fields} currency={service.currency} />
      {errors.root?.message !== undefined && <Refusal reason={errors.root.message} />}
      <Button type="submit" loading={isSubmitting}>
        {t('garage.service.add')}
      </Button>
    </form>
  )
}

function Refusal({ reason }: { readonly reason: string }) {
  return (
    <p className={classes.refusal} role="alert">
      {reason}
    </p>
  )
}

/** A list has one fault of its own, or some of its items have one each. */
const firstReason = (errors: unknown): string | undefined => {
  const found = Array.isArray(errors) ? errors.find(error => error !== undefined) : errors
  return (found as { readonly message?: string } | undefined)?.message
}

function Checklist({ fields, items }: { readonly fields: RecordFields; readonly items: readonly string[] }) {
  const { t } = useTranslation()
  const done = fields.watch('done')
  const reason = firstReason(fields.formState.errors.done)
  const tick = (item: string, isDone: boolean): void => {
    fields.clearErrors('done')
    // In the order of the list, and without what was taken off it meanwhile.
    fields.setValue(
      'done',
      items.filter(each => (each === item ? isDone : done.includes(each))),
      { shouldDirty: true },
    )
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('garage.service.checklist')}</legend>
      {items.map(item => (
        <Checkbox
          key={item}
          label={item}
          checked={done.includes(item)}
          onChange={event => tick(item, event.currentTarget.checked)}
        />
      ))}
      {reason !== undefined && <Refusal reason={reason} />}
    </fieldset>
  )
}

function Parts({ fields, currency }: { readonly fields: RecordFields; readonly currency: string }) {
  const { t } = useTranslation()
  const { control } = fields
  const parts = useFieldArray({ control, name: 'parts' })
  const errors = fields.formState.errors.parts
  const reason = errors?.root?.message ?? errors?.message
  return (
    <fieldset className={classes.group}>
      <legend>{t('garage.service.parts')}</legend>
      {parts.fields.map((part, i) => (
        <fieldset key={part.id} className={classes.part} aria-label={t('garage.service.part', { number: i + 1 })}>
          <TextField control={control} name={`parts.${i}.name`} label={t('garage.service.partName')} />
          <NumberField control={control} name={`parts.${i}.count`} label={t('garage.service.partCount')} />
          <NumberField
            control={control}
            name={`parts.${i}.cost`}
            label={t('garage.service.partCost', { currency })}
            decimals={2}
          />
          <IconButton label={t('garage.service.removePart', { number: i + 1 })} onClick={() => parts.remove(i)}>
            <IconTrash size={20} />
          </IconButton>
        </fieldset>
      ))}
      {reason !== undefined && <Refusal reason={reason} />}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} />}
        onClick={() => parts.append({ name: '', count: 1, cost: null })}
      >
        {t('garage.service.addPart')}
      </Button>
    </fieldset>
  )
}

/** The rates that the cost of a report is computed from. */
import { lateCalls } from '@greensward/contract/late'
import { type CostRates, costRates } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall } from '../../api/index.ts'
import { formResolver, NumberField, notify, QueryState, SelectField, Sheet, showRefusals } from '../../ui/index.ts'
import classes from './ReportsPage.module.css'

const { currency, mowerHour, kWh, litre, personHour } = costRates.shape

/** Undefined where the field is empty. */
const form = z.object({
  currency,
  mowerHour: mowerHour.optional(),
  kWh: kWh.optional(),
  litre: litre.optional(),
  personHour: personHour.optional(),
})
type Values = z.input<typeof form>

const NAMES = ['mowerHour', 'kWh', 'litre', 'personHour'] as const

export function RatesSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const query = useCall(lateCalls.reports.rates)
  return (
    <Sheet opened onClose={onClose} title={t('reports.rates.title')}>
      {query.data === undefined ? <QueryState query={query} /> : <Fields rates={query.data} onClose={onClose} />}
    </Sheet>
  )
}

function Fields({ rates, onClose }: { readonly rates: CostRates; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const change = useAct(lateCalls.reports.changeRates, { changes: [lateCalls.reports.rates, lateCalls.reports.get] })
  const fields = useForm<Values, unknown, z.output<typeof form>>({
    resolver: formResolver(form),
    defaultValues: {
      currency: rates.currency,
      ...Object.fromEntries(NAMES.map(name => [name, rates[name] ?? undefined])),
    },
  })
  const { control, formState } = fields
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  const submit = fields.handleSubmit(async values => {
    const body: CostRates = {
      currency: values.currency,
      mowerHour: values.mowerHour ?? null,
      kWh: values.kWh ?? null,
      litre: values.litre ?? null,
      personHour: values.personHour ?? null,
    }
    try {
      await change.mutateAsync({ body })
      notify.done(t('common.saved'))
      onClose()
    } catch (error) {
      showRefusals(fields, error)
    }
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={classes.hint}>{t('reports.rates.hint')}</p>
      <SelectField
        control={control}
        name="currency"
        label={t('reports.rates.currency')}
        choices={Intl.supportedValuesOf('currency').map(value => ({
          value,
          label: `${value} · ${names.of(value) ?? value}`,
        }))}
      />
      {NAMES.map(name => (
        <NumberField key={name} control={control} name={name} label={t(`reports.rates.${name}`)} decimals={4} />
      ))}
      {formState.errors.root?.message !== undefined && <p role="alert">{formState.errors.root.message}</p>}
      <Button type="submit" loading={formState.isSubmitting}>
        {t('common.save')}
      </Button>
    </form>
  )
}

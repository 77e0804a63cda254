/** When service is due and with which checklist, the records of service, and the form for a new record. */

import { calls } from '@greensward/contract'
import {
  faultOf,
  type GarageRow,
  type ServicePlan,
  type ServiceRecord,
  serviceChecklist,
  servicePlan,
  type VehicleService,
} from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  ConfirmDialog,
  formResolver,
  IconButton,
  NumberField,
  notify,
  Panel,
  QueryState,
  TextAreaField,
  useMeasure,
} from '../../ui/index.ts'
import styles from './ServicePanel.module.css'
import { ServiceRecordForm } from './ServiceRecordForm.tsx'
import { ServiceState } from './ServiceState.tsx'
import { serviceCallsOf } from './serviceCallsOf.ts'
import { useMoney } from './useMoney.ts'
import classes from './VehiclePage.module.css'

interface Parts {
  readonly row: GarageRow
  readonly service: VehicleService
  readonly mayEdit: boolean
}

export function ServicePanel({ row }: { readonly row: GarageRow }) {
  const { t } = useTranslation()
  const mayMowers = useCan('mowers.edit')
  const mayCarts = useCan('carts.edit')
  const mayEdit = row.vehicleType === 'mower' ? mayMowers : mayCarts
  const { data, error, refetch } = useCall(serviceCallsOf(row).get, { params: { id: row.id } })
  return (
    <Panel title={t('garage.service.title')} actions={data !== undefined && <ServiceState due={data.due} />}>
      {data === undefined ? (
        <QueryState query={{ error, refetch }} />
      ) : (
        <>
          {mayEdit && <ServiceRecordForm vehicleId={row.id} of={serviceCallsOf(row)} service={data} />}
          <Records row={row} service={data} mayEdit={mayEdit} />
          <PlanForm key={JSON.stringify(data.plan)} row={row} service={data} mayEdit={mayEdit} />
        </>
      )}
    </Panel>
  )
}

function Records({ row, service, mayEdit }: Parts) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const [going, setGoing] = useState<ServiceRecord | null>(null)
  const of = serviceCallsOf(row)
  const remove = useAct(of.removeRecord, { changes: [of.get, calls.garage.list] })
  if (service.records.length === 0) return <p className={classes.quiet}>{t('garage.service.none')}</p>
  const hours = (known: number | null): string =>
    known === null ? t('common.unknown') : measure.duration(known * 3_600)
  return (
    <>
      <ul className={classes.list}>
        {service.records.map(record => (
          <li key={record.id}>
            <span className={classes.name}>
              <b>{record.what}</b>
              <small>
                {time.longDate(record.at)}, {time.time(record.at)} · {record.by} ·{' '}
                {t('garage.service.at.engine', { hours: hours(record.engineHours) })}
                {row.vehicleType === 'mower' &&
                  ` · ${t('garage.service.at.blade', { hours: hours(record.bladeHours) })}`}
              </small>
              <Done record={record} currency={service.currency} />
            </span>
            {mayEdit && (
              <IconButton
                label={`${t('garage.service.remove')}: ${record.what}`}
                color="error"
                onClick={() => setGoing(record)}
              >
                <IconTrash size={20} stroke={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={going !== null}
        title={t('garage.service.removeTitle')}
        text={t('garage.service.removeText', { what: going?.what ?? '' })}
        confirm={t('garage.service.remove')}
        busy={remove.isPending}
        onClose={() => setGoing(null)}
        onConfirm={() =>
          going !== null &&
          remove.mutate(
            { params: { id: row.id, recordId: going.id } },
            {
              onError: error => notify.failed(t('common.error'), errorText(error)),
              onSettled: () => setGoing(null),
            },
          )
        }
      />
    </>
  )
}

/** What was done of the checklist, what was not, and the parts. */
function Done({ record, currency }: { readonly record: ServiceRecord; readonly currency: string }) {
  const { t, i18n } = useTranslation()
  const money = useMoney(currency)
  const list = (words: readonly string[]): string => new Intl.ListFormat(i18n.language, { type: 'unit' }).format(words)
  const items = (isDone: boolean): string[] =>
    record.checklist.filter(each => each.isDone === isDone).map(({ item }) => item)
  const [done, left] = [items(true), items(false)]
  const parts = record.parts.map(({ name, count, cost }) =>
    cost == null ? `${count} × ${name}` : `${count} × ${name} (${money(cost)})`,
  )
  return (
    <>
      {done.length > 0 && <small>{t('garage.service.done', { items: list(done) })}</small>}
      {left.length > 0 && <small>{t('garage.service.notDone', { items: list(left) })}</small>}
      {parts.length > 0 && <small>{t('garage.service.used', { parts: list(parts) })}</small>}
    </>
  )
}

/** Each item once: a second one says nothing more. */
const itemsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ),
]

/** One text field holds the whole list, so it shows the first fault of any of its items. */
const checklistText = z.string().superRefine((text, context) => {
  const [issue] = serviceChecklist.safeParse(itemsOf(text), { reportInput: true }).error?.issues ?? []
  if (issue === undefined) return
  const { code, params } = faultOf(issue)
  context.addIssue({ code: 'custom', message: code, params })
})
const planForm = servicePlan.partial().extend({ checklist: checklistText })

/** A form has empty fields where the plan has none. */
type PlanFields = { [K in Exclude<keyof ServicePlan, 'checklist'>]?: ServicePlan[K] | undefined } & {
  checklist: string
}

function PlanForm({ row, service, mayEdit }: Parts) {
  const { t } = useTranslation()
  const of = serviceCallsOf(row)
  const update = useAct(of.plan, { changes: [of.get, calls.garage.list] })
  const { everyEngineHours, everyBladeHours, everyDays, checklist } = service.plan
  const fields = useForm<PlanFields>({
    resolver: formResolver(planForm) as never,
    defaultValues: {
      everyEngineHours: everyEngineHours ?? undefined,
      everyBladeHours: everyBladeHours ?? undefined,
      everyDays: everyDays ?? undefined,
      checklist: checklist.join('\n'),
    },
  })
  const { control, formState } = fields
  const save = fields.handleSubmit(async values => {
    const body: ServicePlan = {
      everyEngineHours: values.everyEngineHours ?? null,
      everyBladeHours: values.everyBladeHours ?? null,
      everyDays: values.everyDays ?? null,
      checklist: itemsOf(values.checklist),
    }
    try {
      await update.mutateAsync({ params: { id: row.id }, body })
      notify.done(t('common.saved'))
    } catch (error) {
      notify.failed(t('garage.notSaved'), errorText(error))
    }
  })
  const shared = { control, disabled: !mayEdit } as const
  return (
    <form
      className={classes.plan}
      onSubmit={event => void save(event)}
      noValidate
      aria-label={t('garage.service.plan')}
    >
      <h3 className={classes.subtitle}>{t('garage.service.plan')}</h3>
      <div className={classes.form}>
        <NumberField {...shared} name="everyEngineHours" label={t('garage.service.everyEngine')} suffix=" h" />
        {row.vehicleType === 'mower' && (
          <NumberField {...shared} name="everyBladeHours" label={t('garage.service.everyBlade')} suffix=" h" />
        )}
        <NumberField {...shared} name="everyDays" label={t('garage.service.everyDays')} />
        <div className={styles.wide}>
          <TextAreaField
            {...shared}
            name="checklist"
            label={t('garage.service.checklist')}
            description={t('garage.service.checklistHint')}
          />
        </div>
      </div>
      {mayEdit && (
        <div className={classes.actions}>
          <Button type="submit" variant="default" loading={formState.isSubmitting} disabled={!formState.isDirty}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  )
}

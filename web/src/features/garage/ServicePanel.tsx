/** When service is due, the records of service, and the form for a new record. */

import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  type GarageRow,
  type ServicePlan,
  type ServiceRecord,
  servicePlan,
  serviceRecord,
  type VehicleService,
} from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  ConfirmDialog,
  ErrorState,
  formResolver,
  IconButton,
  LoadingState,
  NumberField,
  notify,
  Panel,
  TextField,
  useMeasure,
} from '../../ui/index.ts'
import { ServiceState } from './ServiceState.tsx'
import classes from './VehiclePage.module.css'

interface Parts {
  readonly row: GarageRow
  readonly service: VehicleService
  readonly mayEdit: boolean
}

const callsOf = ({ vehicleType }: GarageRow) =>
  vehicleType === 'mower' ? lateCalls.mowerService : lateCalls.cartService

export function ServicePanel({ row }: { readonly row: GarageRow }) {
  const { t } = useTranslation()
  const mayMowers = useCan('mowers.edit')
  const mayCarts = useCan('carts.edit')
  const mayEdit = row.vehicleType === 'mower' ? mayMowers : mayCarts
  const { data, error, refetch } = useCall(callsOf(row).get, { params: { id: row.id } })
  return (
    <Panel title={t('garage.service.title')} actions={data !== undefined && <ServiceState due={data.due} />}>
      {data === undefined ? (
        error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {mayEdit && <RecordForm row={row} service={data} mayEdit />}
          <Records row={row} service={data} mayEdit={mayEdit} />
          <PlanForm key={JSON.stringify(data.plan)} row={row} service={data} mayEdit={mayEdit} />
        </>
      )}
    </Panel>
  )
}

function RecordForm({ row }: Parts) {
  const { t } = useTranslation()
  const service = callsOf(row)
  const add = useAct(service.record, { changes: [service.get, calls.garage.list] })
  const form = serviceRecord.pick({ what: true })
  const fields = useForm({ resolver: formResolver(form), defaultValues: { what: '' } })
  const save = fields.handleSubmit(async body => {
    try {
      await add.mutateAsync({ params: { id: row.id }, body })
      fields.reset({ what: '' })
      notify.done(t('garage.service.written'))
    } catch (error) {
      notify.failed(t('garage.notSaved'), errorText(error))
    }
  })
  return (
    <form className={classes.inline} onSubmit={event => void save(event)} noValidate>
      <TextField
        control={fields.control}
        name="what"
        label={t('garage.service.what')}
        description={t('garage.service.whatHint')}
      />
      <Button type="submit" loading={fields.formState.isSubmitting}>
        {t('garage.service.add')}
      </Button>
    </form>
  )
}

function Records({ row, service, mayEdit }: Parts) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const [going, setGoing] = useState<ServiceRecord | null>(null)
  const of = callsOf(row)
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

/** A form has empty fields where the plan has none. */
type PlanFields = { [K in keyof ServicePlan]?: ServicePlan[K] | undefined }

function PlanForm({ row, service, mayEdit }: Parts) {
  const { t } = useTranslation()
  const of = callsOf(row)
  const update = useAct(of.plan, { changes: [of.get, calls.garage.list] })
  const { everyEngineHours, everyBladeHours, everyDays } = service.plan
  const fields = useForm<PlanFields>({
    resolver: formResolver(servicePlan.partial()) as never,
    defaultValues: {
      everyEngineHours: everyEngineHours ?? undefined,
      everyBladeHours: everyBladeHours ?? undefined,
      everyDays: everyDays ?? undefined,
    },
  })
  const { control, formState } = fields
  const save = fields.handleSubmit(async values => {
    const body: ServicePlan = {
      everyEngineHours: values.everyEngineHours ?? null,
      everyBladeHours: values.everyBladeHours ?? null,
      everyDays: values.everyDays ?? null,
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

/** A mower that runs OpenMower: how its broker is reached, the state of that link, and what it reports. */
import type { OpenMowerForm, OpenMowerLink, OpenMowerState } from '@greensward/contract'
import { lateCalls as calls, openMowerForm } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { answerTo } from '../../api/answerTo.ts'
import { errorText, useAct, useCall, useCan } from '../../api/index.ts'
import { ageText } from '../../map-view/ageText.ts'
import {
  ConfirmDialog,
  formResolver,
  NumberField,
  notify,
  Panel,
  PasswordField,
  QueryState,
  StatusPill,
  showRefusals,
  TextAreaField,
  TextField,
  type Tone,
} from '../../ui/index.ts'
import classes from './VehiclePage.module.css'

/** The link reports no changes by itself. */
const READ_MS = 3_000

const form = openMowerForm.omit({ datum: true }).extend({
  password: z.string().max(500),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
type Form = z.infer<typeof form>
type Fields = UseFormReturn<Form, unknown, Form>

const NEW = { address: '', user: '', authority: '', prefix: 'openmower' } as const

const valuesOf = (link: OpenMowerLink | null) => {
  const { address, user, authority, prefix } = link ?? NEW
  return {
    ...{ address, user, authority, prefix, password: '' },
    ...(link === null ? {} : { longitude: link.datum[0], latitude: link.datum[1] }),
  }
}

/** An empty password field leaves the stored password as it is. */
const bodyOf = ({ latitude, longitude, password, ...values }: Form): OpenMowerForm => ({
  ...values,
  datum: [longitude, latitude],
  ...(password === '' ? {} : { password }),
})

export function OpenMowerPanel({ mowerId, name }: { readonly mowerId: string; readonly name: string }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const [isOpen, setOpen] = useState(false)
  const params = { id: mowerId }
  const query = useCall(calls.openMower.get, { params }, { refetchInterval: READ_MS })
  if (query.data === undefined) return <QueryState query={query} />
  const { link, state } = query.data
  if (link === null && !mayEdit) return null
  return (
    <Panel title={t('garage.openMower.title')} actions={state !== null && <Connection state={state} />}>
      {state !== null && <Now state={state} />}
      <p className={classes.quiet}>{t(link === null ? 'garage.openMower.offer' : 'garage.openMower.limits')}</p>
      {mayEdit && link === null && !isOpen && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('garage.openMower.set')}
          </Button>
        </div>
      )}
      {mayEdit && (link !== null || isOpen) && (
        <LinkForm mowerId={mowerId} name={name} link={link} onEnd={() => setOpen(false)} />
      )}
    </Panel>
  )
}

const TONES: Readonly<Record<OpenMowerState['connection'], Tone>> = {
  connecting: 'main',
  connected: 'success',
  failing: 'error',
  elsewhere: 'neutral',
}

function Connection({ state: { connection } }: { readonly state: OpenMowerState }) {
  const { t } = useTranslation()
  return (
    <StatusPill tone={TONES[connection]}>
      {t(connection === 'elsewhere' ? 'garage.openMower.elsewhere' : `settings.mqtt.state.${connection}`)}
    </StatusPill>
  )
}

function Now({ state: { connection, problem, detail, activity, reportAgeMs } }: { readonly state: OpenMowerState }) {
  const { t } = useTranslation()
  if (connection === 'elsewhere') return null
  return (
    <div aria-live="polite">
      <dl className={classes.facts}>
        <div>
          <dt>{t('garage.openMower.does')}</dt>
          <dd data-tone={activity === 'failed' ? 'error' : undefined}>{t(`garage.openMower.activity.${activity}`)}</dd>
        </div>
        <div>
          <dt>{t('garage.openMower.lastReport')}</dt>
          <dd>{reportAgeMs === null ? t('common.none') : ageText(reportAgeMs, t)}</dd>
        </div>
      </dl>
      {problem !== null && (
        <p role="alert">
          {t(`settings.mqtt.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
    </div>
  )
}

interface LinkFormProps {
  readonly mowerId: string
  readonly name: string
  readonly link: OpenMowerLink | null
  readonly onEnd: () => void
}

function LinkForm({ mowerId, name, link, onEnd }: LinkFormProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const changes = [calls.openMower.get, calls.capabilities.get]
  const save = useAct(calls.openMower.save, { changes })
  const remove = useAct(calls.openMower.remove, { changes })
  const params = { id: mowerId }
  const fields = useForm<Form, unknown, Form>({ resolver: formResolver(form), defaultValues: valuesOf(link) })
  const { control } = fields
  const submit = fields.handleSubmit(async values => {
    try {
      fields.reset(valuesOf(await save.mutateAsync({ params, body: bodyOf(values) })))
      notify.done(t('common.saved'))
    } catch (error) {
      showRefusals(fields, error)
    }
  })
  const end = (): void =>
    remove.mutate(
      { params },
      {
        onSuccess: () => {
          setAsking(false)
          onEnd()
        },
        onError: error => notify.failed(t('common.error'), errorText(error)),
      },
    )
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <div className={classes.form}>
        <TextField
          control={control}
          name="address"
          label={t('settings.mqtt.address')}
          description={t('settings.mqtt.addressHint')}
        />
        <TextField
          control={control}
          name="prefix"
          label={t('settings.mqtt.prefix')}
          description={t('garage.openMower.prefixHint')}
        />
        <TextField control={control} name="user" label={t('settings.mqtt.user')} />
        <PasswordField
          control={control}
          name="password"
          label={t('settings.mqtt.password')}
          description={t(link?.hasPassword === true ? 'settings.mqtt.hasPassword' : 'settings.mqtt.noPassword')}
        />
        <NumberField
          control={control}
          name="latitude"
          label={t('garage.openMower.latitude')}
          description={t('garage.openMower.datumHint')}
          step={0.001}
          decimals={9}
        />
        <NumberField
          control={control}
          name="longitude"
          label={t('garage.openMower.longitude')}
          description={t('garage.openMower.datumHint')}
          step={0.001}
          decimals={9}
        />
        <TextAreaField
          control={control}
          name="authority"
          label={t('settings.mqtt.authority')}
          description={t('settings.mqtt.authorityHint')}
        />
      </div>
      <TestConnection mowerId={mowerId} form={fields} />
      <div className={classes.actions}>
        <Button type="submit" loading={save.isPending}>
          {t('common.save')}
        </Button>
        {link === null ? (
          <Button variant="default" onClick={onEnd}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button variant="outline" color="error" onClick={() => setAsking(true)}>
            {t('garage.openMower.end')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('garage.openMower.endTitle', { name })}
        text={t('garage.openMower.endText')}
        confirm={t('garage.openMower.end')}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={end}
      />
    </form>
  )
}

/** Connects by what is in the fields now, saved or not, and listens for a report. */
function TestConnection({ mowerId, form: fields }: { readonly mowerId: string; readonly form: Fields }) {
  const { t } = useTranslation()
  const test = useAct(calls.openMower.test)
  const input = { params: { id: mowerId }, body: bodyOf(fields.watch()) }
  const run = async (): Promise<void> => {
    if (await fields.trigger())
      test.mutate(input, { onError: error => notify.failed(t('common.error'), errorText(error)) })
  }
  const found = answerTo(test, input)
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={18} />}
        loading={test.isPending}
        onClick={() => void run()}
      >
        {t('settings.mqtt.test')}
      </Button>
      {found !== undefined && !test.isPending && (
        <p role="status">
          {found.problem !== null ? (
            <>
              {t(`settings.mqtt.problem.${found.problem}`)} <span lang="en">{found.detail}</span>
            </>
          ) : found.activity === null ? (
            t('garage.openMower.silent')
          ) : (
            t('garage.openMower.reports', { activity: t(`garage.openMower.activity.${found.activity}`) })
          )}
        </p>
      )}
    </div>
  )
}

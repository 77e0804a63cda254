/** A mower that speaks VDA 5050: how its broker is reached, the state of that link, and what it reports. */
import type { Vda5050Form, Vda5050Link } from '@greensward/contract'
import { lateCalls as calls, vda5050Form } from '@greensward/contract/late'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { answerTo } from '../../../api/answerTo.ts'
import { useAct, useCall } from '../../../api/index.ts'
import { formResolver, NumberField, QueryState, SelectField, TextField } from '../../../ui/index.ts'
import {
  BROKER_NAMES,
  BrokerForm,
  BrokerPanel,
  latitudeField,
  longitudeField,
  passwordField,
  passwordOf,
  READ_MS,
  TestButton,
} from './BrokerPanel.tsx'
import { Unreadable, Vda5050Now } from './Vda5050Now.tsx'

const form = vda5050Form
  .omit({ origin: true })
  .extend({ password: passwordField, latitude: latitudeField, longitude: longitudeField })
type Form = z.infer<typeof form>
type Fields = UseFormReturn<Form, unknown, Form>

const NEW = {
  ...{ address: '', user: '', authority: '', interfaceName: 'uagv', version: '2.1.0' as const },
  ...{ manufacturer: '', serialNumber: '', mapId: '', xAxisDeg: 90, bladeAction: '', password: '' },
}
const VERSIONS = vda5050Form.shape.version.options.map(value => ({ value, label: value }))

const valuesOf = ({ origin, hasPassword: _, ...link }: Vda5050Link): Form => ({
  ...link,
  ...{ password: '', longitude: origin[0], latitude: origin[1] },
})

const bodyOf = ({ latitude, longitude, password, ...values }: Form): Vda5050Form => ({
  ...values,
  origin: [longitude, latitude],
  ...passwordOf(password),
})

export function Vda5050Panel({ mowerId, name }: { readonly mowerId: string; readonly name: string }) {
  const query = useCall(calls.vda5050.get, { params: { id: mowerId } }, { refetchInterval: READ_MS })
  if (query.data === undefined) return <QueryState query={query} />
  const { link, state } = query.data
  const details = state?.details ?? null
  return (
    <BrokerPanel
      kind="vda5050"
      state={state}
      more={details !== null && <Vda5050Now details={details} />}
      form={onEnd => <LinkForm mowerId={mowerId} name={name} link={link} onEnd={onEnd} />}
    />
  )
}

interface LinkFormProps {
  readonly mowerId: string
  readonly name: string
  readonly link: Vda5050Link | null
  readonly onEnd: () => void
}

function LinkForm({ mowerId, name, link, onEnd }: LinkFormProps) {
  const changes = [calls.vda5050.get, calls.openMower.get, calls.capabilities.get]
  const save = useAct(calls.vda5050.save, { changes })
  const remove = useAct(calls.vda5050.remove, { changes })
  const params = { id: mowerId }
  const fields = useForm<Form, unknown, Form>({
    resolver: formResolver(form),
    defaultValues: link === null ? NEW : valuesOf(link),
  })
  return (
    <BrokerForm
      fields={fields}
      names={BROKER_NAMES}
      hasPassword={link?.hasPassword === true}
      save={async values => valuesOf(await save.mutateAsync({ params, body: bodyOf(values) }))}
      test={<TestConnection mowerId={mowerId} form={fields} />}
      name={name}
      isLinked={link !== null}
      isSaving={save.isPending}
      remove={{ isPending: remove.isPending, run: () => remove.mutateAsync({ params }) }}
      onEnd={onEnd}
    >
      <Machine form={fields} />
    </BrokerForm>
  )
}

/** By what it is known, and where its map is. */
function Machine({ form: { control } }: { readonly form: Fields }) {
  const { t } = useTranslation()
  const texts = [
    ['interfaceName', 'interfaceNameHint'],
    ['manufacturer', 'identityHint'],
    ['serialNumber', 'identityHint'],
    ['mapId', 'mapIdHint'],
  ] as const
  const places = ['latitude', 'longitude'] as const
  return (
    <>
      {texts.map(([field, hint]) => (
        <TextField
          key={field}
          control={control}
          name={field}
          label={t(`brokerMowers.vda5050.${field}`)}
          description={t(`brokerMowers.vda5050.${hint}`)}
        />
      ))}
      <SelectField control={control} name="version" label={t('brokerMowers.vda5050.version')} choices={VERSIONS} />
      {places.map(field => (
        <NumberField
          key={field}
          control={control}
          name={field}
          label={t(`brokerMowers.vda5050.${field}`)}
          description={t('brokerMowers.vda5050.originHint')}
          step={0.001}
          decimals={9}
        />
      ))}
      <NumberField
        control={control}
        name="xAxisDeg"
        label={t('brokerMowers.vda5050.xAxis')}
        description={t('brokerMowers.vda5050.xAxisHint')}
        suffix="°"
        decimals={3}
      />
      <TextField
        control={control}
        name="bladeAction"
        label={t('brokerMowers.vda5050.bladeAction')}
        description={t('brokerMowers.vda5050.bladeActionHint')}
      />
    </>
  )
}

/** Connects by what is in the fields now, saved or not, and listens for a report. */
function TestConnection({ mowerId, form: fields }: { readonly mowerId: string; readonly form: Fields }) {
  const { t } = useTranslation()
  const test = useAct(calls.vda5050.test)
  const input = { params: { id: mowerId }, body: bodyOf(fields.watch()) }
  const found = answerTo(test, input)
  const activity = found?.activity ?? null
  const details = found?.details ?? null
  return (
    <TestButton
      check={() => fields.trigger()}
      isPending={test.isPending}
      found={found}
      run={options => test.mutate(input, options)}
    >
      {activity === null
        ? t('brokerMowers.vda5050.silent')
        : t('brokerMowers.reports', { activity: t(`brokerMowers.activity.${activity}`) })}
      {details !== null && details.mapId !== null && ` ${t('brokerMowers.vda5050.onMap', { map: details.mapId })}`}
      {details !== null && <Unreadable unreadable={details.unreadable} />}
    </TestButton>
  )
}

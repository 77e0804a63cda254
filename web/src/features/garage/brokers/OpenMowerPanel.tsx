/** A mower that runs OpenMower: how its broker is reached, the state of that link, and what it reports. */

import { calls as mapCalls, type OpenMowerForm, type OpenMowerLink } from '@greensward/contract'
import { lateCalls as calls, openMowerForm } from '@greensward/contract/late'
import { compareNames } from '@greensward/domain'
import { MultiSelect } from '@mantine/core'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { answerTo } from '../../../api/answerTo.ts'
import { useAct, useCall } from '../../../api/index.ts'
import { formResolver, NumberField, QueryState, TextField } from '../../../ui/index.ts'
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

const form = openMowerForm
  .omit({ datum: true })
  .extend({ password: passwordField, latitude: latitudeField, longitude: longitudeField })
type Form = z.infer<typeof form>
type Fields = UseFormReturn<Form, unknown, Form>

const NEW = { address: '', user: '', authority: '', prefix: 'openmower', password: '', zoneIds: [] as string[] }

const valuesOf = ({ datum, hasPassword: _, ...link }: OpenMowerLink): Form => ({
  ...link,
  ...{ password: '', longitude: datum[0], latitude: datum[1] },
})

const bodyOf = ({ latitude, longitude, password, ...values }: Form): OpenMowerForm => ({
  ...values,
  datum: [longitude, latitude],
  ...passwordOf(password),
})

export function OpenMowerPanel({ mowerId, name }: { readonly mowerId: string; readonly name: string }) {
  const query = useCall(calls.openMower.get, { params: { id: mowerId } }, { refetchInterval: READ_MS })
  if (query.data === undefined) return <QueryState query={query} />
  const { link, state } = query.data
  return (
    <BrokerPanel
      kind="openMower"
      state={state}
      form={onEnd => <LinkForm mowerId={mowerId} name={name} link={link} onEnd={onEnd} />}
    />
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
  const changes = [calls.openMower.get, calls.vda5050.get, calls.capabilities.get]
  const save = useAct(calls.openMower.save, { changes })
  const remove = useAct(calls.openMower.remove, { changes })
  const params = { id: mowerId }
  const fields = useForm<Form, unknown, Form>({
    resolver: formResolver(form),
    defaultValues: link === null ? NEW : valuesOf(link),
  })
  const { control } = fields
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
      <TextField
        control={control}
        name="prefix"
        label={t('settings.mqtt.prefix')}
        description={t('brokerMowers.openMower.prefixHint')}
      />
      <NumberField
        control={control}
        name="latitude"
        label={t('brokerMowers.openMower.latitude')}
        description={t('brokerMowers.openMower.datumHint')}
        step={0.001}
        decimals={9}
      />
      <NumberField
        control={control}
        name="longitude"
        label={t('brokerMowers.openMower.longitude')}
        description={t('brokerMowers.openMower.datumHint')}
        step={0.001}
        decimals={9}
      />
      <ZonesField fields={fields} />
    </BrokerForm>
  )
}

/** The zones of ours whose checks its start has to pass. */
function ZonesField({ fields: { control } }: { readonly fields: Fields }) {
  const { t, i18n } = useTranslation()
  const map = useCall(mapCalls.map.get)
  const zones = (map.data?.features ?? [])
    .flatMap(feature => (feature.kind === 'zone' ? [{ value: feature.id, label: feature.properties.title }] : []))
    .toSorted((a, b) => compareNames(a.label, b.label, i18n.language))
  return (
    <Controller
      control={control}
      name="zoneIds"
      render={({ field: { value, onChange, onBlur } }) => {
        // Before the map is read it is unknown whether a zone is still there.
        const gone = value.filter(id => !zones.some(zone => zone.value === id))
        const label = t(map.data === undefined ? 'common.loading' : 'brokerMowers.ownMap.goneZone')
        return (
          <MultiSelect
            label={t('brokerMowers.ownMap.zonesOf')}
            description={t('brokerMowers.ownMap.zonesHint')}
            data={[...zones, ...gone.map(id => ({ value: id, label }))]}
            value={value}
            disabled={map.data === undefined}
            searchable
            nothingFoundMessage={t('common.nothingFound')}
            onChange={onChange}
            onBlur={onBlur}
          />
        )
      }}
    />
  )
}

/** Connects by what is in the fields now, saved or not, and listens for a report. */
function TestConnection({ mowerId, form: fields }: { readonly mowerId: string; readonly form: Fields }) {
  const { t } = useTranslation()
  const test = useAct(calls.openMower.test)
  const input = { params: { id: mowerId }, body: bodyOf(fields.watch()) }
  const found = answerTo(test, input)
  const activity = found?.activity ?? null
  return (
    <TestButton
      check={() => fields.trigger()}
      isPending={test.isPending}
      found={found}
      run={options => test.mutate(input, options)}
    >
      {activity === null
        ? t('brokerMowers.openMower.silent')
        : t('brokerMowers.reports', { activity: t(`brokerMowers.activity.${activity}`) })}
    </TestButton>
  )
}

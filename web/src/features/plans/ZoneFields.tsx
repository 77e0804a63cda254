import { Checkbox, MultiSelect } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/index.ts'
import classes from './PlanSheet.module.css'
import { countTypes, mowableZones, nameOf, type PlanFields, type PlanGround, type PlanValues } from './planDraft.ts'

export type PlanFormApi = UseFormReturn<PlanFields, unknown, PlanValues>

interface ZoneFieldsProps {
  readonly form: PlanFormApi
  readonly ground: PlanGround
  readonly isNew: boolean
}

/** The first fault of a field or of its items, which the form keeps beneath it. */
const faultIn = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error)
    .map(faultIn)
    .find(text => text !== undefined)
}

/** What is mown: types of zones, single zones, and what is left out; and the name of the plan. */
export function ZoneFields({ form, ground, isNew }: ZoneFieldsProps) {
  const { t, i18n } = useTranslation()
  const { zoneTypeIds, zoneIds, exceptZoneIds } = form.watch()
  const zones = mowableZones(ground, i18n.language)
  const types = countTypes(ground, zones)
  const { errors, dirtyFields } = form.formState
  const set = (field: 'zoneTypeIds' | 'zoneIds' | 'exceptZoneIds', ids: string[]): void =>
    form.setValue(field, ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const toggle = (id: string, isOn: boolean): void => {
    const next = isOn ? [...zoneTypeIds, id] : zoneTypeIds.filter(other => other !== id)
    set('zoneTypeIds', next)
    if (isNew && dirtyFields.name !== true) form.resetField('name', { defaultValue: nameOf(next, ground.zoneTypes) })
  }
  const choices = (ofType: boolean) =>
    zones
      .filter(({ properties }) => zoneTypeIds.includes(properties.zoneTypeId) === ofType)
      .map(({ id, properties }) => ({ value: id, label: properties.title }))
  // A zone that is no longer on the map is shown, so that people can remove it.
  const known = new Set(zones.map(({ id }) => id))
  const gone = zoneIds.filter(id => !known.has(id)).map(id => ({ value: id, label: t('plans.goneZone') }))
  const chosen = zones
    .filter(({ id }) => zoneIds.includes(id))
    .map(({ id, properties }) => ({
      value: id,
      label: properties.title,
    }))
  const single = [...new Map([...choices(false), ...chosen, ...gone].map(one => [one.value, one])).values()]
  const fault = faultIn(errors.zoneTypeIds)
  const zoneFault = faultIn(errors.zoneIds)
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.label}>{t('plans.types')}</legend>
        {types.length === 0 && <p className={classes.note}>{t('plans.noZones')}</p>}
        {types.map(({ type, count }) => (
          <Checkbox
            key={type.id}
            label={
              <span className={classes.type}>
                <span className={classes.swatch} style={{ background: type.color }} aria-hidden />
                {type.name} · {t('plans.zones', { count })}
              </span>
            }
            checked={zoneTypeIds.includes(type.id)}
            onChange={event => toggle(type.id, event.currentTarget.checked)}
          />
        ))}
        {fault !== undefined && (
          <p className={classes.refusal} role="alert">
            {fault}
          </p>
        )}
      </fieldset>
      <MultiSelect
        label={t('plans.singleZones')}
        data={single}
        value={[...zoneIds]}
        onChange={ids => set('zoneIds', ids)}
        searchable
        clearable
        nothingFoundMessage={t('common.nothingFound')}
        {...(zoneFault === undefined ? {} : { error: zoneFault })}
      />
      {zoneTypeIds.length > 0 && (
        <MultiSelect
          label={t('plans.except')}
          data={choices(true)}
          value={exceptZoneIds.filter(id => choices(true).some(({ value }) => value === id))}
          onChange={ids => set('exceptZoneIds', ids)}
          searchable
          clearable
          nothingFoundMessage={t('common.nothingFound')}
        />
      )}
      <TextField control={form.control} name="name" label={t('plans.name')} />
    </>
  )
}

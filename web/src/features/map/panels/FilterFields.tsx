import type { Hole, ZoneType } from '@greensward/domain'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type MapFilters, SHOWN_STATUSES, toggled } from '../../../map-view/mapChoice.ts'
import classes from './LayersPanel.module.css'

export interface FiltersProps {
  readonly filters: MapFilters
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly vehicles: readonly { readonly id: string; readonly name: string }[]
  readonly withStatus: boolean
  readonly onChange: (part: Partial<MapFilters> | ((now: MapFilters) => Partial<MapFilters>)) => void
}

/** By what the map can be filtered. */
export function FilterFields({ filters, zoneTypes, holes, vehicles, withStatus, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { types, hole, statuses, vehicle } = filters
  return (
    <>
      <fieldset className={classes.types}>
        <legend>{t('map.filters.types')}</legend>
        {zoneTypes.map(type => (
          <button
            key={type.id}
            type="button"
            className={classes.type}
            aria-pressed={types.includes(type.id)}
            onClick={() => onChange(now => ({ types: toggled(now.types, type.id) }))}
          >
            <span className={classes.swatch} style={{ background: type.color }} />
            {type.name}
          </button>
        ))}
      </fieldset>
      <NativeSelect
        label={t('map.filters.hole')}
        value={hole ?? ''}
        data={[
          { value: '', label: t('map.filters.allHoles') },
          ...holes.map(item => ({ value: item.id, label: item.properties.name })),
        ]}
        onChange={event => onChange({ hole: event.currentTarget.value === '' ? null : event.currentTarget.value })}
      />
      {vehicles.length > 0 && (
        <NativeSelect
          label={t('map.filters.vehicle')}
          value={vehicle ?? ''}
          data={[
            { value: '', label: t('map.filters.allVehicles') },
            ...vehicles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={event => onChange({ vehicle: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        />
      )}
      {withStatus && (
        <fieldset className={classes.types}>
          <legend>{t('map.filters.status')}</legend>
          {SHOWN_STATUSES.map(status => (
            <button
              key={status}
              type="button"
              className={classes.type}
              aria-pressed={statuses.includes(status)}
              onClick={() => onChange(now => ({ statuses: toggled(now.statuses, status) }))}
            >
              {t(`map.status.${status}`)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

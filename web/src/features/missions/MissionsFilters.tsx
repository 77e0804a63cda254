import type { CourseFeature, Mower } from '@greensward/domain'
import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayRange } from '../../ui/index.ts'
import classes from './MissionsPage.module.css'
import { DEFAULT_SORT, isFiltered, type MissionsSearch } from './missionsSearch.ts'

const STATUSES = ['planned', 'uploading', 'working', 'stopped', 'done', 'cancelled', 'missed', 'failed'] as const

interface MissionsFiltersProps {
  readonly search: MissionsSearch
  readonly features: readonly CourseFeature[]
  readonly mowers: readonly Mower[]
  readonly onChange: (part: Partial<MissionsSearch>) => void
}

export function MissionsFilters({ search, features, mowers, onChange }: MissionsFiltersProps) {
  const { t } = useTranslation()
  const areas = features.flatMap(feature =>
    feature.kind === 'zone' || feature.kind === 'missionArea' || feature.kind === 'road'
      ? [{ value: feature.id, label: feature.properties.title }]
      : [],
  )
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        aria-label={t('common.search')}
        placeholder={t('missions.searchHint')}
        leftSection={<IconSearch size={18} />}
        defaultValue={search.search}
        key={`search-${search.search === '' ? 'empty' : 'set'}`}
        onKeyDown={event => {
          if (event.key === 'Enter') onChange({ search: event.currentTarget.value })
        }}
        onBlur={event => {
          if (event.currentTarget.value !== search.search) onChange({ search: event.currentTarget.value })
        }}
      />
      <MultiSelect
        className={classes.filter ?? ''}
        aria-label={t('missions.column.status')}
        placeholder={search.status.length === 0 ? t('missions.column.status') : ''}
        data={STATUSES.map(value => ({ value, label: t(`missions.status.${value}`) }))}
        value={[...search.status]}
        onChange={value => onChange({ status: value as MissionsSearch['status'] })}
        clearable
      />
      <Select
        className={classes.filter ?? ''}
        aria-label={t('missions.column.area')}
        placeholder={t('missions.column.area')}
        data={areas}
        value={search.featureId ?? null}
        onChange={value => onChange({ featureId: value ?? undefined })}
        searchable
        clearable
      />
      <Select
        className={classes.filter ?? ''}
        aria-label={t('missions.mower')}
        placeholder={t('missions.mower')}
        data={mowers.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.mowerId ?? null}
        onChange={value => onChange({ mowerId: value ?? undefined })}
        clearable
      />
      <DayRange
        from={search.from}
        to={search.to}
        fromLabel={t('missions.from')}
        toLabel={t('missions.to')}
        onChange={onChange}
      />
      {isFiltered(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={18} />}
          onClick={() =>
            onChange({
              search: '',
              status: [],
              featureId: undefined,
              mowerId: undefined,
              from: undefined,
              to: undefined,
              sort: DEFAULT_SORT,
            })
          }
        >
          {t('common.resetFilters')}
        </Button>
      )}
    </>
  )
}

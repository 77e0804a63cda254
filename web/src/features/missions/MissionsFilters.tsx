import type { CourseFeature, Mower } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { Button, MultiSelect, Select } from '@mantine/core'
import { IconFilterOff, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FoldedFilters } from '../../ui/form/FoldedFilters.tsx'
import { DayRange, SearchField } from '../../ui/index.ts'
import classes from './MissionsPage.module.css'
import { countFilters, DEFAULT_SORT, isFiltered, isOfReport, type MissionsSearch, NO_REPORT } from './missionsSearch.ts'

const STATUSES = [
  'planned',
  'uploading',
  'working',
  'stopped',
  'interrupted',
  'done',
  'cancelled',
  'missed',
  'failed',
] as const

interface MissionsFiltersProps {
  readonly search: MissionsSearch
  readonly features: readonly CourseFeature[]
  readonly mowers: readonly Mower[]
  readonly onChange: (part: Partial<MissionsSearch>) => void
}

export function MissionsFilters({ search, features, mowers, onChange }: MissionsFiltersProps) {
  const { t, i18n } = useTranslation()
  const inOrder = (choices: readonly { readonly value: string; readonly label: string }[]) =>
    choices.toSorted((a, b) => compareNames(a.label, b.label, i18n.language))
  // Paths are not mown: missions along them are found by their names.
  const areas = features.flatMap(feature =>
    feature.kind === 'zone' || feature.kind === 'missionArea'
      ? [{ value: feature.id, label: feature.properties.title }]
      : [],
  )
  const count = countFilters(search)
  return (
    <>
      <SearchField
        label={t('missions.searchHint')}
        value={search.search}
        onSearch={text => text !== search.search && onChange({ search: text })}
      />
      <FoldedFilters count={count}>
        <MultiSelect
          className={classes.filter ?? ''}
          aria-label={t('missions.column.status')}
          placeholder={search.status.length === 0 ? t('missions.column.status') : ''}
          data={STATUSES.map(value => ({ value, label: t(`missions.status.${value}`) }))}
          value={[...search.status]}
          onChange={value => onChange({ status: value as MissionsSearch['status'] })}
          searchable
          clearable
        />
        <Select
          className={classes.filter ?? ''}
          aria-label={t('missions.column.area')}
          placeholder={t('missions.column.area')}
          data={inOrder(areas)}
          value={search.featureId ?? null}
          onChange={value => onChange({ featureId: value ?? undefined })}
          searchable
          clearable
        />
        <Select
          className={classes.filter ?? ''}
          aria-label={t('missions.mower')}
          placeholder={t('missions.mower')}
          data={inOrder(mowers.map(({ id, name }) => ({ value: id, label: name })))}
          value={search.mowerId ?? null}
          onChange={value => onChange({ mowerId: value ?? undefined })}
          searchable
          clearable
        />
        <DayRange
          from={search.from}
          to={search.to}
          fromLabel={t('missions.from')}
          toLabel={t('missions.to')}
          onChange={onChange}
        />
        {isOfReport(search) && (
          <Button variant="light" rightSection={<IconX size={18} />} onClick={() => onChange(NO_REPORT)}>
            {t('missions.ofReport')}
          </Button>
        )}
        {search.ids !== undefined && (
          <Button variant="light" rightSection={<IconX size={18} />} onClick={() => onChange({ ids: undefined })}>
            {t('missions.ofNotification')}
          </Button>
        )}
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
                ids: undefined,
                ...NO_REPORT,
                sort: DEFAULT_SORT,
              })
            }
          >
            {t('common.resetFilters')}
          </Button>
        )}
      </FoldedFilters>
    </>
  )
}

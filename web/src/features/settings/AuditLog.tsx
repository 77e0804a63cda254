import type { AuditLine } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconHistory, IconListDetails } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, useCall, useCourseTime } from '../../api/index.ts'
import { FoldedFilters } from '../../ui/form/FoldedFilters.tsx'
import {
  type Column,
  DataTable,
  DayRange,
  EmptyState,
  IconButton,
  Page,
  Pager,
  QueryState,
  SearchField,
  Sheet,
} from '../../ui/index.ts'
import { useSave } from '../../ui/useSave.ts'
import { addDays, startOfDay } from '../../ui/zonedTime.ts'
import classes from './AuditDetails.module.css'
import { changedFields, detailFields } from './changedFields.ts'
import type { AuditSearch } from './search.ts'
import { useListSearch } from './useListSearch.ts'

/** The open log polls, because the server publishes no message per entry. */
const POLL_MS = 5_000

/** The actions of people, newest first. */
export default function AuditLog() {
  const { t } = useTranslation()
  const search: AuditSearch = useSearch({ from: '/main/settings/audit' })
  const list = useListSearch(search)
  const time = useCourseTime()
  const wordsOf = useAuditWords()
  const [shown, setShown] = useState<AuditLine | null>(null)
  const { isSaving, save } = useSave(t('common.error'))
  const filter = {
    ...(search.search === undefined ? {} : { search: search.search }),
    ...(search.subject === undefined ? {} : { subject: search.subject }),
    ...(search.from === undefined ? {} : { from: startOfDay(search.from, time.zone).toISOString() }),
    // The last day is shown to its end.
    ...(search.to === undefined ? {} : { to: startOfDay(addDays(search.to, 1), time.zone).toISOString() }),
  }
  const query = useCall(
    lateCalls.audit.list,
    { query: { page: list.page, perPage: list.perPage, ...filter } },
    { keepPrevious: true, refetchInterval: POLL_MS },
  )
  const columns = useColumns(setShown)
  const isFiltered = Object.keys(filter).length > 0
  const go = (change: FilterChange): void => list.go({ ...change, page: undefined } as never)
  return (
    <Page
      flush
      title={t('settings.section.audit')}
      hint={query.data?.total}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={isSaving}
          disabled={(query.data?.total ?? 0) === 0}
          onClick={() => void save(download(lateCalls.audit.export, {}, filter), 'audit.csv')}
        >
          {t('audit.export')}
        </Button>
      }
      filters={<Filters search={search} isFiltered={isFiltered} onSearch={list.onSearch} onGo={go} />}
      footer={<Pager {...list} total={query.data?.total ?? 0} />}
    >
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.items.length === 0 ? (
        <EmptyState
          icon={<IconHistory aria-hidden />}
          title={t(isFiltered ? 'common.nothingFound' : 'audit.none')}
          text={t('audit.noneText')}
        />
      ) : (
        <DataTable
          label={t('settings.section.audit')}
          rows={query.data.items}
          rowKey={row => row.id}
          columns={columns}
        />
      )}
      {shown !== null && (
        <Sheet opened title={wordsOf(shown.action)} onClose={() => setShown(null)}>
          <AuditDetails line={shown} />
        </Sheet>
      )}
    </Page>
  )
}

type FilterChange = { readonly [K in 'search' | 'subject' | 'from' | 'to']?: string | undefined }

interface FiltersProps {
  readonly search: AuditSearch
  readonly isFiltered: boolean
  readonly onSearch: (search: string) => void
  readonly onGo: (change: FilterChange) => void
}

function Filters({ search, isFiltered, onSearch, onGo }: FiltersProps) {
  const { t } = useTranslation()
  const wordsOf = useAuditWords()
  const subjects = useCall(lateCalls.audit.subjects)
  const count = [search.subject, search.from, search.to].filter(set => set !== undefined).length
  return (
    <>
      <SearchField label={t('audit.search')} value={search.search ?? ''} onSearch={onSearch} />
      <FoldedFilters count={count}>
        <NativeSelect
          aria-label={t('audit.subject')}
          value={search.subject ?? ''}
          onChange={event => onGo({ subject: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('audit.allSubjects') },
            ...(subjects.data?.items ?? []).map(value => ({ value, label: wordsOf(value) })),
          ]}
        />
        <DayRange
          from={search.from}
          to={search.to}
          fromLabel={t('audit.from')}
          toLabel={t('audit.to')}
          onChange={onGo}
        />
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() => onGo({ search: undefined, subject: undefined, from: undefined, to: undefined })}
          >
            {t('common.resetFilters')}
          </Button>
        )}
      </FoldedFilters>
    </>
  )
}

function useColumns(onShow: (line: AuditLine) => void): readonly Column<AuditLine>[] {
  const { t } = useTranslation()
  const time = useCourseTime()
  const wordsOf = useAuditWords()
  return [
    { key: 'at', title: t('audit.at'), cell: row => time.dateTime(row.at) },
    {
      key: 'who',
      title: t('audit.who'),
      cell: row => <strong>{row.userId === null ? t('audit.system') : row.who}</strong>,
    },
    { key: 'action', title: t('audit.action'), cell: row => wordsOf(row.action) },
    { key: 'subjectId', title: t('audit.subjectId'), cell: row => row.subjectName ?? t('audit.unnamed') },
    {
      key: 'details',
      title: t('audit.details'),
      quiet: true,
      align: 'end',
      cell: row =>
        row.details === null ? null : (
          <IconButton
            label={`${t('audit.show')}: ${wordsOf(row.action)}, ${time.dateTime(row.at)}`}
            onClick={() => onShow(row)}
          >
            <IconListDetails size={20} stroke={1.75} />
          </IconButton>
        ),
    },
  ]
}

/** One line of the record as a whole: field by field, with the values before and after where something was changed. */
function AuditDetails({ line }: { readonly line: AuditLine }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { fieldOf, textOf } = useDetailWords()
  const changed = changedFields(line.details)
  const field = { key: 'field', title: t('audit.field') }
  return (
    <div className={classes.details}>
      <p>
        {[time.dateTime(line.at), line.userId === null ? t('audit.system') : line.who, line.subjectName]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {changed === undefined ? (
        <DataTable
          label={t('audit.details')}
          rows={detailFields(line.details)}
          rowKey={row => row.field}
          columns={[
            { ...field, cell: row => <strong>{fieldOf(row.field)}</strong> },
            {
              key: 'value',
              title: t('audit.value'),
              cell: row => <span className={classes.value}>{textOf(row.value)}</span>,
            },
          ]}
        />
      ) : (
        <DataTable
          label={t('audit.details')}
          rows={changed}
          rowKey={row => row.field}
          columns={[
            { ...field, cell: row => <strong>{fieldOf(row.field)}</strong> },
            {
              key: 'before',
              title: t('audit.before'),
              cell: row => <span className={classes.value}>{textOf(row.before)}</span>,
            },
            {
              key: 'after',
              title: t('audit.after'),
              cell: row => <span className={classes.value}>{textOf(row.after)}</span>,
            },
          ]}
        />
      )}
      {line.subjectId !== null && <p className={classes.id}>{t('audit.id', { id: line.subjectId })}</p>}
    </div>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Fields and values of details in words; a field that no release names is shown as words of its own name. */
function useDetailWords() {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const wordOf = (part: string): string => {
    const key = `audit.fields.${part}`
    if (i18n.exists(key)) return t(key as never)
    const words = part.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  return {
    fieldOf: (path: string): string => path.split('.').map(wordOf).join(': '),
    textOf: (value: string): string =>
      value === 'true'
        ? t('common.yes')
        : value === 'false'
          ? t('common.no')
          : value === ''
            ? t('common.none')
            : INSTANT.test(value)
              ? time.dateTime(value)
              : value,
  }
}

/**
 * Words for what the record calls by a name such as `mission.start`, or for the thing alone; the name itself where there are
 * none, as for what an older release wrote down.
 */
function useAuditWords(): (name: string) => string {
  const { t, i18n } = useTranslation()
  const wordOf = (key: string): string | undefined => (i18n.exists(key) ? t(key as never) : undefined)
  return name => {
    const [thing = '', ...action] = name.split('.')
    const words = [
      wordOf(`audit.things.${thing}`),
      ...(action.length === 0 ? [] : [wordOf(`audit.actions.${action.join('_')}`)]),
    ]
    return words.includes(undefined) ? name : words.join(': ')
  }
}

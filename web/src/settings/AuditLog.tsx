import { type AuditLine, calls } from '@greensward/domain/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconHistory, IconListDetails } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, errorText, useCall, useCourseTime } from '../api/index.ts'
import {
  DataTable,
  DayRange,
  EmptyState,
  ErrorState,
  IconButton,
  LoadingState,
  notify,
  Page,
  Pager,
  SearchField,
  Sheet,
  saveFile,
} from '../ui/index.ts'
import { addDays, startOfDay } from '../ui/zonedTime.ts'
import { AuditDetails } from './AuditDetails.tsx'
import type { AuditSearch } from './search.ts'
import { useAuditWords } from './useAuditWords.ts'
import { useListSearch } from './useListSearch.ts'

/** Deeds are many and of every kind; an open record asks for them and is not told of each. */
const READ_ANEW_MS = 5_000

/** Who did what, newest first. */
export default function AuditLog() {
  const { t } = useTranslation()
  const search: AuditSearch = useSearch({ from: '/main/settings/audit' })
  const list = useListSearch(search)
  const time = useCourseTime()
  const wordsOf = useAuditWords()
  const [shown, setShown] = useState<AuditLine | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const filter = {
    ...(search.search === undefined ? {} : { search: search.search }),
    ...(search.subject === undefined ? {} : { subject: search.subject }),
    ...(search.from === undefined ? {} : { from: startOfDay(search.from, time.zone).toISOString() }),
    // The last day is shown to its end.
    ...(search.to === undefined ? {} : { to: startOfDay(addDays(search.to, 1), time.zone).toISOString() }),
  }
  const query = useCall(
    calls.audit.list,
    { query: { page: list.page, perPage: list.perPage, ...filter } },
    { keepPrevious: true, refetchInterval: READ_ANEW_MS },
  )
  const subjects = useCall(calls.audit.subjects)
  const isFiltered = Object.keys(filter).length > 0
  const go = (change: { readonly [K in 'search' | 'subject' | 'from' | 'to']?: string | undefined }): void =>
    list.go({ ...change, page: undefined } as never)
  const save = async (): Promise<void> => {
    setIsSaving(true)
    try {
      saveFile(await download(calls.audit.export, {}, filter), 'audit.csv')
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    } finally {
      setIsSaving(false)
    }
  }
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
          onClick={() => void save()}
        >
          {t('audit.export')}
        </Button>
      }
      filters={
        <>
          <SearchField label={t('audit.search')} value={search.search ?? ''} onSearch={list.onSearch} />
          <NativeSelect
            aria-label={t('audit.subject')}
            value={search.subject ?? ''}
            onChange={event => go({ subject: event.currentTarget.value || undefined })}
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
            onChange={go}
          />
          {isFiltered && (
            <Button
              variant="subtle"
              onClick={() => go({ search: undefined, subject: undefined, from: undefined, to: undefined })}
            >
              {t('common.resetFilters')}
            </Button>
          )}
        </>
      }
      footer={<Pager {...list} total={query.data?.total ?? 0} />}
    >
      {query.data === undefined ? (
        query.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
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
          columns={[
            { key: 'at', title: t('audit.at'), cell: row => time.dateTime(row.at) },
            {
              key: 'who',
              title: t('audit.who'),
              cell: row => <strong>{row.userId === null ? t('audit.system') : row.who}</strong>,
            },
            { key: 'action', title: t('audit.action'), cell: row => wordsOf(row.action) },
            { key: 'subjectId', title: t('audit.subjectId'), cell: row => row.subjectId ?? '' },
            {
              key: 'details',
              title: t('audit.details'),
              quiet: true,
              align: 'end',
              cell: row =>
                row.details === null ? null : (
                  <IconButton
                    label={`${t('audit.show')}: ${wordsOf(row.action)}, ${time.dateTime(row.at)}`}
                    onClick={() => setShown(row)}
                  >
                    <IconListDetails size={20} stroke={1.75} />
                  </IconButton>
                ),
            },
          ]}
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

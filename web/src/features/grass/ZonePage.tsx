/** What was measured and applied on a zone: a chart for each kind over a season, and the records as a list. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { ZONE_RECORD_KINDS, type ZoneRecord } from '@greensward/domain'
import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  ConfirmDialog,
  DataTable,
  DaySpan,
  EmptyState,
  ForbiddenState,
  IconButton,
  notify,
  Page,
  QueryState,
} from '../../ui/index.ts'
import { saidText } from '../../ui/text/whyText.ts'
import { useSave } from '../../ui/useSave.ts'
import { AutomowersOnZone } from './AutomowersOnZone.tsx'
import { RecordChart } from './RecordChart.tsx'
import classes from './RecordPage.module.css'
import { RecordPhotos } from './RecordPhotos.tsx'
import { useRecordText } from './useRecordText.ts'
import { useSeason } from './useSeason.ts'

export default function ZonePage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('grass.zone')}>
        <ForbiddenState />
      </Page>
    )
  return <Shown />
}

function Shown() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = '' } = useParams({ strict: false })
  const mayRecord = useCan('missions.plan')
  const span = useSeason()
  const map = useCall(calls.map.get)
  const title = map.data?.features.find(feature => feature.kind === 'zone' && feature.id === id)?.properties
  const records = useCall(lateCalls.zoneRecords.list, { params: { id }, query: span }, { keepPrevious: true })
  const items = records.data?.items
  return (
    <Page
      title={title !== undefined && 'title' in title ? title.title : t('grass.zone')}
      actions={
        <>
          <Tables span={span} mayImport={mayRecord} />
          {mayRecord && (
            <Button
              leftSection={<IconPlus size={20} />}
              onClick={() => void navigate({ to: '/missions/grass/record', search: { zone: id } })}
            >
              {t('grass.record.title')}
            </Button>
          )}
        </>
      }
      filters={
        <DaySpan
          {...span}
          fromLabel={t('grass.record.from')}
          toLabel={t('grass.record.to')}
          onChange={change =>
            void navigate({ to: '/missions/grass/$id', params: { id }, search: { ...span, ...change } })
          }
        />
      }
    >
      <AutomowersOnZone zoneId={id} />
      {items === undefined ? (
        <QueryState query={records} />
      ) : items.length === 0 ? (
        <EmptyState title={t('grass.record.none')} text={t('grass.record.noneText')} />
      ) : (
        <div className={classes.sheet}>
          {ZONE_RECORD_KINDS.map(kind => (
            <RecordChart key={kind} kind={kind} points={items.filter(record => record.kind === kind)} />
          ))}
          <Records items={items} mayRemove={mayRecord} />
        </div>
      )}
    </Page>
  )
}

function Tables({
  span,
  mayImport,
}: {
  readonly span: { readonly from: string; readonly to: string }
  readonly mayImport: boolean
}) {
  const { t, i18n } = useTranslation()
  const add = useAct(lateCalls.zoneRecords.import, {
    changes: [lateCalls.zoneRecords.list, lateCalls.zoneRecords.latest],
  })
  const { isSaving, save } = useSave(t('grass.record.notExported'))
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return
    try {
      const { added, known, faults } = await add.mutateAsync({ body: { text: await file.text() } })
      notify.done(t('grass.record.imported', { count: added, known }))
      const [first] = faults
      if (first !== undefined)
        notify.failed(
          t('grass.record.leftOut', { count: faults.length }),
          t('grass.record.line', { line: first.line, reason: saidText(first, i18n) ?? first.code }),
        )
    } catch (error) {
      notify.failed(t('grass.record.notImported'), error)
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} />}
        loading={isSaving}
        onClick={() => void save(download(lateCalls.zoneRecords.export, {}, span), 'records.csv')}
      >
        {t('grass.record.export')}
      </Button>
      {mayImport && (
        <FileButton onChange={file => void read(file)} accept=".csv,text/csv">
          {props => (
            <Button {...props} variant="default" leftSection={<IconUpload size={20} />} loading={add.isPending}>
              {t('grass.record.import')}
            </Button>
          )}
        </FileButton>
      )}
    </>
  )
}

function Records({ items, mayRemove }: { readonly items: readonly ZoneRecord[]; readonly mayRemove: boolean }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const recordText = useRecordText()
  const [removing, setRemoving] = useState<ZoneRecord | null>(null)
  const remove = useAct(lateCalls.zoneRecords.remove, {
    changes: [lateCalls.zoneRecords.list, lateCalls.zoneRecords.latest],
  })
  const removeNow = ({ id, zoneId }: ZoneRecord): void =>
    remove.mutate(
      { params: { id: zoneId, recordId: id } },
      {
        onSuccess: () => setRemoving(null),
        onError: error => notify.failed(t('grass.record.notRemoved'), error),
      },
    )
  return (
    <div className={classes.wide}>
      <DataTable
        label={t('grass.record.list')}
        rows={items.toReversed()}
        rowKey={({ id }) => id}
        columns={[
          { key: 'at', title: t('grass.record.at'), cell: row => time.dateTime(row.at) },
          {
            key: 'kind',
            title: t('grass.record.kind'),
            cell: row => row.product ?? t(`grass.record.kinds.${row.kind}`),
          },
          {
            key: 'value',
            title: t('grass.record.value'),
            align: 'end',
            cell: row => recordText(row.kind, row.value),
          },
          { key: 'by', title: t('grass.record.by'), cell: row => row.by },
          ...(items.some(({ photos }) => photos.length > 0)
            ? [
                {
                  key: 'photos',
                  title: t('grass.record.photos.title'),
                  cell: (row: ZoneRecord) => (
                    <RecordPhotos
                      record={row}
                      text={`${row.product ?? t(`grass.record.kinds.${row.kind}`)} ${recordText(row.kind, row.value)}`}
                      mayRemove={mayRemove}
                    />
                  ),
                },
              ]
            : []),
          ...(mayRemove
            ? [
                {
                  key: 'remove',
                  title: t('grass.record.remove'),
                  quiet: true,
                  align: 'end' as const,
                  cell: (row: ZoneRecord) => (
                    <IconButton
                      label={`${t('grass.record.remove')}: ${recordText(row.kind, row.value)}`}
                      onClick={() => setRemoving(row)}
                    >
                      <IconTrash size={20} />
                    </IconButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      {removing !== null && (
        <ConfirmDialog
          opened
          title={t('grass.record.remove')}
          text={t(removing.photos.length > 0 ? 'grass.record.removeWithPhotos' : 'grass.record.removeText', {
            value: recordText(removing.kind, removing.value),
          })}
          confirm={t('common.delete')}
          busy={remove.isPending}
          onConfirm={() => removeNow(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}

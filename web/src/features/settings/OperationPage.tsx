/** For administrators: every server, who speaks to which mower, what waits, how full the disks are, and the backups. */
import type { OperationStatus } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { DataTable, notify, Page, Panel, QueryState, StatusPill } from '../../ui/index.ts'
import classes from './form.module.css'

const EVERY_MS = 3_000
/** As the servers count it: one that is silent longer is gone. */
const GONE_MS = 6_000
const REASONS = ['nats', 'backup', 'disk', 'mowers'] as const

function useBytes(): (bytes: number | null) => string {
  const { t, i18n } = useTranslation()
  return bytes => {
    if (bytes === null) return t('operation.unknown')
    const [unit, value] = bytes < 1e9 ? ['megabyte', bytes / 1e6] : ['gigabyte', bytes / 1e9]
    return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
  }
}

export default function OperationPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(
    lateCalls.operation.status,
    {},
    { refetchInterval: EVERY_MS, keepPrevious: true },
  )
  if (data === undefined) return <QueryState query={{ error, refetch }} />
  return (
    <Page isReadOnly title={t('settings.section.operation')}>
      <div className={classes.stack}>
        <Now status={data} />
        <Servers status={data} />
        <Mowers status={data} />
        <Backups status={data} />
      </div>
    </Page>
  )
}

interface Shown {
  readonly status: OperationStatus
}

/** A course whose work nobody saves is not well, however it runs. */
const BACKED_UP_MS = 7 * 24 * 3_600_000
const isBackedUp = ({ everyHours, items }: OperationStatus['backups']): boolean =>
  everyHours !== null ||
  items.some(
    ({ finishedAt, problem }) =>
      finishedAt !== null && problem === null && Date.now() - new Date(finishedAt).getTime() < BACKED_UP_MS,
  )

function Now({ status: { degraded, link, mailWaiting, databaseBytes, backups } }: Shown) {
  const { t } = useTranslation()
  const bytes = useBytes()
  const isWell = degraded.length === 0
  const known = REASONS.filter(reason => degraded.includes(reason))
  return (
    <Panel
      title={t('operation.queues')}
      actions={
        <StatusPill tone={!isWell ? 'error' : isBackedUp(backups) ? 'success' : 'warn'}>
          {!isWell ? t('operation.degraded') : isBackedUp(backups) ? t('operation.well') : t('operation.unsaved')}
        </StatusPill>
      }
    >
      {known.length > 0 && (
        <ul className={classes.refusal} role="alert">
          {known.map(reason => (
            <li key={reason}>{t(`operation.reason.${reason}`)}</li>
          ))}
        </ul>
      )}
      <div className={classes.grid}>
        <div className={classes.fact}>
          <span>{t('operation.servers')}</span>
          <strong>{t(`operation.link.${link}`)}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('operation.mail')}</span>
          <strong>{mailWaiting}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('operation.database')}</span>
          <strong>{bytes(databaseBytes)}</strong>
        </div>
      </div>
    </Panel>
  )
}

/** A table that may be wider than the screen, with nothing in it to stop at: keys move it all the same. */
function Sideways({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div className={classes.sideways} tabIndex={0}>
      {children}
    </div>
  )
}

function Servers({ status: { servers } }: Shown) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const bytes = useBytes()
  return (
    <Panel title={t('operation.servers')}>
      <Sideways>
        <DataTable
          isWide
          label={t('operation.servers')}
          rows={servers}
          rowKey={row => row.id}
          columns={[
            {
              key: 'server',
              title: t('operation.server'),
              cell: row => (
                <strong>
                  {row.host} · {row.pid}
                  {row.isHere && ` (${t('operation.here')})`}
                </strong>
              ),
            },
            {
              key: 'state',
              title: t('operation.state'),
              cell: row =>
                row.silentMs > GONE_MS ? (
                  <StatusPill tone="error">
                    {t('operation.gone', { seconds: Math.round(row.silentMs / 1_000) })}
                  </StatusPill>
                ) : (
                  <StatusPill tone={row.degraded.length === 0 ? 'success' : 'warn'}>
                    {row.degraded.length === 0 ? t('operation.alive') : t('operation.degraded')}
                  </StatusPill>
                ),
            },
            {
              key: 'role',
              title: t('operation.role'),
              cell: row => (row.isGateway ? t('operation.gateway') : t('operation.web')),
            },
            { key: 'sockets', title: t('operation.sockets'), align: 'end', cell: row => row.sockets },
            { key: 'waiting', title: t('operation.waiting'), align: 'end', cell: row => row.journalWaiting },
            { key: 'disk', title: t('operation.disk'), align: 'end', cell: row => bytes(row.diskFreeBytes) },
            {
              key: 'delay',
              title: t('operation.delay'),
              align: 'end',
              cell: row =>
                row.loopDelay === null
                  ? t('operation.unknown')
                  : t('operation.delayOf', { p99: row.loopDelay.p99Ms, max: row.loopDelay.maxMs }),
            },
            { key: 'started', title: t('operation.started'), cell: row => time.dateTime(row.startedAt) },
            { key: 'version', title: t('operation.version'), cell: row => row.version },
          ]}
        />
      </Sideways>
    </Panel>
  )
}

function Mowers({ status: { mowers, servers } }: Shown) {
  const { t } = useTranslation()
  const nameOf = (serverId: string): string => {
    const server = servers.find(({ id }) => id === serverId)
    return server === undefined ? serverId : `${server.host} · ${server.pid}`
  }
  return (
    <Panel title={t('operation.mowers')}>
      {mowers.length === 0 ? (
        <p>{t('operation.noMowers')}</p>
      ) : (
        <Sideways>
          <DataTable
            label={t('operation.mowers')}
            rows={mowers}
            rowKey={row => row.id}
            columns={[
              { key: 'mower', title: t('operation.mower'), cell: row => <strong>{row.name}</strong> },
              {
                key: 'holder',
                title: t('operation.holder'),
                cell: row =>
                  row.serverId === null ? (
                    <StatusPill tone="error">{t('operation.nobody')}</StatusPill>
                  ) : (
                    nameOf(row.serverId)
                  ),
              },
              {
                key: 'contact',
                title: t('operation.state'),
                cell: row => (
                  <StatusPill tone={row.isConnected ? 'success' : 'neutral'}>
                    {row.isConnected ? t('operation.inContact') : t('operation.noContact')}
                  </StatusPill>
                ),
              },
            ]}
          />
        </Sideways>
      )}
    </Panel>
  )
}

function Backups({ status: { backups } }: Shown) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const bytes = useBytes()
  const mayBegin = useCan('settings.edit')
  const begin = useAct(lateCalls.operation.backUp, { changes: [lateCalls.operation.status] })
  const { everyHours, items } = backups
  const isUnderWay = items[0] !== undefined && items[0].finishedAt === null
  return (
    <Panel
      title={t('operation.backups')}
      actions={
        mayBegin && (
          <Button
            variant="default"
            leftSection={<IconDatabaseExport size={18} />}
            loading={begin.isPending || isUnderWay}
            onClick={() =>
              begin.mutate(
                {},
                {
                  onSuccess: () => notify.done(t('operation.begun')),
                  onError: error => notify.failed(t('operation.backups'), error),
                },
              )
            }
          >
            {t('operation.backUp')}
          </Button>
        )
      }
    >
      <p>{everyHours === null ? t('operation.byHand') : t('operation.every', { count: everyHours })}</p>
      {items.length === 0 ? (
        everyHours !== null && <p>{t('operation.noBackups')}</p>
      ) : (
        <Sideways>
          <DataTable
            label={t('operation.backups')}
            rows={items}
            rowKey={row => row.id}
            columns={[
              { key: 'at', title: t('operation.at'), cell: row => time.dateTime(row.startedAt) },
              {
                key: 'result',
                title: t('operation.result'),
                cell: row =>
                  row.problem !== null ? (
                    <span lang="en">{row.problem}</span>
                  ) : (
                    <StatusPill tone={row.finishedAt === null ? 'main' : 'success'}>
                      {row.finishedAt === null ? t('operation.underWay') : t('operation.made')}
                    </StatusPill>
                  ),
              },
              { key: 'size', title: t('operation.size'), align: 'end', cell: row => bytes(row.sizeBytes) },
              { key: 'file', title: t('operation.file'), cell: row => row.fileName },
              { key: 'server', title: t('operation.server'), cell: row => row.host },
            ]}
          />
        </Sideways>
      )}
    </Panel>
  )
}

/** Displays on a wall: a code pairs one, and each can be revoked. */
import type { WallDisplay } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { IconDeviceTv, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { notify, Page, RecordTable } from '../../ui/index.ts'
import classes from './WallDisplays.module.css'

/** A display that was just paired appears in the list within this. */
const READ_MS = 5_000

export default function WallDisplays() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const query = useCall(lateCalls.walls.list, undefined, { refetchInterval: READ_MS })
  const pair = useAct(lateCalls.walls.pair)
  const remove = useAct(lateCalls.walls.remove, { changes: [lateCalls.walls.list] })
  const add = {
    label: t('wall.settings.pair'),
    run: () => pair.mutate({}, { onError: error => notify.failed(t('wall.settings.notPaired'), error) }),
  }
  const seen = ({ pairedAt, lastSeenAt }: WallDisplay): string =>
    [
      t('wall.settings.pairedAt', { time: time.dateTime(pairedAt) }),
      lastSeenAt === null ? t('wall.settings.neverSeen') : t('wall.settings.seen', { time: time.dateTime(lastSeenAt) }),
    ].join(' · ')
  return (
    <Page
      title={t('wall.settings.title')}
      hint={query.data?.total}
      actions={
        <Button leftSection={<IconPlus size={18} />} loading={pair.isPending} onClick={add.run}>
          {add.label}
        </Button>
      }
    >
      {pair.data !== undefined && (
        <div className={classes.code} role="status">
          <p>
            {t('wall.settings.scan', {
              address: `${window.location.origin}/wall`,
              time: time.time(pair.data.expiresAt),
            })}
          </p>
          <strong>{pair.data.code}</strong>
        </div>
      )}
      <RecordTable
        label={t('wall.settings.title')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
        nameOf={row => row.name}
        columns={[
          { key: 'name', title: t('wall.name'), cell: row => <strong>{row.name}</strong> },
          { key: 'seen', title: t('wall.settings.title'), quiet: true, cell: seen },
        ]}
        empty={{
          icon: <IconDeviceTv aria-hidden />,
          title: t('wall.settings.none'),
          text: t('wall.settings.noneText'),
        }}
        onDelete={row => remove.mutateAsync({ params: { id: row.id } })}
        deletion={{
          title: row => t('wall.settings.revokeTitle', { name: row.name }),
          text: () => t('wall.settings.revokeText'),
          confirm: t('wall.settings.revoke'),
        }}
      />
    </Page>
  )
}

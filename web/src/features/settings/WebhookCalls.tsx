/** The calls of a webhook that wait, and those that failed for good, which a person may send again. */
import type { Webhook, WebhookDelivery } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCourseTime } from '../../api/index.ts'
import { DataTable, EmptyState, notify, QueryState, Sheet } from '../../ui/index.ts'

/** Other programs change the lists: read again this often while a person looks. */
export const EVERY_MS = 5_000

export function WebhookCalls({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const query = useCall(lateCalls.webhooks.deliveries, { params: { id: webhook.id } }, { refetchInterval: EVERY_MS })
  return (
    <Sheet opened onClose={onClose} title={t('settings.webhook.callsOf', { name: webhook.name })}>
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.items.length === 0 ? (
        <EmptyState title={t('settings.webhook.noCalls')} text={t('settings.webhook.noCallsText')} />
      ) : (
        <Calls items={query.data.items} />
      )}
    </Sheet>
  )
}

function Calls({ items }: { readonly items: readonly WebhookDelivery[] }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const again = useAct(lateCalls.webhooks.sendAgain, {
    changes: [lateCalls.webhooks.deliveries, lateCalls.webhooks.list],
  })
  const stateOf = ({ dueAt, problem, tries }: WebhookDelivery): string =>
    [
      t(dueAt === null ? 'settings.webhook.isDead' : 'settings.webhook.isWaiting', {
        tries,
        time: dueAt === null ? '' : time.dateTime(dueAt),
      }),
      ...(problem === null ? [] : [t(`settings.webhook.problem.${problem}`)]),
    ].join(' ')
  return (
    <DataTable
      label={t('settings.webhook.calls')}
      rows={items}
      rowKey={row => row.id}
      columns={[
        { key: 'at', title: t('settings.webhook.at'), cell: row => time.dateTime(row.createdAt) },
        { key: 'kind', title: t('settings.webhook.kinds'), cell: row => t(`settings.webhook.kind.${row.kind}`) },
        { key: 'state', title: t('settings.webhook.last'), cell: stateOf },
        {
          key: 'again',
          title: t('settings.webhook.again'),
          quiet: true,
          cell: row =>
            row.dueAt === null ? (
              <Button
                variant="default"
                loading={again.isPending}
                onClick={() =>
                  again.mutate(
                    { params: { id: row.id } },
                    { onError: error => notify.failed(t('common.error'), errorText(error)) },
                  )
                }
              >
                {t('settings.webhook.again')}
              </Button>
            ) : null,
        },
      ]}
    />
  )
}

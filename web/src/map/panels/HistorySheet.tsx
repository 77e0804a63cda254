import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { EmptyState, ErrorState, LoadingState, notify, Sheet } from '../../ui/index.ts'
import classes from './HistorySheet.module.css'

interface HistorySheetProps {
  readonly mayUndo: boolean
  readonly onClose: () => void
}

/** Every change of the map, newest first; each can be undone as long as nothing else touched the same things since. */
export function HistorySheet({ mayUndo, onClose }: HistorySheetProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const changes = useCall(calls.map.changes, { query: { perPage: 50 } })
  const revert = useAct(calls.map.revert, { changes: [calls.map.get, calls.map.changes] })
  const items = changes.data?.items ?? []
  return (
    <Sheet opened onClose={onClose} title={t('map.history.title')}>
      {changes.isPending ? (
        <LoadingState />
      ) : changes.error !== null ? (
        <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title={t('map.history.empty')} />
      ) : (
        <ul className={classes.list}>
          {items.map(({ revision, label, who, at, added, updated, removed }) => (
            <li key={revision}>
              <div>
                <b>{label}</b>
                <br />
                <span className={classes.quiet}>
                  {who} · {time.dateTime(at)} · {t('map.history.counts', { added, updated, removed })}
                </span>
              </div>
              {mayUndo && (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={18} />}
                  loading={revert.isPending && revert.variables?.params.revision === revision}
                  aria-label={t('map.history.undoOf', { label })}
                  onClick={() =>
                    revert.mutate(
                      { params: { revision } },
                      {
                        onSuccess: () => notify.done(t('map.history.undone', { label })),
                        onError: error => notify.failed(t('map.history.failed', { label }), error),
                      },
                    )
                  }
                >
                  {t('map.history.undo')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

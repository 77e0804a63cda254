import { calls, type OwnSession } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { messageOf, useAct, useCall, useCourseTime } from '../api/index.ts'
import { ErrorState, LoadingState, notify, Panel, StatusPill } from '../ui/index.ts'
import classes from './AccountPage.module.css'
import { deviceName } from './deviceName.ts'

/** Where one is signed in, and the way to end that. */
export function Sessions() {
  const { t } = useTranslation()
  const query = useCall(calls.profile.sessions)
  const endOthers = useAct(calls.profile.endOtherSessions, { changes: [calls.profile.sessions] })
  const items = query.data?.items
  return (
    <Panel
      title={t('account.sessions')}
      actions={
        items !== undefined &&
        items.length > 1 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(
                {},
                {
                  onSuccess: ({ ended }) => notify.done(t('account.ended', { count: ended })),
                  onError: error => notify.failed(t('common.error'), messageOf(error)),
                },
              )
            }
          >
            {t('account.endOthers')}
          </Button>
        )
      }
    >
      {items === undefined ? (
        query.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <ul className={classes.sessions}>
          {items.map(session => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ session }: { readonly session: OwnSession }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const end = useAct(calls.profile.endSession, { changes: [calls.profile.sessions] })
  const name = deviceName(session.userAgent) ?? t('account.unknownDevice')
  return (
    <li className={classes.session}>
      <span className={classes.words}>
        <strong>{name}</strong>
        <span>
          {[
            session.address,
            t('account.since', { time: time.dateTime(session.createdAt) }),
            t('account.lastUsed', { time: time.dateTime(session.lastUsedAt) }),
          ]
            .filter(part => part !== '')
            .join(' · ')}
        </span>
      </span>
      {session.isThisOne ? (
        <StatusPill tone="success">{t('account.thisOne')}</StatusPill>
      ) : (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={`${t('account.end')}: ${name}`}
          onClick={() =>
            end.mutate(
              { params: { id: session.id } },
              { onError: error => notify.failed(t('common.error'), messageOf(error)) },
            )
          }
        >
          {t('account.end')}
        </Button>
      )}
    </li>
  )
}

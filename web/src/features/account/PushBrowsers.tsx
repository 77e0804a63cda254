import { calls } from '@greensward/contract'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushHindrance, renewPush, startPush } from '../../api/browserPush.ts'
import { ApiFailure, errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { notify, Panel, QueryState, StatusPill } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { deviceName } from './deviceName.ts'

/** The browsers that notifications are sent to, and whether this is one. */
export function PushBrowsers() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayRead = useCan('notifications.read')
  const query = useCall(calls.push.browsers, {}, { enabled: mayRead })
  const remove = useAct(calls.push.remove, { changes: [calls.push.browsers] })
  const [ownId, setOwnId] = useState<string | null>()
  const [isStarting, setStarting] = useState(false)
  useEffect(() => {
    if (mayRead) renewPush().then(setOwnId, () => setOwnId(null))
  }, [mayRead])
  if (!mayRead) return null
  const hindrance = pushHindrance()
  const { data } = query
  const start = async (publicKey: string): Promise<void> => {
    setStarting(true)
    try {
      const started = await startPush(publicKey)
      if (started === undefined) return notify.failed(t('common.error'), t('account.push.refused'))
      setOwnId(started.id)
      await query.refetch()
      notify.done(t('account.push.started'))
    } catch (error) {
      // The browser's text about its push service means nothing to a person.
      notify.failed(t('common.error'), error instanceof ApiFailure ? errorText(error) : t('account.push.unreachable'))
    } finally {
      setStarting(false)
    }
  }
  const isOwnListed = data?.items.some(({ id }) => id === ownId) === true
  return (
    <Panel
      title={t('account.push.title')}
      actions={
        data !== undefined &&
        ownId !== undefined &&
        hindrance === undefined &&
        !isOwnListed && (
          <Button variant="default" loading={isStarting} onClick={() => void start(data.publicKey)}>
            {t('account.push.start')}
          </Button>
        )
      }
    >
      {/* On an iPhone only a page on the home screen is sent anything, and this says how it is put there. */}
      <link rel="manifest" href="/greensward.webmanifest" />
      <p className={classes.hint}>
        {hindrance === undefined ? t('account.push.text') : t(`account.push.hindrance.${hindrance}`)}
      </p>
      {data === undefined ? (
        <QueryState query={query} />
      ) : data.items.length === 0 ? (
        <p className={classes.hint}>{t('account.push.none')}</p>
      ) : (
        <ul className={classes.sessions}>
          {data.items.map(({ id, userAgent, createdAt }) => {
            const name = deviceName(userAgent) ?? t('account.unknownDevice')
            return (
              <li key={id} className={classes.session}>
                <span className={classes.words}>
                  <strong>{name}</strong>
                  <span>{t('account.since', { time: time.dateTime(createdAt) })}</span>
                </span>
                {id === ownId && <StatusPill tone="success">{t('account.thisOne')}</StatusPill>}
                <Button
                  variant="default"
                  loading={remove.isPending}
                  aria-label={`${t('account.push.stop')}: ${name}`}
                  onClick={() =>
                    remove.mutate(
                      { params: { id } },
                      { onError: error => notify.failed(t('common.error'), errorText(error)) },
                    )
                  }
                >
                  {t('account.push.stop')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

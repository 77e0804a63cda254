import { calls, type OwnSession } from '@greensward/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { Panel, QueryState, StatusPill } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { deviceName } from './deviceName.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** Where one is signed in, and the way to end that. */
export function Sessions() {
  const { t } = useTranslation()
  const query = useCall(calls.profile.sessions)
  const end = useAct(calls.profile.endSession, { changes: [calls.profile.sessions] })
  const endOthers = useAct(calls.profile.endOtherSessions, { changes: [calls.profile.sessions] })
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null)
  const items = query.data?.items
  const nameOf = ({ userAgent }: OwnSession): string => deviceName(userAgent) ?? t('account.unknownDevice')
  const confirmed = async (currentPassword: string): Promise<void> => {
    const body = { currentPassword }
    if (ending === 'others') await endOthers.mutateAsync({ body })
    else if (ending !== null) await end.mutateAsync({ params: { id: ending.id }, body })
  }
  return (
    <Panel
      title={t('account.sessions')}
      actions={
        items !== undefined &&
        items.length > 1 && (
          <Button variant="default" onClick={() => setEnding('others')}>
            {t('account.endOthers')}
          </Button>
        )
      }
    >
      {items === undefined ? (
        <QueryState query={query} />
      ) : (
        <ul className={classes.sessions}>
          {items.map(session => (
            <Row key={session.id} session={session} name={nameOf(session)} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {ending !== null && (
        <PasswordDialog
          title={ending === 'others' ? t('account.endOthers') : `${t('account.end')}: ${nameOf(ending)}`}
          confirm={t('account.end')}
          done={t('account.ended', { count: ending === 'others' ? (items?.length ?? 1) - 1 : 1 })}
          onConfirm={confirmed}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  )
}

interface RowProps {
  readonly session: OwnSession
  readonly name: string
  readonly onEnd: () => void
}

function Row({ session, name, onEnd }: RowProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
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
        <Button variant="default" aria-label={`${t('account.end')}: ${name}`} onClick={onEnd}>
          {t('account.end')}
        </Button>
      )}
    </li>
  )
}

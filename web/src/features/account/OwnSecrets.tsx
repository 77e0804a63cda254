import type { AccessKey, CalendarFeed } from '@greensward/contract'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog, notify, QueryState } from '../../ui/index.ts'
import classes from './AccountPage.module.css'

/** What a person gave another program to read the course with: a key, or the address of a calendar. */
type OwnSecret = Pick<AccessKey & CalendarFeed, 'id' | 'name' | 'beginning' | 'createdAt' | 'lastUsedAt'> &
  Partial<Pick<AccessKey, 'mayEdit'>>

interface OwnSecretsProps {
  readonly query: {
    readonly data: { readonly items: readonly OwnSecret[] } | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  /** What else is known of one. */
  readonly about?: (secret: OwnSecret) => string | undefined
  /** Shown instead of a list without entries. */
  readonly empty?: ReactNode
  readonly remove: {
    readonly isPending: boolean
    readonly mutateAsync: (input: { readonly params: { readonly id: string } }) => Promise<unknown>
  }
  readonly endTitle: (name: string) => string
  readonly endText: string
}

/** Secrets by their first letters; one ends after a question. */
export function OwnSecrets({ query, about, empty, remove, endTitle, endText }: OwnSecretsProps) {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<OwnSecret | null>(null)
  const items = query.data?.items
  const end = async (): Promise<void> => {
    if (ending === null) return
    try {
      await remove.mutateAsync({ params: { id: ending.id } })
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    }
    setEnding(null)
  }
  return (
    <>
      {items === undefined ? (
        <QueryState query={query} />
      ) : items.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <ul className={classes.sessions}>
          {items.map(secret => (
            <Row key={secret.id} secret={secret} about={about?.(secret)} onEnd={() => setEnding(secret)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={ending !== null}
        title={endTitle(ending?.name ?? '')}
        text={endText}
        confirm={t('account.keys.end')}
        busy={remove.isPending}
        onClose={() => setEnding(null)}
        onConfirm={() => void end()}
      />
    </>
  )
}

interface RowProps {
  readonly secret: OwnSecret
  readonly about: string | undefined
  readonly onEnd: () => void
}

function Row({ secret, about, onEnd }: RowProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  return (
    <li className={classes.session}>
      <span className={classes.words}>
        <strong>{secret.name}</strong>
        <span>
          {secret.beginning}… · {about !== undefined && `${about} · `}
          {t('account.since', { time: time.dateTime(secret.createdAt) })} ·{' '}
          {secret.lastUsedAt === null
            ? t('account.keys.unused')
            : t('account.lastUsed', { time: time.dateTime(secret.lastUsedAt) })}
        </span>
      </span>
      <Button variant="default" aria-label={`${t('account.keys.end')}: ${secret.name}`} onClick={onEnd}>
        {t('account.keys.end')}
      </Button>
    </li>
  )
}

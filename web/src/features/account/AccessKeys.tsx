import { type AccessKey, calls } from '@greensward/contract'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog, ErrorState, LoadingState, NewKey, notify, Panel } from '../../ui/index.ts'
import classes from './AccountPage.module.css'

/** Keys with which other programs, such as QGIS, read the course. */
export function AccessKeys() {
  const { t } = useTranslation()
  const query = useCall(calls.accessKeys.list)
  const create = useAct(calls.accessKeys.create, { changes: [calls.accessKeys.list] })
  const remove = useAct(calls.accessKeys.remove, { changes: [calls.accessKeys.list] })
  const [name, setName] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const [going, setGoing] = useState<AccessKey | null>(null)
  const items = query.data?.items
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate(
      { body: { name } },
      {
        onSuccess: ({ key }) => {
          setMade(key)
          setName('')
        },
        onError: error => notify.failed(t('common.error'), errorText(error)),
      },
    )
  }
  const address = `${window.location.origin}/api/ogc`
  return (
    <Panel title={t('account.keys.title')}>
      <p className={classes.hint}>{t('account.keys.text', { address })}</p>
      <form className={classes.keyForm} onSubmit={submit}>
        <TextInput
          label={t('account.keys.name')}
          placeholder="QGIS"
          value={name}
          maxLength={60}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {t('account.keys.make')}
        </Button>
      </form>
      {made !== null && <NewKey label={t('account.keys.key')} value={made} note={t('account.keys.once')} />}
      {items === undefined ? (
        query.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <ul className={classes.sessions}>
          {items.map(key => (
            <Row key={key.id} item={key} onRemove={() => setGoing(key)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={going !== null}
        title={t('account.keys.endTitle', { name: going?.name ?? '' })}
        text={t('account.keys.endText')}
        confirm={t('account.keys.end')}
        busy={remove.isPending}
        onClose={() => setGoing(null)}
        onConfirm={() =>
          going !== null &&
          remove.mutate(
            { params: { id: going.id } },
            {
              onSettled: () => setGoing(null),
              onError: error => notify.failed(t('common.error'), errorText(error)),
            },
          )
        }
      />
    </Panel>
  )
}

function Row({ item, onRemove }: { readonly item: AccessKey; readonly onRemove: () => void }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  return (
    <li className={classes.session}>
      <span className={classes.words}>
        <strong>{item.name}</strong>
        <span>
          {item.beginning}… · {t('account.since', { time: time.dateTime(item.createdAt) })} ·{' '}
          {item.lastUsedAt === null
            ? t('account.keys.unused')
            : t('account.lastUsed', { time: time.dateTime(item.lastUsedAt) })}
        </span>
      </span>
      <Button variant="default" aria-label={`${t('account.keys.end')}: ${item.name}`} onClick={onRemove}>
        {t('account.keys.end')}
      </Button>
    </li>
  )
}

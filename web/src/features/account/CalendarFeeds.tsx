import { type CalendarFeed, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { spokenLanguage } from '../../i18n/index.ts'
import { ConfirmDialog, ErrorState, LoadingState, NewKey, notify, Panel } from '../../ui/index.ts'
import classes from './AccountPage.module.css'

/** Calendars to which Google, Apple, Outlook and others subscribe, each at a secret address. */
export function CalendarFeeds() {
  const { t } = useTranslation()
  const readsMowers = useCan('operations.read')
  const query = useCall(lateCalls.calendarFeeds.list)
  const create = useAct(lateCalls.calendarFeeds.create, { changes: [lateCalls.calendarFeeds.list] })
  const remove = useAct(lateCalls.calendarFeeds.remove, { changes: [lateCalls.calendarFeeds.list] })
  const [name, setName] = useState('')
  const [mowerId, setMowerId] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const [going, setGoing] = useState<CalendarFeed | null>(null)
  const items = query.data?.items
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate(
      { body: { name, mowerId: mowerId === '' ? null : mowerId, language: spokenLanguage() } },
      {
        onSuccess: ({ secret }) => {
          setMade(`${window.location.origin}/api/calendar/${secret}.ics`)
          setName('')
        },
        onError: error => notify.failed(t('common.error'), errorText(error)),
      },
    )
  }
  return (
    <Panel title={t('account.feeds.title')}>
      <p className={classes.hint}>{t('account.feeds.text')}</p>
      <form className={classes.keyForm} onSubmit={submit}>
        <TextInput
          label={t('account.feeds.name')}
          value={name}
          maxLength={60}
          onChange={event => setName(event.currentTarget.value)}
        />
        {readsMowers && <MowerChoice value={mowerId} onChange={setMowerId} />}
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {t('account.feeds.make')}
        </Button>
      </form>
      {made !== null && <NewKey label={t('account.feeds.address')} value={made} note={t('account.feeds.once')} />}
      {items === undefined ? (
        query.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : items.length === 0 ? (
        <p className={classes.hint}>{t('account.feeds.none')}</p>
      ) : (
        <ul className={classes.sessions}>
          {items.map(feed => (
            <Row key={feed.id} item={feed} onRemove={() => setGoing(feed)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={going !== null}
        title={t('account.feeds.endTitle', { name: going?.name ?? '' })}
        text={t('account.feeds.endText')}
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

function MowerChoice({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  return (
    <NativeSelect
      label={t('account.feeds.of')}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('account.feeds.own') },
        ...(mowers.data?.items ?? []).map(mower => ({ value: mower.id, label: mower.name })),
      ]}
    />
  )
}

function Row({ item, onRemove }: { readonly item: CalendarFeed; readonly onRemove: () => void }) {
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

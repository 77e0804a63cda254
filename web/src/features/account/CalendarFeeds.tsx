import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan } from '../../api/index.ts'
import { spokenLanguage } from '../../i18n/index.ts'
import { NewKey, notify, Panel } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { OwnSecrets } from './OwnSecrets.tsx'

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
      <OwnSecrets
        query={query}
        empty={<p className={classes.hint}>{t('account.feeds.none')}</p>}
        remove={remove}
        endTitle={name => t('account.feeds.endTitle', { name })}
        endText={t('account.feeds.endText')}
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

import { lateCalls } from '@greensward/contract/late'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall } from '../../api/index.ts'
import { NewKey, notify, Panel } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { OwnSecrets } from './OwnSecrets.tsx'

/** Keys with which other programs, such as QGIS, read the course. */
export function AccessKeys() {
  const { t } = useTranslation()
  const query = useCall(lateCalls.accessKeys.list)
  const create = useAct(lateCalls.accessKeys.create, { changes: [lateCalls.accessKeys.list] })
  const remove = useAct(lateCalls.accessKeys.remove, { changes: [lateCalls.accessKeys.list] })
  const [name, setName] = useState('')
  const [made, setMade] = useState<string | null>(null)
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
      <OwnSecrets
        query={query}
        remove={remove}
        endTitle={name => t('account.keys.endTitle', { name })}
        endText={t('account.keys.endText')}
      />
    </Panel>
  )
}

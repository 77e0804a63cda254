import { lateCalls } from '@greensward/contract/late'
import { may } from '@greensward/domain'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useProfile } from '../../api/index.ts'
import { NewKey, notify, Panel } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { OwnSecrets } from './OwnSecrets.tsx'

/** Keys with which other programs, such as QGIS, read the course and edit its map. */
export function AccessKeys() {
  const { t } = useTranslation()
  const slug = useProfile()?.role.slug
  // Everybody who may change anything on the map; the rest follows the role, as in the editor.
  const edits = slug !== undefined && may(slug, 'map.editNotes')
  const query = useCall(lateCalls.accessKeys.list)
  const create = useAct(lateCalls.accessKeys.create, { changes: [lateCalls.accessKeys.list] })
  const remove = useAct(lateCalls.accessKeys.remove, { changes: [lateCalls.accessKeys.list] })
  const [name, setName] = useState('')
  const [mayEdit, setMayEdit] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate(
      { body: { name, mayEdit } },
      {
        onSuccess: ({ key }) => {
          setMade(key)
          setName('')
          setMayEdit(false)
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
        {edits && (
          <Checkbox
            label={t('account.keys.mayEdit')}
            description={t('account.keys.mayEditHint')}
            checked={mayEdit}
            onChange={event => setMayEdit(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {t('account.keys.make')}
        </Button>
      </form>
      {made !== null && <NewKey label={t('account.keys.key')} value={made} note={t('account.keys.once')} />}
      <OwnSecrets
        query={query}
        about={key => (key.mayEdit === true ? t('account.keys.edits') : undefined)}
        remove={remove}
        endTitle={name => t('account.keys.endTitle', { name })}
        endText={t('account.keys.endText')}
      />
    </Panel>
  )
}

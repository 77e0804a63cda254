import { calls } from '@greensward/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../api/index.ts'
import { formResolver } from '../../ui/index.ts'
import { Doorway } from './Doorway.tsx'
import { AccountMade, NewAccountForm } from './NewAccountForm.tsx'
import { withRepeatedPassword } from './newPassword.ts'

const fields = withRepeatedPassword({})
const EMPTY = { password: '', repeatPassword: '' }

/** An invited person chooses a password, by the link of the mail. */
export default function InvitationPage() {
  const { t } = useTranslation()
  // Behind the #, so that it is in no request but the one that uses it up.
  const [token] = useState(() => location.hash.slice(1))
  const send = useAct(calls.auth.acceptInvitation)
  const [login, setLogin] = useState<string | null>(null)
  const form = useForm({ resolver: formResolver(fields), defaultValues: EMPTY })
  const heading = t('login.invitationHeading')
  if (token === '') return <AccountMade heading={heading} text={t('login.invitationNoToken')} isRefusal />
  if (login !== null) return <AccountMade heading={heading} text={t('login.invitationDone', { login })} />
  return (
    <Doorway>
      <NewAccountForm
        heading={heading}
        text={t('login.invitationText')}
        action={t('login.invitationAccept')}
        form={form}
        send={async ({ password }) => {
          setLogin((await send.mutateAsync({ body: { token, password } })).login)
        }}
      />
    </Doorway>
  )
}

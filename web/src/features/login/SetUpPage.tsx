import { calls } from '@greensward/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../api/index.ts'
import { formResolver } from '../../ui/index.ts'
import { Doorway } from './Doorway.tsx'
import { AccountMade, NewAccountForm } from './NewAccountForm.tsx'
import { withRepeatedPassword } from './newPassword.ts'

const { password: _password, token: _token, ...asked } = calls.auth.setUp.body.shape
const fields = withRepeatedPassword(asked)
const EMPTY = { fullname: '', email: '', login: '', password: '', repeatPassword: '' }

/** The first administrator makes their own account, by the link on the server's console. */
export default function SetUpPage() {
  const { t } = useTranslation()
  // Behind the #, so that it is in no request but the one that uses it up.
  const [token] = useState(() => location.hash.slice(1))
  const send = useAct(calls.auth.setUp)
  const [done, setDone] = useState(false)
  const form = useForm({ resolver: formResolver(fields), defaultValues: EMPTY })
  const heading = t('login.setUpHeading')
  if (token === '') return <AccountMade heading={heading} text={t('login.setUpNoToken')} isRefusal />
  if (done) return <AccountMade heading={heading} text={t('login.setUpDone')} />
  return (
    <Doorway>
      <NewAccountForm
        heading={heading}
        text={t('login.setUpText')}
        action={t('login.setUp')}
        form={form}
        send={async ({ repeatPassword: _, ...body }) => {
          await send.mutateAsync({ body: { ...body, token } })
          setDone(true)
        }}
      />
    </Doorway>
  )
}

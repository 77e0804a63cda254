import { calls } from '@greensward/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../api/index.ts'
import { spokenLanguage } from '../../i18n/index.ts'
import { formResolver } from '../../ui/index.ts'
import { Doorway } from './Doorway.tsx'
import classes from './LoginPage.module.css'
import { AccountMade, NewAccountForm } from './NewAccountForm.tsx'
import { withRepeatedPassword } from './newPassword.ts'

const { password: _password, language: _language, ...asked } = calls.auth.register.body.shape
const fields = withRepeatedPassword(asked)
const EMPTY = { fullname: '', email: '', phone: '', login: '', password: '', repeatPassword: '' }

/** Somebody without a login asks for one; an administrator gives it a role. */
export default function RegisterPage() {
  const { t } = useTranslation()
  const send = useAct(calls.auth.register)
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({ resolver: formResolver(fields), defaultValues: EMPTY })
  if (done !== null) return <AccountMade heading={t('login.askHeading')} text={t('login.asked', { email: done })} />
  return (
    <Doorway>
      <NewAccountForm
        heading={t('login.askHeading')}
        text={t('login.askText')}
        action={t('login.ask')}
        form={form}
        send={async ({ repeatPassword: _, ...body }) => {
          await send.mutateAsync({ body: { ...body, language: spokenLanguage() } })
          setDone(body.email)
        }}
      >
        <Link to="/login" className={classes.link}>
          {t('login.toLogin')}
        </Link>
      </NewAccountForm>
    </Doorway>
  )
}

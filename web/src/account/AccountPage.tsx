import { useTranslation } from 'react-i18next'
import { useProfile } from '../api/index.ts'
import { LoadingState, Page } from '../ui/index.ts'
import { AccessKeys } from './AccessKeys.tsx'
import classes from './AccountPage.module.css'
import { MailChoice } from './MailChoice.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonForm } from './PersonForm.tsx'
import { Sessions } from './Sessions.tsx'

/** One's own name, password, and where one is signed in. */
export default function AccountPage() {
  const { t } = useTranslation()
  const profile = useProfile()
  return (
    <Page title={t('account.title')} hint={profile?.login}>
      {profile === undefined ? (
        <LoadingState />
      ) : (
        <div className={classes.panels}>
          <PersonForm profile={profile} />
          <PasswordForm />
          <MailChoice />
          <Sessions />
          <AccessKeys />
        </div>
      )}
    </Page>
  )
}

import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/index.ts'
import { LoadingState, Page } from '../../ui/index.ts'
import { AccessKeys } from './AccessKeys.tsx'
import classes from './AccountPage.module.css'
import { CalendarFeeds } from './CalendarFeeds.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonForm } from './PersonForm.tsx'
import { PushBrowsers } from './PushBrowsers.tsx'
import { SendingChoice } from './SendingChoice.tsx'
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
          <SendingChoice />
          <PushBrowsers />
          <Sessions />
          <AccessKeys />
          <CalendarFeeds />
        </div>
      )}
    </Page>
  )
}

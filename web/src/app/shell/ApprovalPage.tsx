import type { Profile } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ApprovalPage.module.css'
import { Brand } from './Brand.tsx'
import { useLogOut } from './useLogOut.ts'

/** For who asked for access and has none yet. */
export function ApprovalPage({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation()
  const logOut = useLogOut()
  return (
    <main className={classes.page}>
      <Brand size={56} />
      <h1 className={classes.title}>{t('shell.approvalTitle')}</h1>
      <p className={classes.text}>{t('shell.approvalText', { name: profile.fullname })}</p>
      <div className={classes.actions}>
        <Button onClick={() => window.location.reload()}>{t('shell.approvalCheck')}</Button>
        <Button variant="default" onClick={logOut}>
          {t('shell.logOut')}
        </Button>
      </div>
    </main>
  )
}

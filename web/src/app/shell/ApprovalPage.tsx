import type { Profile } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './ApprovalPage.module.css'
import { Brand } from './Brand.tsx'
import { useLogOut } from './useLogOut.ts'

/** For who asked for access and has none yet: the own profile is open to them all the same. */
export function ApprovalPage({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation()
  const logOut = useLogOut()
  const isAccount = useLocation({ select: ({ pathname }) => pathname === '/account' })
  if (isAccount)
    return (
      <div className={classes.frame}>
        <Link className={classes.back} to="/">
          <IconArrowLeft size={20} aria-hidden />
          {t('shell.approvalTitle')}
        </Link>
        <main className={classes.account}>
          <Outlet />
        </main>
      </div>
    )
  return (
    <main className={classes.page}>
      <Brand size={56} />
      <h1 className={classes.title}>{t('shell.approvalTitle')}</h1>
      <p className={classes.text}>{t('shell.approvalText', { name: profile.fullname })}</p>
      <div className={classes.actions}>
        <Button onClick={() => window.location.reload()}>{t('shell.approvalCheck')}</Button>
        <Button variant="default" renderRoot={props => <Link {...props} to="/account" />}>
          {t('shell.account')}
        </Button>
        <Button variant="default" onClick={logOut}>
          {t('shell.logOut')}
        </Button>
      </div>
    </main>
  )
}

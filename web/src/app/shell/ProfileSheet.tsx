import type { Profile } from '@greensward/domain'
import { Popover } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Preferences } from './Preferences.tsx'
import { ProfileButton } from './ProfileButton.tsx'
import classes from './ProfileMenu.module.css'
import { useLogOut } from './useLogOut.ts'

/** The choices of a person for this browser, and the log-out. It opens once it is loaded. */
export function ProfileSheet({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation()
  const logOut = useLogOut()
  const [opened, setOpened] = useState(true)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus shadow="md" radius={12}>
      <Popover.Target>
        <ProfileButton profile={profile} opened={opened} onPress={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.profile')}>
        <p className={classes.person}>
          <strong>{profile.fullname}</strong>
          <span>{t(`shell.roles.${profile.role.slug}`)}</span>
          <span>{profile.login}</span>
        </p>
        <Preferences />
        <Link to="/account" className={classes.logOut} onClick={() => setOpened(false)}>
          <IconUserCircle size={20} stroke={1.75} aria-hidden />
          {t('shell.account')}
        </Link>
        <button type="button" className={classes.logOut} onClick={logOut}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          {t('shell.logOut')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}

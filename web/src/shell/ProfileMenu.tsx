import { Popover } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../api/index.ts'
import { Preferences } from './Preferences.tsx'
import classes from './ProfileMenu.module.css'
import { useLogOut } from './useLogOut.ts'

const initialsOf = (fullname: string): string =>
  fullname
    .split(/\s+/)
    .map(word => word[0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

export function ProfileMenu() {
  const { t } = useTranslation()
  const profile = useProfile()
  const logOut = useLogOut()
  const [opened, setOpened] = useState(false)
  if (profile === undefined) return null
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus shadow="md" radius={12}>
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={`${profile.fullname}, ${t(`shell.roles.${profile.role.slug}`)}`}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.initials} aria-hidden>
            {initialsOf(profile.fullname)}
          </span>
          <span className={classes.words}>
            <strong>{profile.fullname}</strong>
            <span>{t(`shell.roles.${profile.role.slug}`)}</span>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.profile')}>
        <p className={classes.person}>
          <strong>{profile.fullname}</strong>
          <span>{t(`shell.roles.${profile.role.slug}`)}</span>
          <span>{profile.login}</span>
        </p>
        <Preferences />
        <button type="button" className={classes.logOut} onClick={logOut}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          {t('shell.logOut')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}

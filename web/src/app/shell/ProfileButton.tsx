import type { Profile } from '@greensward/domain'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ProfileMenu.module.css'

const initialsOf = (fullname: string): string =>
  fullname
    .split(/\s+/)
    .map(word => word[0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

interface ProfileButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly profile: Profile
  readonly opened: boolean
  readonly onPress: () => void
}

/** The signed-in person. */
export function ProfileButton({ ref, profile, opened, onPress, ...others }: ProfileButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      ref={ref}
      {...others}
      type="button"
      className={classes.button}
      aria-label={`${profile.fullname}, ${t(`shell.roles.${profile.role.slug}`)}`}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={onPress}
    >
      <span className={classes.initials} aria-hidden>
        {initialsOf(profile.fullname)}
      </span>
      <span className={classes.words}>
        <strong>{profile.fullname}</strong>
        <span>{t(`shell.roles.${profile.role.slug}`)}</span>
      </span>
    </button>
  )
}

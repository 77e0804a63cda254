import { lazy, Suspense, useState } from 'react'
import { useProfile } from '../../api/index.ts'
import { ProfileButton } from './ProfileButton.tsx'

const ProfileSheet = lazy(() => import('./ProfileSheet.tsx').then(module => ({ default: module.ProfileSheet })))

/** The first press of the button loads the menu. */
export function ProfileMenu() {
  const profile = useProfile()
  const [pressed, setPressed] = useState(false)
  if (profile === undefined) return null
  const waiting = <ProfileButton profile={profile} opened={false} onPress={() => setPressed(true)} />
  if (!pressed) return waiting
  return (
    <Suspense fallback={waiting}>
      <ProfileSheet profile={profile} />
    </Suspense>
  )
}

import type { calls, ResultOf } from '@greensward/domain/contract'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/index.ts'
import { FullScreen } from '../ui/index.ts'
import { CodeStep } from './CodeStep.tsx'
import { CoursePicture } from './CoursePicture.tsx'
import { CredentialsStep } from './CredentialsStep.tsx'
import classes from './LoginPage.module.css'

type Challenge = ResultOf<typeof calls.auth.login>

/** Two steps: who you are, then the code that was sent to you. */
export default function LoginPage() {
  const { t } = useTranslation()
  const { from } = useSearch({ from: '/login' })
  const { accessToken } = useSession()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const { history } = useRouter()
  const isIn = accessToken !== null
  useEffect(() => {
    if (isIn) history.replace(from ?? '/map')
  }, [isIn, from, history])
  if (isIn) return <FullScreen />
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <p className={classes.brand}>
          <img src="/mark.svg" width={44} height={44} alt="" />
          <span>
            <strong>Greensward</strong>
            <small>{t('login.claim')}</small>
          </span>
        </p>
        <div className={classes.card}>
          {challenge === null ? (
            <CredentialsStep onChallenge={setChallenge} />
          ) : (
            <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />
          )}
        </div>
      </main>
      <CoursePicture className={classes.picture ?? ''} />
    </div>
  )
}

import type { calls, ResultOf } from '@greensward/contract'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/index.ts'
import { FullScreen } from '../../ui/index.ts'
import { CodeStep } from './CodeStep.tsx'
import { CredentialsStep } from './CredentialsStep.tsx'
import { Doorway } from './Doorway.tsx'

type Challenge = ResultOf<typeof calls.auth.login>

/** Two steps: who you are, then the code that was sent to you. */
export default function LoginPage() {
  const { from } = useSearch({ from: '/login' })
  const { accessToken } = useSession()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [isSpent, setSpent] = useState(false)
  const { history } = useRouter()
  const isIn = accessToken !== null
  useEffect(() => {
    if (isIn) history.replace(from ?? '/')
  }, [isIn, from, history])
  if (isIn) return <FullScreen />
  return (
    <Doorway>
      {challenge === null ? (
        <CredentialsStep isAfterSpentCode={isSpent} onChallenge={setChallenge} />
      ) : (
        <CodeStep
          challenge={challenge}
          onBack={() => {
            setSpent(false)
            setChallenge(null)
          }}
          onSpent={() => {
            setSpent(true)
            setChallenge(null)
          }}
        />
      )}
    </Doorway>
  )
}

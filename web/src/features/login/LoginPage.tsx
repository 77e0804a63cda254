import type { calls, ResultOf } from '@greensward/contract'
import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../api/index.ts'
import { FullScreen, LoadingState } from '../../ui/index.ts'
import { CodeStep } from './CodeStep.tsx'
import { CredentialsStep } from './CredentialsStep.tsx'
import { Doorway } from './Doorway.tsx'

const ServiceReturn = lazy(() => import('./ServiceReturn.tsx'))

type Challenge = ResultOf<typeof calls.auth.login>

/** Behind the #, where the server put it after the sign-in service answered: no request has it but the one that uses it up. */
const codeInAddress = (): string | undefined => /^#sign-in=([\w-]{1,100})$/.exec(location.hash)?.[1]

/** Two steps: who you are, then the code that was sent to you. */
export default function LoginPage() {
  const { from } = useSearch({ from: '/login' })
  const { accessToken } = useSession()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [isSpent, setSpent] = useState(false)
  const [code, setCode] = useState(codeInAddress)
  const [serviceRefusal, setServiceRefusal] = useState<Error | null>(null)
  const { history } = useRouter()
  const isIn = accessToken !== null
  useEffect(() => {
    if (isIn) history.replace(from ?? '/')
    // A code that is used up is of no use in the address, or to somebody who reads it there.
    else if (codeInAddress() !== undefined) history.replace(`${location.pathname}${location.search}`)
  }, [isIn, from, history])
  if (isIn) return <FullScreen />
  if (code !== undefined)
    return (
      <Doorway>
        <Suspense fallback={<LoadingState />}>
          <ServiceReturn
            code={code}
            onRefused={error => {
              setServiceRefusal(error)
              setCode(undefined)
            }}
          />
        </Suspense>
      </Doorway>
    )
  return (
    <Doorway>
      {challenge === null ? (
        <CredentialsStep isAfterSpentCode={isSpent} serviceRefusal={serviceRefusal} onChallenge={setChallenge} />
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

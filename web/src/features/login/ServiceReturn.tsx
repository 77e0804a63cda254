import { lateCalls } from '@greensward/contract/late'
import { useEffect, useRef } from 'react'
import { session, useAct } from '../../api/index.ts'
import { LoadingState } from '../../ui/index.ts'

interface ServiceReturnProps {
  readonly code: string
  readonly onRefused: (error: Error) => void
}

/** Back from the sign-in service: exchanges the code for a session, once. */
export default function ServiceReturn({ code, onRefused }: ServiceReturnProps) {
  const { mutate } = useAct(lateCalls.oidc.finish)
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ body: { code } }, { onSuccess: session.adopt, onError: onRefused })
  }, [code, mutate, onRefused])
  return <LoadingState />
}

import { calls, type ResultOf } from '@greensward/contract'
import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure, errorText, session, useAct } from '../../api/index.ts'
import { spokenLanguage } from '../../i18n/index.ts'
import classes from './LoginPage.module.css'

/** 0:42 */
const countdown = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Whole seconds until a moment, by the clock, so that a phone that slept shows the truth when it wakes.
 * @param endsAt milliseconds since 1970
 */
function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) window.clearInterval(timer)
    }, 250)
    return () => window.clearInterval(timer)
  }, [endsAt])
  return Math.max(0, Math.ceil((endsAt - now) / 1_000))
}

const DIGITS = 6

interface CodeStepProps {
  readonly challenge: ResultOf<typeof calls.auth.login>
  readonly onBack: () => void
  /** No code of this sign-in counts any more: only a new one helps. */
  readonly onSpent: () => void
}

const detailOf = (refusal: unknown, name: string): unknown =>
  refusal instanceof ApiFailure && typeof refusal.details === 'object' && refusal.details !== null
    ? (refusal.details as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Five wrong codes, or a sign-in that is too old. */
const isSpent = (refusal: unknown): boolean => detailOf(refusal, 'startAgain') === true

/** How long the server wants to be left alone, for the countdown beside the button. */
const secondsToWait = (refusal: unknown): number | undefined => {
  const waitS = detailOf(refusal, 'retryAfterS')
  return typeof waitS === 'number' ? waitS : undefined
}

/** One field for the whole code, so that a paste or the phone's own suggestion fills it; six digits send themselves. */
export function CodeStep({ challenge, onBack, onSpent }: CodeStepProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(() => ({
    to: challenge.sentTo,
    mayResendAt: Date.now() + challenge.resendAfterS * 1_000,
    again: false,
  }))
  const leftS = useSecondsLeft(sent.mayResendAt)
  const confirm = useAct(calls.auth.code)
  const resend = useAct(calls.auth.resend)

  const send = (entered: string): void => {
    if (confirm.isPending) return
    confirm.mutate(
      { body: { challengeId: challenge.challengeId, code: entered } },
      {
        onSuccess: session.adopt,
        onError: refusal => {
          setCode('')
          if (isSpent(refusal)) onSpent()
        },
      },
    )
  }
  const enter = (text: string): void => {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS)
    setCode(digits)
    if (digits.length === DIGITS && digits !== code) send(digits)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send(code)
  }
  const sendAgain = (): void => {
    confirm.reset()
    resend.mutate(
      { body: { challengeId: challenge.challengeId, language: spokenLanguage() } },
      {
        onSuccess: ({ sentTo, resendAfterS }) =>
          setSent({ to: sentTo, mayResendAt: Date.now() + resendAfterS * 1_000, again: true }),
        onError: refusal => {
          if (isSpent(refusal)) return onSpent()
          const waitS = secondsToWait(refusal)
          if (waitS !== undefined) setSent(now => ({ ...now, mayResendAt: Date.now() + waitS * 1_000, again: false }))
        },
      },
    )
  }
  const error = confirm.error ?? resend.error
  return (
    <form className={classes.form} onSubmit={submit}>
      <h1 className={classes.title}>{t('login.codeHeading')}</h1>
      <p className={classes.text}>
        {t('login.codeText')} <strong>{sent.to}</strong>
      </p>
      <TextInput
        label={t('login.code')}
        classNames={{ input: classes.code ?? '' }}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        size="md"
        // The field is what this step is for, and the step was just opened by the person.
        ref={field => field?.focus()}
        value={code}
        onChange={event => enter(event.currentTarget.value)}
      />
      {error !== null && (
        <p className={classes.refusal} role="alert">
          {errorText(error)}
        </p>
      )}
      {error === null && sent.again && (
        <p className={classes.text} role="status">
          {t('login.resent')}
        </p>
      )}
      <Button type="submit" h={48} fullWidth loading={confirm.isPending} disabled={code.length !== DIGITS}>
        {t('login.confirm')}
      </Button>
      <p className={classes.resend}>
        {t('login.noCode')}{' '}
        {leftS > 0 ? (
          <span>
            {t('login.resendIn')} <b>{countdown(leftS)}</b>
          </span>
        ) : (
          <button type="button" className={classes.link} onClick={sendAgain} disabled={resend.isPending}>
            {t('login.resend')}
          </button>
        )}
      </p>
      <button type="button" className={classes.link} onClick={onBack}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> {t('login.back')}
      </button>
    </form>
  )
}

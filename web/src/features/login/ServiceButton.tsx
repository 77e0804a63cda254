import { lateCalls } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall } from '../../api/index.ts'
import classes from './LoginPage.module.css'

/** The most that the server takes; after a longer address the start page opens. */
const MOST_FROM = 1_000

/** Opens the club's sign-in service, where one is set up. Without an answer about it, password and code are there. */
export default function ServiceButton() {
  const { t } = useTranslation()
  const { from } = useSearch({ from: '/login' })
  const offer = useCall(lateCalls.oidc.offer)
  const start = useAct(lateCalls.oidc.start)
  if (offer.data?.isOn !== true) return null
  const { label } = offer.data
  const leave = (): void =>
    start.mutate(
      { body: from === undefined || from.length > MOST_FROM ? {} : { from } },
      { onSuccess: ({ address }) => location.assign(address) },
    )
  return (
    <>
      <Button type="button" variant="default" h={48} fullWidth loading={start.isPending} onClick={leave}>
        {label === '' ? t('signIn.service') : t('signIn.serviceOf', { label })}
      </Button>
      {start.error !== null && (
        <p className={classes.refusal} role="alert">
          {errorText(start.error)}
        </p>
      )}
    </>
  )
}

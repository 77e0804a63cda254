/** The answers to a proposal of rain mode, in the notifications and in the weather settings. */

import { calls } from '@greensward/contract'
import type { RainProposal } from '@greensward/domain'
import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan, useCourseTime } from '../../api/index.ts'
import { notify } from '../notify.tsx'
import classes from './RainAnswer.module.css'

const RainMovesBack = lazy(() => import('./RainMovesBack.tsx'))

export function RainAnswer({ proposal }: { readonly proposal: RainProposal }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayAnswer = useCan('settings.rainMode')
  const changes = { changes: [calls.weather.state, calls.settings.get] }
  const accept = useAct(calls.weather.accept, changes)
  const decline = useAct(calls.weather.decline, changes)
  const params = { id: proposal.id }
  const [hasEnded, setEnded] = useState(false)
  const forget = useCallback(() => setEnded(false), [])
  const failed = (error: unknown): void => notify.failed(t('common.error'), errorText(error))
  if (proposal.state !== 'open')
    return (
      <span className={classes.answer}>
        {hasEnded && (
          <Suspense>
            <RainMovesBack onClose={forget} />
          </Suspense>
        )}
        <span>
          {t(`settings.weather.answer.${proposal.state}`, {
            name: proposal.answeredBy ?? '',
            time: proposal.answeredAt === null ? '' : time.dateTime(proposal.answeredAt),
          })}
        </span>
      </span>
    )
  if (!mayAnswer) return null
  return (
    <span className={classes.answer}>
      <Button
        loading={accept.isPending}
        disabled={decline.isPending}
        onClick={() =>
          accept.mutate(
            { params },
            {
              onSuccess: () => {
                notify.done(t('common.saved'))
                setEnded(proposal.kind === 'rainModeOff')
              },
              onError: failed,
            },
          )
        }
      >
        {t(proposal.kind === 'rainModeOn' ? 'shell.rainOn' : 'shell.rainOff')}
      </Button>
      <Button
        variant="default"
        loading={decline.isPending}
        disabled={accept.isPending}
        onClick={() => decline.mutate({ params }, { onError: failed })}
      >
        {t('settings.weather.decline')}
      </Button>
    </span>
  )
}

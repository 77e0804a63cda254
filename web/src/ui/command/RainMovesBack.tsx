/** After rain mode is off: the missions that it moved are offered back to their old times, in one press. */
import { calls } from '@greensward/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { notify } from '../notify.tsx'
import { saidText } from '../text/whyText.ts'

/** More names than this are too long a list for a question. */
const NAMED = 5

/** @param onClose called when it is answered, and at once where there is nothing to offer */
export default function RainMovesBack({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const mayPlan = useCan('missions.plan')
  const moved = useCall(calls.missions.movedForRain, {}, { enabled: mayPlan })
  const back = useAct(calls.missions.moveBack, { changes: [calls.missions.list, calls.missions.movedForRain] })
  const items = moved.data?.items ?? []
  const isNothing = !mayPlan || moved.error !== null || moved.data?.items.length === 0
  useEffect(() => {
    if (isNothing) onClose()
  }, [isNothing, onClose])
  if (items.length === 0) return null
  const names = items.slice(0, NAMED).map(({ title, from }) => `${title} (${time.dateTime(from)})`)
  const send = (): void =>
    back.mutate(
      { body: { ids: items.map(({ id }) => id) } },
      {
        onSuccess: ({ moved: count, stayed }) => {
          if (count > 0) notify.done(t('missions.rainBack.done', { count }))
          for (const { title, why } of stayed)
            notify.failed(t('missions.rainBack.stayed', { title }), saidText(why, i18n))
        },
        onError: error => notify.failed(t('common.error'), errorText(error)),
        onSettled: onClose,
      },
    )
  return (
    <ConfirmDialog
      opened
      tone="main"
      title={t('missions.rainBack.title', { count: items.length })}
      text={t(items.length > NAMED ? 'missions.rainBack.textMore' : 'missions.rainBack.text', {
        names: names.join(', '),
        count: items.length - names.length,
      })}
      confirm={t('missions.rainBack.confirm')}
      busy={back.isPending}
      onClose={onClose}
      onConfirm={send}
    />
  )
}

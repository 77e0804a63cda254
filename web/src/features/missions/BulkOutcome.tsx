/** The outcome for each mission of a bulk cancellation or deletion. */
import type { Said } from '@greensward/messages'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { answerText, Dialog } from '../../ui/index.ts'
import classes from './MissionsPage.module.css'

export interface BulkResult {
  readonly action: 'cancel' | 'delete'
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly ok: boolean
    readonly reason: string | null
    readonly why: Said | null
  }[]
}

export function BulkOutcome({ result, onClose }: { readonly result: BulkResult; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { action, items } = result
  const done = items.filter(({ ok }) => ok).length
  return (
    <Dialog onClose={onClose} title={t(`missions.bulk.${action}Done`, { count: done })}>
      <ul className={classes.outcome}>
        {/* Failures need a person, so they come first. */}
        {items
          .toSorted((a, b) => Number(a.ok) - Number(b.ok))
          .map(({ id, title, ok, reason, why }) => (
            <li key={id} data-ok={ok}>
              {ok ? <IconCircleCheck size={20} aria-hidden /> : <IconCircleX size={20} aria-hidden />}
              <span>
                <b>{title}</b>
                <br />
                <span>{answerText({ reason, why }, i18n) ?? t(`missions.bulk.${action}Each`)}</span>
              </span>
            </li>
          ))}
      </ul>
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  )
}

import { calls } from '@greensward/contract'
import { IconCloudRain } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan } from '../../api/index.ts'
import { withTexts } from '../../i18n/index.ts'
import { ConfirmDialog, notify } from '../../ui/index.ts'
import classes from './RainMode.module.css'

const RainMovesBack = lazy(() => withTexts(import('../../ui/command/RainMovesBack.tsx')))

/** Rain mode as a chip: read by all, pressed by right, and changed only after its consequence was read. */
export function RainMode() {
  const { t } = useTranslation()
  const { data } = useCall(calls.settings.get)
  const mayChange = useCan('settings.rainMode')
  const change = useAct(calls.settings.update, { changes: [calls.settings.get] })
  const [asking, setAsking] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const forget = useCallback(() => setEnded(false), [])
  if (data === undefined) return null
  const isOn = data.rainMode === 'true'
  const words = (
    <>
      <IconCloudRain size={20} stroke={1.75} aria-hidden />
      <span className={classes.label}>{t('shell.rainMode')}</span>
      <strong>{t(isOn ? 'shell.on' : 'shell.off')}</strong>
    </>
  )
  if (!mayChange)
    return (
      <span className={classes.chip} data-on={isOn || undefined}>
        {words}
      </span>
    )
  return (
    <>
      <button
        type="button"
        className={classes.chip}
        data-on={isOn || undefined}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {words}
      </button>
      <ConfirmDialog
        opened={asking}
        tone="main"
        title={t(isOn ? 'shell.rainOffTitle' : 'shell.rainOnTitle')}
        text={t(isOn ? 'shell.rainOffText' : 'shell.rainOnText')}
        confirm={t(isOn ? 'shell.rainOff' : 'shell.rainOn')}
        busy={change.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          change.mutate(
            { body: { rainMode: isOn ? 'false' : 'true' } },
            {
              onSuccess: () => {
                setAsking(false)
                setEnded(isOn)
              },
              onError: error => notify.failed(t('common.error'), errorText(error)),
            },
          )
        }
      />
      {hasEnded && (
        <Suspense>
          <RainMovesBack onClose={forget} />
        </Suspense>
      )}
    </>
  )
}

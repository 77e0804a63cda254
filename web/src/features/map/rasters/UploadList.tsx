import { calls, type RasterUpload } from '@greensward/contract'
import { said } from '@greensward/messages'
import { Button, Progress } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText, useCall } from '../../../api/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { bytesText } from './bytesText.ts'
import classes from './RasterSheet.module.css'
import { type Sending, uploads } from './uploads.ts'

const LOOK_EVERY_MS = 1_000

/** Active uploads, of this page and of others, and those that failed. */
export function UploadList() {
  const { t } = useTranslation()
  const sending = useSyncExternalStore(uploads.listen, uploads.sending)
  const { data } = useCall(calls.rasters.uploads, undefined, { refetchInterval: LOOK_EVERY_MS })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={classes.group} aria-live="polite">
      <h3>{t('rasters.uploads')}</h3>
      <ul className={classes.list}>
        {items.map(upload => (
          <UploadItem key={upload.id} upload={upload} sending={sending.get(upload.id)} />
        ))}
      </ul>
    </section>
  )
}

function UploadItem({ upload, sending }: { readonly upload: RasterUpload; readonly sending: Sending | undefined }) {
  const { t, i18n } = useTranslation()
  const again = useId()
  const [error, setError] = useState<string | null>(null)
  const { state, sizeBytes, fault } = upload
  const reason = fault ?? said('fileDamaged')
  const received = Math.max(upload.receivedBytes, sending?.sentBytes ?? 0)
  const share = state === 'receiving' ? received / sizeBytes : upload.progress
  const percent = Math.floor(share * 100)
  const isHalted = state === 'receiving' && sending === undefined
  const what =
    state === 'receiving'
      ? sending?.broken === true
        ? t('rasters.broken')
        : isHalted
          ? t('rasters.halted', { name: upload.fileName })
          : t('rasters.sending', {
              received: bytesText(received, i18n.language),
              size: bytesText(sizeBytes, i18n.language),
            })
      : state === 'failed'
        ? (codeText(reason) ?? reason.code)
        : state === 'done'
          ? t('rasters.made')
          : state === 'waiting'
            ? t('rasters.waiting')
            : t('rasters.making', { percent })
  const act = async (action: () => Promise<void>): Promise<void> => {
    setError(null)
    try {
      await action()
    } catch (refused) {
      setError(errorText(refused))
    }
  }
  const resume = (file: File | undefined): void => {
    if (file === undefined) return
    if (file.name !== upload.fileName || file.size !== sizeBytes) {
      setError(t('rasters.otherFile', { name: upload.fileName, size: bytesText(sizeBytes, i18n.language) }))
      return
    }
    void act(() => uploads.resume(file, upload))
  }
  const isOver = state === 'done' || state === 'failed'
  return (
    <li className={classes.upload}>
      <div className={classes.row}>
        <div className={classes.names}>
          <b>{upload.title}</b>
          <span className={state === 'failed' ? classes.error : classes.credit}>{what}</span>
        </div>
        <IconButton
          label={isOver ? t('rasters.dismiss') : t('rasters.cancel', { title: upload.title })}
          onClick={() => void act(() => uploads.cancel(upload))}
        >
          {state === 'done' ? <IconCheck size={20} /> : <IconX size={20} />}
        </IconButton>
      </div>
      {!isOver && (
        <Progress
          value={share * 100}
          aria-label={upload.title}
          animated={state === 'working'}
          {...(sending?.broken === true ? { color: 'var(--gs-warn)' } : {})}
        />
      )}
      {isHalted && (
        <>
          <input
            id={again}
            className={classes.file}
            type="file"
            accept=".tif,.tiff,image/tiff"
            onChange={event => resume(event.currentTarget.files?.[0])}
          />
          <Button component="label" htmlFor={again} variant="default">
            {t('rasters.resume')}
          </Button>
        </>
      )}
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}

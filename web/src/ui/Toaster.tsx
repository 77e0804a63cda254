import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { noteStore } from './notify.ts'
import classes from './Toaster.module.css'

/** Shows the notes; the region stands from the start, so that screen readers hear what comes into it. */
export function Toaster() {
  const { t } = useTranslation()
  const notes = useSyncExternalStore(noteStore.subscribe, noteStore.all)
  return (
    <div className={classes.notes} aria-live="polite">
      {notes.map(({ id, tone, title, message }) => (
        <div key={id} className={classes.note} data-tone={tone} role={tone === 'failed' ? 'alert' : undefined}>
          {tone === 'failed' ? (
            <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          )}
          <span className={classes.words}>
            {title !== undefined && <strong>{title}</strong>}
            {message}
          </span>
          <button
            type="button"
            className={classes.close}
            aria-label={t('common.close')}
            onClick={() => noteStore.dismiss(id)}
          >
            <IconX size={18} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/failure.ts'
import classes from './states.module.css'

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Something could not be read: the catalogue's title, the message, and another try. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle aria-hidden />
      <p className={classes.title}>{t('common.error')}</p>
      <p className={classes.text}>{errorText(error)}</p>
      {onRetry !== undefined && (
        <Button className={classes.action ?? ''} variant="default" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  )
}

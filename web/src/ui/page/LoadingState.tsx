import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsSlow } from '../useIsSlow.ts'
import classes from './states.module.css'

/**
 * Something is on its way; the words are for screen readers, and after a longer wait for everybody.
 * @param label what is on its way, where the connection is not the reason of a long wait
 */
export function LoadingState({ label }: { readonly label?: string }) {
  const { t } = useTranslation()
  const isSlow = useIsSlow()
  return (
    <div className={classes.state} role="status" aria-label={label ?? t('common.loading')}>
      <Loader />
      {isSlow && (
        <>
          <p className={classes.title}>{label ?? t('shell.connecting')}</p>
          {label === undefined && <p className={classes.text}>{t('shell.connectingText')}</p>}
        </>
      )}
    </div>
  )
}

import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

/** Something is on its way; the words are for screen readers. */
export function LoadingState({ label }: { readonly label?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="status" aria-label={label ?? t('common.loading')}>
      <Loader />
    </div>
  )
}

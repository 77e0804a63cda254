import { useTranslation } from 'react-i18next'
import { session } from '../api/index.ts'
import { notify } from '../ui/index.ts'

/** Logs out; where that fails it says so, as the session then still stands. */
export function useLogOut(): () => void {
  const { t } = useTranslation()
  return () => {
    session.logOut().catch((error: unknown) => notify.failed(t('common.error'), error))
  }
}

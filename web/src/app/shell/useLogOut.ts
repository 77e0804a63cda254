import { useTranslation } from 'react-i18next'
import { session } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'

/** Logs out; reports a failure, because the session is then still open. */
export function useLogOut(): () => void {
  const { t } = useTranslation()
  return () => {
    session.logOut().catch((error: unknown) => notify.failed(t('common.error'), error))
  }
}

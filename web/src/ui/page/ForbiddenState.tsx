import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

/** The page exists, but not for this role. */
export function ForbiddenState() {
  const { t } = useTranslation()
  return (
    <EmptyState isPage icon={<IconLock aria-hidden />} title={t('common.forbidden')} text={t('common.forbiddenText')} />
  )
}

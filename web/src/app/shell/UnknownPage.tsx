import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/index.ts'

export default function UnknownPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage
      icon={<IconMapQuestion aria-hidden />}
      title={t('shell.unknownTitle')}
      text={t('shell.unknownText')}
      action={
        <Button component={Link} to="/map">
          {t('shell.toMap')}
        </Button>
      }
    />
  )
}

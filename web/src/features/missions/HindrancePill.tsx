import type { Mission } from '@greensward/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useHindrance } from '../../api/index.ts'
import { StatusPill } from '../../ui/index.ts'

/** Says in a few words why a planned mission cannot run with its mower as it is; nothing where it can. */
export function HindrancePill({ mission }: { readonly mission: Mission }) {
  const { t } = useTranslation()
  const hindrance = useHindrance(mission)
  if (hindrance === null) return null
  return (
    <StatusPill tone="error" icon={<IconAlertTriangle size={14} />}>
      {t(`missions.hindrance.${hindrance}`)}
    </StatusPill>
  )
}

import { MOST_SHARERS } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ShareFieldProps {
  readonly mowers: readonly Mower[]
  /** The mower that was chosen first; it is not a further one. */
  readonly firstId: string | undefined
  readonly further: readonly string[]
  readonly onChange: (further: readonly string[]) => void
}

/** Which other mowers share the zone. */
export function ShareField({ mowers, firstId, further, onChange }: ShareFieldProps) {
  const { t } = useTranslation()
  return (
    <MultiSelect
      label={t('fleetPlans.share')}
      description={t('fleetPlans.shareHint')}
      {...(further.length === 0 ? { placeholder: t('fleetPlans.shareNone') } : {})}
      data={mowers
        .filter(({ id }) => id !== firstId)
        .map(({ id, name, inService, bladeId }) => ({
          value: id,
          label: inService
            ? t('missions.inService', { name })
            : bladeId === null
              ? t('fleetPlans.shareBlade', { name })
              : name,
          disabled: inService || bladeId === null,
        }))}
      value={further.filter(id => id !== firstId)}
      onChange={onChange}
      maxValues={MOST_SHARERS - 1}
      clearable
      searchable
      nothingFoundMessage={t('common.nothingFound')}
    />
  )
}

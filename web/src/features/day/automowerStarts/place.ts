/** Where a planned start mows, in words. */
import type { PlannedStart } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { useTranslation } from 'react-i18next'

/** What is read again after a change. */
export const CHANGES = { changes: [lateCalls.automowerStarts.list] }

type Place = Pick<PlannedStart, 'machineName' | 'areaName'>

/** Mower and work area; the maker gives its main area no name. */
export const usePlaceName = (): ((place: Place) => string) => {
  const { t } = useTranslation()
  return ({ machineName, areaName }) =>
    machineName === ''
      ? t('day.automower.goneMower')
      : `${machineName}, ${areaName === '' ? t('day.automower.mainArea') : areaName}`
}

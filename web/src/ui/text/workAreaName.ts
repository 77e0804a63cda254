/** A work area of a Husqvarna mower, in words. */
import type { PlannedStart } from '@greensward/contract'
import { useTranslation } from 'react-i18next'

type Place = Pick<PlannedStart, 'machineName' | 'areaName'>

/** Mower and work area; the maker gives its main area no name. */
export const useWorkAreaName = (): ((place: Place) => string) => {
  const { t } = useTranslation()
  return ({ machineName, areaName }) =>
    machineName === ''
      ? t('day.automower.goneMower')
      : `${machineName}, ${areaName === '' ? t('day.automower.mainArea') : areaName}`
}

import type { ZoneRecordKind } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useUnits } from '../../ui/index.ts'
import { recordUnit, shownValue } from './recordUnits.ts'

/** A value with its unit, as the person reads it. */
export function useRecordText(): (kind: ZoneRecordKind, value: number) => string {
  const { i18n } = useTranslation()
  const [units] = useUnits()
  return (kind, value) => {
    const unit = recordUnit(kind, units)
    const figure = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: unit.digits })
    return `${figure.format(shownValue(value, unit))} ${unit.unit}`
  }
}

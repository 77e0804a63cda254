/** Husqvarna mowers whose work areas are this zone, as the maker's service reported them last. */
import type { AutomowerOnZone } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../api/index.ts'

/** Nothing where there are none; a zone without them does not wait for them. */
export function AutomowersOnZone({ zoneId }: { readonly zoneId: string }) {
  const { t } = useTranslation()
  const { data } = useCall(lateCalls.automower.onZone, { params: { id: zoneId } })
  if (data === undefined || data.items.length === 0) return null
  return (
    <div>
      {data.items.map(item => (
        <Mower key={`${item.name} ${item.areaName}`} item={item} />
      ))}
      <p>{t('grass.automower.notCounted')}</p>
    </div>
  )
}

function Mower({ item }: { readonly item: AutomowerOnZone }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const { name, isMowing, progress, completedAt, reportedAt } = item
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const sentences = [
    ...(isMowing ? [t('grass.automower.mows', { name })] : []),
    progress === null
      ? t('grass.automower.by', { name })
      : t('grass.automower.byShare', { name, share: percent.format(progress) }),
    ...(completedAt === null ? [] : [t('grass.automower.completed', { time: time.dateTime(completedAt) })]),
    ...(reportedAt === null ? [] : [t('grass.automower.reported', { time: time.dateTime(reportedAt) })]),
  ]
  return <p>{sentences.join(' ')}</p>
}

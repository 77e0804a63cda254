import {
  type CourseDiff,
  type CourseFeature,
  featureTitle,
  type Hole,
  timetable,
  type ZoneType,
} from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { StatusPill, useMeasure } from '../../../ui/index.ts'
import { timetableText } from '../timetableText.ts'
import { type ChangedField, changedFields } from './changedFields.ts'
import classes from './HistoryPanel.module.css'

/** More would be no list to read; the map shows them all. */
const MOST = 200
const FIELDS = new Set([
  'title',
  'name',
  'label',
  'zoneTypeId',
  'holeId',
  'hiddenForMower',
  'hiddenForBuggy',
  'rainModeRestricted',
  'appliesTo',
  'radiusM',
  'type',
  'baseAngle',
  'par',
  'rating',
  'pass',
  'sort',
  'isActive',
  'view',
  'colour',
  'until',
  'timetable',
  'closedTimes',
])

interface DiffListProps extends Names {
  readonly diff: CourseDiff
  readonly onShow: (feature: CourseFeature) => void
}

/** Every thing that a diff touches, with what is different in it. */
export function DiffList({ diff, zoneTypes, holes, onShow }: DiffListProps) {
  const { t } = useTranslation()
  const rows = [
    ...diff.updated.map(([before, after]) => ({ tone: 'main', word: 'changed', feature: after, before }) as const),
    ...diff.added.map(feature => ({ tone: 'success', word: 'added', feature, before: null }) as const),
    ...diff.removed.map(feature => ({ tone: 'error', word: 'removed', feature, before: null }) as const),
  ]
  if (rows.length === 0) return <p className={classes.quiet}>{t('mapHistory.nothing')}</p>
  return (
    <>
      <ul className={classes.things}>
        {rows.slice(0, MOST).map(({ tone, word, feature, before }) => (
          <li key={feature.id}>
            <div className={classes.thing}>
              <StatusPill tone={tone}>{t(`mapHistory.${word}`)}</StatusPill>
              <button type="button" className={classes.name} onClick={() => onShow(feature)}>
                {t(`map.kind.${feature.kind}`)}: {featureTitle(feature)}
              </button>
            </div>
            {before !== null && (
              <dl className={classes.fields}>
                {changedFields(before, feature).map(field => (
                  <FieldRow key={field.field} field={field} zoneTypes={zoneTypes} holes={holes} />
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {rows.length > MOST && <p className={classes.quiet}>{t('mapHistory.more', { count: rows.length - MOST })}</p>}
    </>
  )
}

interface Names {
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
}

/** The words for a field of a feature and for its values. */
export function useFieldWords({ zoneTypes, holes }: Names) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const textOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('common.none')
    if (typeof value === 'boolean') return t(value ? 'mapHistory.yes' : 'mapHistory.no')
    const times = timetable.safeParse(value)
    if (times.success) return timetableText(times.data, i18n.language)
    if (typeof value === 'object') return t('mapHistory.other')
    switch (field) {
      case 'zoneTypeId':
        return zoneTypes.find(({ id }) => id === value)?.name ?? t('mapHistory.gone')
      case 'holeId':
        return holes.find(({ id }) => id === value)?.properties.name ?? t('mapHistory.gone')
      case 'appliesTo':
        return t(`mapPanels.appliesTo.${String(value)}`)
      case 'type':
        return t(`mapPanels.road.${String(value)}`)
      case 'until':
        return time.dateTime(String(value))
      case 'radiusM':
        return measure.length(Number(value))
      default:
        return String(value)
    }
  }
  const nameOf = (field: string): string =>
    FIELDS.has(field) || field === 'shape' ? t(`mapHistory.fields.${field}`) : field
  return { nameOf, textOf }
}

interface FieldRowProps extends Names {
  readonly field: ChangedField
}

function FieldRow({ field, zoneTypes, holes }: FieldRowProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const words = useFieldWords({ zoneTypes, holes })
  const label = words.nameOf(field.field)
  if ('as' in field && field.as === 'moved')
    return (
      <div>
        <dt>{label}</dt>
        <dd>{t('mapHistory.moved', { distance: measure.length(field.metres) })}</dd>
      </div>
    )
  const say = 'as' in field ? (field.as === 'area' ? measure.area : measure.length) : undefined
  const [before, after] =
    say === undefined
      ? [words.textOf(field.field, field.before), words.textOf(field.field, field.after)]
      : [say(Number(field.before)), say(Number(field.after))]
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {before === after ? (
          t('mapHistory.redrawn')
        ) : (
          <>
            <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
          </>
        )}
      </dd>
    </div>
  )
}

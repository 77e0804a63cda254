import type { CourseFeature, Hole, Timetable } from '@greensward/domain'
import { featureTitle } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { lineLengthM, polygonAreaM2 } from '../../../map-view/measures.ts'
import { StatusPill, useMeasure } from '../../../ui/index.ts'
import { timetableText } from '../timetableText.ts'
import classes from './Inspector.module.css'
import { type Action, type Fact, Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'

interface FeatureInspectorProps {
  readonly feature: Exclude<CourseFeature, { kind: 'zone' | 'missionArea' }>
  readonly actions: readonly Action[]
  readonly context: InspectorContext
}

/** Title and facts of everything that is not mown. */
export function FeatureInspector({ feature, actions, context }: FeatureInspectorProps) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const facts = factsOf(feature, t, measure, time, i18n.language)
  const { map, onClose } = context
  const colour =
    feature.kind === 'restriction' || feature.kind === 'radius'
      ? '#e0645b'
      : feature.kind === 'road'
        ? '#fff90b'
        : feature.kind === 'markedArea'
          ? feature.properties.colour
          : undefined
  return (
    <InspectorFrame
      title={feature.kind === 'note' ? t('map.kind.note') : featureTitle(feature)}
      kind={
        feature.kind === 'note'
          ? `${feature.properties.author} · ${time.dateTime(feature.properties.time)}`
          : t(`map.kind.${feature.kind}`)
      }
      {...(colour === undefined ? {} : { colour })}
      {...(feature.kind === 'hole' && !feature.properties.isActive
        ? { pill: <StatusPill tone="neutral">{t('mapPanels.hole.closed')}</StatusPill> }
        : {})}
      actions={actions}
      onClose={onClose}
      footer={
        <Button
          className={classes.grow ?? ''}
          h={48}
          variant="default"
          leftSection={<IconFocusCentered size={20} />}
          onClick={() =>
            feature.kind === 'hole'
              ? map()?.fitHole(feature.id, feature.properties.view, feature.properties.baseAngle)
              : feature.geometry.type === 'Point'
                ? map()?.goTo(feature.geometry.coordinates)
                : map()?.fitFeatures([feature.id])
          }
        >
          {feature.kind === 'hole' ? t('mapPanels.hole.fit') : t('map.show')}
        </Button>
      }
    >
      {feature.kind === 'note' && <p className={classes.note}>{feature.properties.label}</p>}
      {facts.length > 0 && <Facts facts={facts} />}
    </InspectorFrame>
  )
}

function factsOf(
  feature: FeatureInspectorProps['feature'],
  t: ReturnType<typeof useTranslation>['t'],
  measure: ReturnType<typeof useMeasure>,
  time: ReturnType<typeof useCourseTime>,
  language: string,
): readonly Fact[] {
  switch (feature.kind) {
    case 'hole':
      return [
        ...holeFacts(feature, t, measure),
        ...timesFact(feature.properties.closedTimes, t('map.fact.times'), language),
      ]
    case 'road':
      return [
        { name: t('map.fact.type'), value: t(`mapPanels.road.${feature.properties.type}`) },
        { name: t('map.fact.length'), value: measure.length(lineLengthM(feature.geometry.coordinates)) },
      ]
    case 'restriction':
      return [
        { name: t('map.fact.appliesTo'), value: t(`mapPanels.appliesTo.${feature.properties.appliesTo}`) },
        { name: t('map.fact.area'), value: measure.area(polygonAreaM2(feature.geometry)) },
        ...timesFact(feature.properties.timetable, t('map.fact.times'), language),
      ]
    case 'radius':
      return [
        { name: t('map.fact.appliesTo'), value: t(`mapPanels.appliesTo.${feature.properties.appliesTo}`) },
        { name: t('map.fact.radius'), value: measure.length(feature.properties.radiusM) },
      ]
    case 'markedArea':
      return [
        { name: t('map.fact.area'), value: measure.area(polygonAreaM2(feature.geometry)) },
        ...(feature.properties.until === null
          ? []
          : [{ name: t('map.fact.until'), value: time.dateTime(feature.properties.until) }]),
      ]
    case 'area':
      return [{ name: t('map.fact.area'), value: measure.area(polygonAreaM2(feature.geometry)) }]
    default:
      return []
  }
}

const timesFact = (times: Timetable | undefined, name: string, language: string): readonly Fact[] =>
  times === undefined || times.length === 0 ? [] : [{ name, value: timetableText(times, language) }]

const holeFacts = (
  hole: Hole,
  t: ReturnType<typeof useTranslation>['t'],
  measure: ReturnType<typeof useMeasure>,
): readonly Fact[] => [
  { name: t('map.fact.par'), value: hole.properties.par },
  { name: t('map.fact.rating'), value: hole.properties.rating },
  { name: t('map.fact.pass'), value: t('mapPanels.hole.minutes', { count: hole.properties.pass }) },
  { name: t('map.fact.length'), value: measure.length(lineLengthM(hole.geometry.coordinates)) },
  { name: t('map.fact.baseAngle'), value: `${Math.round(hole.properties.baseAngle) % 360}°` },
]

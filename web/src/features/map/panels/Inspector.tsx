import { calls } from '@greensward/contract'
import { type CourseFeature, EMPTY_DIFF, featureTitle, isActive, withHolesLeft } from '@greensward/domain'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/index.ts'
import type { MapObject } from '../../../map-canvas/scene.ts'
import { linesLostText } from '../../../map-view/linesLost.ts'
import { ConfirmDialog, EmptyState, LoadingState, notify } from '../../../ui/index.ts'
import { useMapChange } from '../useMapChange.ts'
import { CartInspector } from './CartInspector.tsx'
import { FeatureInspector } from './FeatureInspector.tsx'
import { mayChange } from './featureRights.ts'
import { InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { MissionInspector } from './MissionInspector.tsx'
import { MowerInspector } from './MowerInspector.tsx'
import { ZoneInspector } from './ZoneInspector.tsx'

/** The selected object, in its own words. */
export function Inspector({ thing, context }: { readonly thing: MapObject; readonly context: InspectorContext }) {
  const { course, machines } = context
  switch (thing.kind) {
    case 'mower': {
      const mower = machines.mowers.find(({ id }) => id === thing.id)
      return mower === undefined ? (
        <Gone context={context} />
      ) : (
        <MowerInspector key={mower.id} mower={mower} context={context} />
      )
    }
    case 'cart': {
      const cart = machines.carts.find(({ id }) => id === thing.id)
      return cart === undefined ? (
        <Gone context={context} />
      ) : (
        <CartInspector key={cart.id} cart={cart} context={context} />
      )
    }
    case 'mission':
      return <AnyMission key={thing.id} id={thing.id} context={context} />
    case 'feature': {
      const feature = course.features.find(({ id }) => id === thing.id)
      return feature === undefined ? (
        <Gone context={context} />
      ) : (
        <AnyFeature key={feature.id} feature={feature} context={context} />
      )
    }
  }
}

/** Deleted by another person, or in an old link. */
function Gone({ context }: { readonly context: InspectorContext }) {
  const { t } = useTranslation()
  return (
    <InspectorFrame title={t('mapPanels.gone.title')} kind="" onClose={context.onClose}>
      <EmptyState title={t('mapPanels.gone.title')} text={t('mapPanels.gone.text')} />
    </InspectorFrame>
  )
}

function AnyMission({ id, context }: { readonly id: string; readonly context: InspectorContext }) {
  const { t } = useTranslation()
  const known = context.missions.find(mission => mission.id === id)
  const { data, isPending } = useCall(calls.missions.get, { params: { id } })
  const mission = known ?? data
  if (mission !== undefined) return <MissionInspector mission={mission} context={context} />
  return isPending ? (
    <InspectorFrame title={t('map.kind.mission')} kind="" onClose={context.onClose}>
      <LoadingState />
    </InspectorFrame>
  ) : (
    <Gone context={context} />
  )
}

function AnyFeature({ feature, context }: { readonly feature: CourseFeature; readonly context: InspectorContext }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const change = useMapChange(t('mapPanels.conflict'))
  const title = featureTitle(feature)
  const { course, missions, rights, onClose } = context
  const planned = missions.filter(
    mission => mission.target.featureId === feature.id && !isActive(mission.status),
  ).length
  const removal = withHolesLeft(course.features, { ...EMPTY_DIFF, removed: [feature] })
  const consequence = planned > 0 ? t('mapPanels.delete.plannedText', { count: planned }) : t('mapPanels.delete.text')
  const remove = async (): Promise<void> => {
    const done = await change.send(t('mapPanels.delete.label', { title }), removal, course.revision)
    if (!done) return
    setAsking(false)
    notify.done(t('mapPanels.delete.done', { title }))
    onClose()
  }
  const actions = mayChange(feature, rights)
    ? [
        {
          label: t('mapPanels.delete.feature', { kind: t(`map.kind.${feature.kind}`) }),
          icon: <IconTrash size={18} />,
          danger: true,
          onPress: () => {
            change.forgetError()
            setAsking(true)
          },
        },
      ]
    : []
  return (
    <>
      {feature.kind === 'zone' || feature.kind === 'missionArea' ? (
        <ZoneInspector zone={feature} actions={actions} context={context} />
      ) : (
        <FeatureInspector feature={feature} actions={actions} context={context} />
      )}
      <ConfirmDialog
        opened={asking}
        title={t('mapPanels.delete.title', { title })}
        text={change.error ?? [linesLostText(removal, t), consequence].filter(text => text !== null).join(' ')}
        confirm={t('mapPanels.delete.feature', { kind: t(`map.kind.${feature.kind}`) })}
        busy={change.busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

import { calls } from '@greensward/contract'
import type { PolygonGeometry } from '@greensward/domain'
import { type FeatureOf, type Hole, type Mission, nearestMissionFor, type Zone } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../../api/index.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import { polygonAreaM2 } from '../../../map-view/measures.ts'
import { IconButton, MowerIcon, StatusPill, useCommand, useMeasure } from '../../../ui/index.ts'
import { useDueText } from '../../../ui/text/dueText.ts'
import { DirectionLedger } from './DirectionLedger.tsx'
import classes from './Inspector.module.css'
import { type Action, Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { MissionBox } from './MissionBox.tsx'
import { LiveGate, StartNow } from './StartNow.tsx'

/** The mean slope of an area by the elevation model. */

/** @returns mean rise over run; null while it is computed, and where no model covers it */
function useSlopeOf(polygon: PolygonGeometry, map: () => CourseMapHandle | null): number | null {
  const [slope, setSlope] = useState<number | null>(null)
  useEffect(() => {
    let isAsked = true
    setSlope(null)
    void map()
      ?.slopeOf(polygon)
      .then(answer => {
        if (isAsked) setSlope(answer)
      })
    return () => {
      isAsked = false
    }
  }, [polygon, map])
  return slope
}

interface ZoneInspectorProps {
  readonly zone: Zone | FeatureOf<'missionArea'>
  readonly actions: readonly Action[]
  readonly context: InspectorContext
}

/** A zone: its state, its last cut, its next mission, and the start of a mower. */
export function ZoneInspector({ zone, actions, context }: ZoneInspectorProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const navigate = useNavigate()
  const command = useCommand()
  const { course, machines, missions, rights, now, onSelect, onClose, onShowMission } = context
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const ledger = useCall(
    calls.missions.ledger,
    { params: { id: zone.id } },
    { enabled: rights.seesOperations && zone.kind === 'zone' },
  )
  const grass = useCall(calls.grass.list, {}, { enabled: rights.seesOperations && zone.kind === 'zone' })
  const age = grass.data?.items.find(({ zoneId }) => zoneId === zone.id)
  const dueText = useDueText()
  const slope = useSlopeOf(zone.geometry, context.map)
  const mission = nearestMissionFor(zone.id, missions)
  const mower = machines.mowers.find(({ id }) => id === mission?.mowerId)
  const type = zone.kind === 'zone' ? course.zoneTypes.find(({ id }) => id === zone.properties.zoneTypeId) : undefined
  const hole = course.features.find(
    (feature): feature is Hole => feature.kind === 'hole' && feature.id === zone.properties.holeId,
  )
  const kind = [
    t(`map.kind.${zone.kind}`),
    type?.name,
    hole === undefined ? undefined : t('mapPanels.zone.hole', { hole: hole.properties.name, par: hole.properties.par }),
  ]
  const last = ledger.data?.items[0]
  const planned = mission !== undefined && mission.status === 'planned' ? mission : undefined
  const isMowable = zone.kind === 'missionArea' || (type?.mowable ?? true)
  const lastAt = age?.lastAt ?? null
  const agoS = lastAt === null ? null : (now.getTime() - new Date(lastAt).getTime()) / 1_000
  const facts = [
    { name: t('map.fact.area'), value: measure.area(polygonAreaM2(zone.geometry)) },
    ...(slope === null ? [] : [{ name: t('map.fact.slope'), value: measure.slope(slope) }]),
    ...(rights.seesOperations && isMowable
      ? [
          {
            name: t('map.fact.lastMown'),
            value: agoS === null ? t('map.fact.never') : agoText(agoS, t),
          },
          ...(last === undefined ? [] : [{ name: t('map.fact.lastDirection'), value: last.direction }]),
          ...(age?.overdueShare == null
            ? []
            : [{ name: t('grass.overdueFact'), value: measure.share(age.overdueShare) }]),
          ...(age?.due == null ? [] : [{ name: dueText.day(age.due), value: dueText.reason(age.due) }]),
          ...(age?.degreeDays == null ? [] : [{ name: t('grass.degreeDays'), value: String(age.degreeDays) }]),
          ...(age?.regulator?.degreeDays == null
            ? []
            : [
                {
                  name: t('grass.degreeDaysSince', { product: age.regulator.product }),
                  value: String(age.regulator.degreeDays),
                },
              ]),
          { name: t('map.fact.nextPlan'), value: nextPlan(planned, time, now, t) },
        ]
      : []),
  ]
  const openGate = (chosen: Mission): void => setOpenedFor(chosen.id)
  const toForm = (): void => void navigate({ to: '/missions/new', search: { zone: zone.id } })
  return (
    <InspectorFrame
      title={zone.properties.title}
      kind={kind.filter(part => part !== undefined).join(' · ')}
      colour={type?.color ?? '#d6f08c'}
      actions={actions}
      onClose={onClose}
      footer={
        !isMowable ? undefined : mission !== undefined && mission.status !== 'planned' ? (
          <Button
            className={classes.grow ?? ''}
            h={48}
            fz="md"
            leftSection={<MowerIcon size={24} />}
            onClick={() => onShowMission(mission)}
          >
            {t('map.mission.goToWorking')}
          </Button>
        ) : planned !== undefined && rights.mayOperate ? (
          <>
            <StartNow
              mission={planned}
              mower={mower}
              title={zone.properties.title}
              command={command}
              opened={openedFor === planned.id}
              onOpen={() => openGate(planned)}
            />
            {rights.mayPlan && (
              <Link to="/missions/new" search={{ mission: planned.id }} aria-label={t('map.mission.edit')}>
                <IconButton label={t('map.mission.edit')} size={48} variant="default" tabIndex={-1}>
                  <IconAdjustmentsHorizontal size={20} />
                </IconButton>
              </Link>
            )}
          </>
        ) : rights.mayPlan ? (
          <Button className={classes.grow ?? ''} h={48} fz="md" leftSection={<MowerIcon size={24} />} onClick={toForm}>
            {t('map.mission.mow')}
          </Button>
        ) : undefined
      }
    >
      <Facts facts={facts} />
      {zone.kind === 'zone' && <Flags zone={zone} />}
      {mission !== undefined && (
        <MissionBox
          mission={mission}
          mower={mower}
          bladeWidthM={machines.bladeOf(mower)?.widthM}
          now={now}
          onGoTo={() => {
            onSelect({ kind: 'mission', id: mission.id })
            onShowMission(mission)
          }}
        />
      )}
      {zone.kind === 'zone' && isMowable && rights.seesOperations && (
        <DirectionLedger mown={ledger.data?.items ?? []} next={planned?.resolvedDirection} />
      )}
      {planned !== undefined && openedFor === planned.id && (
        <>
          <hr className={classes.line} />
          <LiveGate mission={planned} />
        </>
      )}
    </InspectorFrame>
  )
}

function Flags({ zone }: { readonly zone: Zone }) {
  const { t } = useTranslation()
  const { hiddenForMower, hiddenForBuggy, rainModeRestricted } = zone.properties
  if (!hiddenForMower && !hiddenForBuggy && !rainModeRestricted) return null
  return (
    <div className={classes.pills}>
      {rainModeRestricted && <StatusPill tone="main">{t('mapPanels.zone.rain')}</StatusPill>}
      {hiddenForMower && <StatusPill tone="neutral">{t('mapPanels.zone.hiddenForMower')}</StatusPill>}
      {hiddenForBuggy && <StatusPill tone="neutral">{t('mapPanels.zone.hiddenForBuggy')}</StatusPill>}
    </div>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

/** 2 d 21 h ago: the days since the last cut are what is asked for. */
const agoText = (seconds: number, t: Translate): string => {
  const hours = Math.max(0, Math.floor(seconds / 3_600))
  return hours < 24
    ? t('map.age.h', { count: hours })
    : t('map.age.dh', { days: Math.floor(hours / 24), hours: hours % 24 })
}

const nextPlan = (
  mission: Mission | undefined,
  time: ReturnType<typeof useCourseTime>,
  now: Date,
  t: Translate,
): string => {
  if (mission === undefined) return t('map.fact.none')
  if (mission.startsAt === null) return t('map.mission.onPress')
  return time.dayOf(mission.startsAt) === time.dayOf(now) ? time.time(mission.startsAt) : time.date(mission.startsAt)
}

/** A map with the clock of a player: every vehicle at one moment, played as fast as wanted. Nothing here commands a machine. */
import type { ReplayRun } from '@greensward/contract'
import { useElementSize } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Padding, VehicleLook, ViewState } from '../../../map-canvas/scene.ts'
import { type CourseMapHandle, CourseMapView } from '../../../map-view/CourseMapView.tsx'
import type { Machines } from '../../../map-view/courseReadings.ts'
import { writeMapChoice } from '../../../map-view/mapChoice.ts'
import { IconButton } from '../../../ui/index.ts'
import type { Day } from '../../../ui/zonedTime.ts'
import mapClasses from '../MapPage.module.css'
import { BUTTONS_PX, LEFT_PX, MARGIN_PX } from '../mapPadding.ts'
import { LayersPanel } from '../panels/LayersPanel.tsx'
import { SnapSheet } from '../panels/SnapSheet.tsx'
import { SideCard } from '../SideCard.tsx'
import type { MapState } from '../useMapChoice.ts'
import { type MapScene, useMapScreen } from '../useMapScene.ts'
import type { Stretch } from './placeAt.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplayFleet } from './ReplayFleet.tsx'
import { BANNER_PX, Banner, Fabs, Failure } from './ReplayFrame.tsx'
import classes from './ReplayPage.module.css'
import { createReplayPlayer, type ReplayPlayer, type ReplaySource, type ReplayState } from './replayPlayer.ts'
import { leadTo, type Mark } from './runs.ts'
import { TimeBar } from './TimeBar.tsx'
import { type ReadTrack, useReplayDrawings } from './useReplayDrawings.ts'

/** While it plays, the address follows this often, so that a reload starts near that moment. */
const ADDRESS_EVERY_MS = 10_000
const ADDRESS_AFTER_MS = 300
/** A hidden tab continues where it was instead of jumping. */
const LONGEST_FRAME_MS = 250
/** The mown ground grows once in this much of a person's time. */
const BAND_MS = 1_000

/** @param source only its first value counts */
export function usePlayer(
  start: string,
  source: ReplaySource,
): { readonly player: ReplayPlayer; readonly state: ReplayState } {
  const [player] = useState(() => createReplayPlayer(Date.parse(start), source))
  const state = useSyncExternalStore(player.onState, player.state)
  const { isPlaying } = state
  useEffect(() => {
    if (!isPlaying) return
    let last = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      player.tick(Math.min(now - last, LONGEST_FRAME_MS))
      last = now
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [player, isPlaying])
  return { player, state }
}

/** Writes the moment into the address: at once while it is paused, from time to time while it plays. */
function useAddress(
  start: string,
  player: ReplayPlayer,
  { atMs, isPlaying }: ReplayState,
  { choice, change }: MapState,
) {
  const written = useRef(start)
  const write = useRef((_ms: number) => {})
  write.current = ms => {
    written.current = new Date(ms).toISOString()
    if (written.current !== choice.replay) change({ replay: written.current })
  }
  useEffect(() => {
    if (isPlaying) return
    const timer = setTimeout(() => write.current(atMs), ADDRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, atMs])
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => write.current(player.state().atMs), ADDRESS_EVERY_MS)
    return () => clearInterval(timer)
  }, [isPlaying, player])
  useEffect(() => {
    if (start === written.current) return
    written.current = start
    player.seek(Date.parse(start))
  }, [start, player])
  return written
}

/** What a replay shows of a day: a record of the past, or the plan of a shift. */
export interface Shown {
  readonly stretch: Stretch
  readonly runs: readonly ReplayRun[]
  readonly marks: readonly Mark[]
  readonly working: readonly Stretch[]
  /** False while it is unknown whether anything happened. */
  readonly isKnown: boolean
  readonly error: unknown
  readonly readAgain: () => void
}

interface ReplayViewProps {
  readonly kind: 'recorded' | 'planned'
  readonly mapState: MapState
  readonly scene: MapScene
  readonly start: string
  readonly player: ReplayPlayer
  readonly state: ReplayState
  readonly shown: Shown
  readonly track: ReadTrack
  /** Up to here there is something to see, milliseconds since 1970. */
  readonly nowMs: number
  readonly day: Day
  readonly lastDay: Day
  /** Absent where there is one day alone. */
  readonly onDay?: (day: Day) => void
  /** The mowers that are part of it, and no cart; absent where all machines are. */
  readonly mowerIds?: ReadonlySet<string>
  /** How vehicles look that are not of the garage. */
  readonly guests?: ReadonlyMap<string, VehicleLook>
}

export function ReplayView(props: ReplayViewProps) {
  const { kind, mapState, scene, start, player, state, shown, track, nowMs, guests } = props
  const { t } = useTranslation()
  const { choice, change } = mapState
  const { course, machines } = scene
  const { atMs, isPlaying, speed } = state
  const written = useAddress(start, player, state, mapState)
  const map = useRef<CourseMapHandle>(null)
  const view = useRef<ViewState | null>(null)
  const { isPhone, isWide } = useMapScreen()
  const bar = useElementSize<HTMLElement>()
  const [panelOpen, setPanelOpen] = useState(false)
  const [followed, setFollowed] = useState<string | null>(null)

  const bandMs = isPlaying ? Math.floor(atMs / (BAND_MS * speed)) * BAND_MS * speed : atMs
  const drawings = useReplayDrawings({
    runs: shown.runs,
    atMs: bandMs,
    nowMs,
    machines,
    titleOf: scene.titleOf,
    shows: ({ mowerId }) => choice.vehicle === null || choice.vehicle === mowerId,
    track,
  })
  useEffect(
    () => player.setCarts(new Set([...machines.carts.map(({ id }) => id), ...(guests?.keys() ?? [])])),
    [player, machines.carts, guests],
  )
  const follow = (id: string | null): void => {
    setFollowed(id)
    map.current?.follow(id)
    const followedKind = machines.carts.some(cart => cart.id === id) ? 'cart' : 'mower'
    change({ selection: id === null ? null : { kind: followedKind, id } })
  }

  const bottomPx = bar.height + (isPhone ? 8 : MARGIN_PX)
  const padding = useMemo<Padding>(
    () => ({ top: BANNER_PX, left: isWide ? LEFT_PX + MARGIN_PX : 0, right: 0, bottom: bottomPx }),
    [isWide, bottomPx],
  )
  // Without its course the map reports the failure itself, and its button reads the rest again too.
  const failure = course.error === null ? (state.error ?? shown.error) : null
  const readAgain = (): void => {
    player.readAgain()
    shown.readAgain()
  }
  const closePanel = (): void => setPanelOpen(false)
  const panel = <ReplayLayers state={mapState} scene={scene} {...(isWide ? {} : { onClose: closePanel })} />
  return (
    <div className={mapClasses.page}>
      <CourseMapView
        ref={map}
        label={t(kind === 'planned' ? 'replay.film.map' : 'replay.map')}
        layers={scene.layers}
        base={choice.base}
        ground={choice}
        onlyVehicle={choice.vehicle}
        shows={scene.shows}
        missions={drawings}
        vehicles={player.vehicles}
        {...(guests === undefined ? {} : { guests })}
        selection={choice.selection}
        onSelect={selection => change({ selection })}
        onFollowEnd={() => setFollowed(null)}
        onReadAgain={readAgain}
        onView={next => {
          view.current = next
        }}
        padding={padding}
        controls={isPhone ? 'none' : 'full'}
        buttonsPx={isPhone ? BUTTONS_PX : 0}
        linkTo={at => `/map?${new URLSearchParams(writeMapChoice({ ...choice, replay: written.current, at }))}`}
        {...(choice.at === null ? {} : { startAt: choice.at })}
      />
      <div className={classes.frame} aria-hidden />
      <Banner
        kind={kind}
        state={state}
        onLive={() => change({ replay: null, film: null, ...(view.current === null ? {} : { at: view.current }) })}
      />
      {failure != null && <Failure error={failure} onRetry={readAgain} />}
      {!isWide && (
        <Fabs
          panelOpen={panelOpen}
          onPanel={() => setPanelOpen(open => !open)}
          {...(isPhone ? { onFit: () => map.current?.fitAll() } : {})}
        />
      )}
      {(isWide || (panelOpen && !isPhone)) && (
        <SideCard topPx={BANNER_PX + MARGIN_PX} bottomPx={MARGIN_PX + bottomPx}>
          {panel}
        </SideCard>
      )}
      <section
        ref={bar.ref}
        className={`${mapClasses.card} ${mapClasses.dock} ${classes.player}`}
        aria-label={t('replay.player')}
      >
        <Player {...props} followed={followed} onFollow={follow} isPhone={isPhone} />
      </section>
      {isPhone && panelOpen && (
        <SnapSheet label={t('map.layers.title')} stop={0.9} onStop={() => undefined} onClose={closePanel}>
          {panel}
        </SnapSheet>
      )}
    </div>
  )
}

interface ReplayLayersProps {
  readonly state: MapState
  readonly scene: MapScene
  /** Absent where the panel always shows. */
  readonly onClose?: () => void
}

function ReplayLayers({ state, scene, onClose }: ReplayLayersProps) {
  const { t } = useTranslation()
  return (
    <LayersPanel
      state={state}
      zoneTypes={scene.course.zoneTypes}
      holes={scene.holes}
      rasters={scene.rasters}
      hasBaseMap={(scene.course.settings?.baseMapUrl ?? '') !== ''}
      vehicles={scene.vehicles}
      mayPlan={false}
      seesOperations
      calendar={null}
      closeButton={
        onClose === undefined ? undefined : (
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        )
      }
    />
  )
}

interface PlayerProps extends ReplayViewProps {
  readonly followed: string | null
  readonly onFollow: (id: string | null) => void
  readonly isPhone: boolean
}

const partOf = (machines: Machines, mowerIds: ReadonlySet<string>): Machines => ({
  ...machines,
  mowers: machines.mowers.filter(({ id }) => mowerIds.has(id)),
  carts: [],
})

function Player(props: PlayerProps) {
  const { player, state, scene, shown, nowMs, day, lastDay, onDay, mowerIds, followed, onFollow, isPhone } = props
  const { atMs } = state
  const machines = useMemo(
    () => (mowerIds === undefined ? scene.machines : partOf(scene.machines, mowerIds)),
    [scene.machines, mowerIds],
  )
  const vehicles = mowerIds === undefined ? scene.vehicles : machines.mowers.map(({ id, name }) => ({ id, name }))
  const jump = (mark: Mark): void => player.seek(leadTo(mark))
  return (
    <>
      {!isPhone && (
        <ReplayFleet
          machines={machines}
          vehicles={player.vehicles.all()}
          runs={shown.runs}
          atMs={atMs}
          followed={followed}
          onFollow={onFollow}
        />
      )}
      <TimeBar
        stretch={shown.stretch}
        atMs={atMs}
        nowMs={nowMs}
        marks={shown.marks}
        working={shown.working}
        isReplay
        onSeek={player.seek}
        onMark={jump}
      />
      <ReplayControls
        isKnown={shown.isKnown}
        state={state}
        day={day}
        lastDay={lastDay}
        marks={shown.marks}
        vehicles={vehicles}
        followed={followed}
        onPlay={plays => (plays ? player.play() : player.pause())}
        onSpeed={player.setSpeed}
        {...(onDay === undefined ? {} : { onDay })}
        onMark={jump}
        onFollow={onFollow}
      />
    </>
  )
}

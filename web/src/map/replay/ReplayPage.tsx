/** The map as it was: every vehicle at a moment of the past, played as fast as wanted. Nothing here commands a machine. */
import { featureTitle, type Hole } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconBroadcast, IconHistory, IconMaximize, IconStack2, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { call, errorText, useCourseTime } from '../../api/index.ts'
import { IconButton } from '../../ui/index.ts'
import { addDays, startOfDay } from '../../ui/zonedTime.ts'
import { type CourseMapHandle, CourseMapView } from '../CourseMapView.tsx'
import { LAYERS, type Padding, type ViewState } from '../canvas/scene.ts'
import { useCourse, useMachines, useRasters } from '../courseReadings.ts'
import mapClasses from '../MapPage.module.css'
import { writeMapChoice } from '../mapChoice.ts'
import { LayersPanel } from '../panels/LayersPanel.tsx'
import { SnapSheet } from '../panels/SnapSheet.tsx'
import { passesFilters } from '../passesFilters.ts'
import type { MapChoiceDoor } from '../useMapChoice.ts'
import { useNow } from '../useNow.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplayFleet } from './ReplayFleet.tsx'
import classes from './ReplayPage.module.css'
import { createReplayPlayer, type ReplayPlayer, type ReplayState } from './replayPlayer.ts'
import { leadTo, type Mark } from './runs.ts'
import { TimeBar } from './TimeBar.tsx'
import { useDayRecord } from './useDayRecord.ts'
import { useReplayDrawings } from './useReplayDrawings.ts'

const MARGIN = 16
const LEFT = 304
const BANNER = 60
/** While it plays, the address follows this often, so that a reload begins near where it was. */
const ADDRESS_EVERY_MS = 10_000
const ADDRESS_AFTER_MS = 300
/** A tab that was hidden goes on where it was instead of leaping. */
const LONGEST_FRAME_MS = 250
/** The mown ground grows once in this much of a person's time. */
const BAND_MS = 1_000

const readSpan = (fromMs: number, toMs: number) =>
  call(calls.replay.tracks, { query: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() } })

function usePlayer(start: string): { readonly player: ReplayPlayer; readonly state: ReplayState } {
  const [player] = useState(() => createReplayPlayer(Date.parse(start), { read: readSpan, nowMs: () => Date.now() }))
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

interface ReplayPageProps {
  readonly door: MapChoiceDoor
  readonly start: string
}

export function ReplayPage({ door, start }: ReplayPageProps) {
  const { t, i18n } = useTranslation()
  const { choice, change } = door
  const course = useCourse()
  const machines = useMachines()
  const rasters = useRasters()
  const time = useCourseTime()
  const now = useNow(5_000)
  const { player, state } = usePlayer(start)
  const { atMs, isPlaying, speed } = state
  const map = useRef<CourseMapHandle>(null)
  const view = useRef<ViewState | null>(null)
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  const isWide = useMediaQuery('(min-width: 75em)') ?? true
  const bar = useElementSize<HTMLElement>()
  const [panelOpen, setPanelOpen] = useState(false)
  const [followed, setFollowed] = useState<string | null>(null)

  const day = time.dayOf(new Date(atMs))
  const record = useDayRecord(day, now.getTime())
  const { features } = course
  const titles = useMemo(() => new Map(features.map(feature => [feature.id, featureTitle(feature)])), [features])
  const titleOf = useCallback((id: string) => titles.get(id), [titles])
  const bandMs = isPlaying ? Math.floor(atMs / (BAND_MS * speed)) * BAND_MS * speed : atMs
  const drawings = useReplayDrawings({
    runs: record.runs,
    atMs: bandMs,
    nowMs: now.getTime(),
    machines,
    titleOf,
    shows: ({ mowerId }) => choice.vehicle === null || choice.vehicle === mowerId,
  })
  useEffect(() => player.setCarts(new Set(machines.carts.map(({ id }) => id))), [player, machines.carts])

  // The address says which moment is looked at: at once while it stands still, now and then while it plays.
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

  const layers = useMemo(() => new Set(LAYERS.filter(layer => !choice.hidden.includes(layer))), [choice.hidden])
  const { types, hole } = choice
  const shows = useMemo(() => passesFilters({ types, hole }), [types, hole])
  const holes = useMemo(
    () =>
      features
        .filter((feature): feature is Hole => feature.kind === 'hole')
        .sort((a, b) => a.properties.sort - b.properties.sort),
    [features],
  )
  const vehicles = useMemo(
    () => [...machines.mowers, ...machines.carts].map(({ id, name }) => ({ id, name })),
    [machines.mowers, machines.carts],
  )
  const follow = (id: string | null): void => {
    setFollowed(id)
    map.current?.follow(id)
    const kind = machines.carts.some(cart => cart.id === id) ? 'cart' : 'mower'
    change({ selection: id === null ? null : { kind, id } })
  }
  const jump = (mark: Mark): void => player.seek(leadTo(mark))
  const backToLive = (): void => change({ replay: null, ...(view.current === null ? {} : { at: view.current }) })

  const bottomPx = bar.height + (isPhone ? 8 : MARGIN)
  const padding = useMemo<Padding>(
    () => ({ top: BANNER, left: isWide ? LEFT + MARGIN : 0, right: 0, bottom: bottomPx }),
    [isWide, bottomPx],
  )
  const seconds = useMemo(
    () =>
      new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
        timeZone: time.zone,
        timeStyle: 'medium',
        hourCycle: 'h23',
      }),
    [i18n.language, time.zone],
  )
  // One failure is told once: without its course the map says it, and reads the rest again too.
  const failure = course.error === null ? (state.error ?? record.error) : null
  const readAgain = (): void => {
    player.readAgain()
    record.readAgain()
  }
  const panel = (
    <LayersPanel
      door={door}
      zoneTypes={course.zoneTypes}
      holes={holes}
      rasters={rasters}
      hasBaseMap={(course.settings?.baseMapUrl ?? '') !== ''}
      vehicles={vehicles}
      mayPlan={false}
      seesOperations
      calendar={null}
      closeButton={
        isWide ? undefined : (
          <IconButton label={t('common.close')} onClick={() => setPanelOpen(false)}>
            <IconX size={20} />
          </IconButton>
        )
      }
    />
  )
  return (
    <div className={mapClasses.page}>
      <CourseMapView
        ref={map}
        label={t('replay.map')}
        layers={layers}
        base={choice.base}
        ground={choice}
        onlyVehicle={choice.vehicle}
        shows={shows}
        missions={drawings}
        vehicles={player.vehicles}
        selection={choice.selection}
        onSelect={selection => change({ selection })}
        onFollowEnd={() => setFollowed(null)}
        onReadAgain={readAgain}
        onView={next => {
          view.current = next
        }}
        padding={padding}
        controls={isPhone ? 'none' : 'full'}
        linkTo={at => `/map?${new URLSearchParams(writeMapChoice({ ...choice, replay: written.current, at }))}`}
        {...(choice.at === null ? {} : { startAt: choice.at })}
      />
      <div className={classes.frame} aria-hidden />
      <section className={classes.banner} aria-label={t('replay.banner')}>
        <IconHistory size={24} aria-hidden />
        <span className={classes.when}>
          <b>{t('replay.title')}</b>
          <time dateTime={new Date(atMs).toISOString()}>
            {time.date(new Date(atMs))}, {seconds.format(atMs)}
          </time>
        </span>
        <span className={classes.note} role="status">
          {state.isWaiting ? t('replay.reading') : state.isAtEnd ? t('replay.atEnd') : t('replay.notLive')}
        </span>
        <Button leftSection={<IconBroadcast size={20} />} onClick={backToLive}>
          {t('replay.backToLive')}
        </Button>
      </section>
      {failure != null && (
        <div className={classes.failure} role="alert">
          <p>{errorText(failure)}</p>
          <Button className={classes.again ?? ''} variant="default" onClick={readAgain}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {isWide ? (
        <aside
          className={`${mapClasses.card} ${mapClasses.left}`}
          style={{ top: BANNER + MARGIN, bottom: MARGIN + bottomPx }}
          aria-label={t('map.layers.title')}
        >
          {panel}
        </aside>
      ) : (
        <div className={mapClasses.fabs} style={{ top: BANNER + 12 }}>
          <button
            type="button"
            className={mapClasses.fab}
            aria-label={t('map.layers.title')}
            aria-expanded={panelOpen}
            onClick={() => setPanelOpen(open => !open)}
          >
            <IconStack2 size={24} aria-hidden />
          </button>
          {isPhone && (
            <button
              type="button"
              className={mapClasses.fab}
              aria-label={t('map.controls.fit')}
              onClick={() => map.current?.fitAll()}
            >
              <IconMaximize size={24} aria-hidden />
            </button>
          )}
        </div>
      )}
      {!isWide && panelOpen && !isPhone && (
        <aside
          className={`${mapClasses.card} ${mapClasses.left}`}
          style={{ top: BANNER + MARGIN, bottom: MARGIN + bottomPx }}
          aria-label={t('map.layers.title')}
        >
          {panel}
        </aside>
      )}
      <section
        ref={bar.ref}
        className={`${mapClasses.card} ${mapClasses.dock} ${classes.player}`}
        aria-label={t('replay.player')}
      >
        {!isPhone && (
          <ReplayFleet
            machines={machines}
            vehicles={player.vehicles.all()}
            runs={record.runs}
            atMs={atMs}
            followed={followed}
            onFollow={follow}
          />
        )}
        <TimeBar
          stretch={record.stretch}
          atMs={atMs}
          nowMs={now.getTime()}
          marks={record.marks}
          working={record.working}
          isReplay
          onSeek={player.seek}
          onMark={jump}
        />
        <ReplayControls
          isKnown={record.isKnown}
          state={state}
          day={day}
          lastDay={time.dayOf(now)}
          marks={record.marks}
          vehicles={vehicles}
          followed={followed}
          onPlay={plays => (plays ? player.play() : player.pause())}
          onSpeed={player.setSpeed}
          onDay={chosen => player.seek(sameClock(atMs, day, chosen, time.zone))}
          onMark={jump}
          onFollow={follow}
        />
      </section>
      {isPhone && panelOpen && (
        <SnapSheet
          label={t('map.layers.title')}
          stop={0.9}
          onStop={() => undefined}
          onClose={() => setPanelOpen(false)}
        >
          {panel}
        </SnapSheet>
      )}
    </div>
  )
}

/** As long after the beginning of another day, but within it. */
const sameClock = (atMs: number, from: string, to: string, zone: string): number => {
  const begins = startOfDay(to, zone).getTime()
  const ends = startOfDay(addDays(to, 1), zone).getTime()
  return Math.min(begins + (atMs - startOfDay(from, zone).getTime()), ends - 1_000)
}

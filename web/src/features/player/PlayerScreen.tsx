/** The golfer's screen: the hole, the distances, the pace, and what the clubhouse says. One picture for cart and staff. */
import '@fontsource/lato/latin-900.css'
import {
  type Hole,
  holePace,
  NEW_PLAYER_TOUCHES,
  type PlayerMode,
  type PlayerModeRules,
  type PlayerPlace,
  type PlayerTouch,
  type Position,
  playerMode,
  touchPlayer,
} from '@greensward/domain'
import { useViewportSize } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { type CourseMapHandle, CourseMapView, type PlayerDrawing } from '../../map-view/index.ts'
import { useNow, useUnits } from '../../ui/index.ts'
import { greenText } from './greenText.ts'
import { Notices } from './Notices.tsx'
import { Buttons, Distances, MapTools, Remarks, type SheetName, Sheets } from './PlayerParts.tsx'
import classes from './PlayerScreen.module.css'
import { KEEP_AWAY_M, type PlayerView } from './playerView.ts'
import { roomOf } from './roomOf.ts'
import { useCamera } from './useCamera.ts'
import { useHand } from './useHand.ts'
import { useOutbox } from './useOutbox.ts'
import { betweenM, distancesFrom, type PlayedHole, toGreenM, useHoles } from './usePlace.ts'

/** The rules of the domain, fed with this screen's touches. */
function usePlayerMode(
  place: PlayerPlace,
  rules: PlayerModeRules,
  nowMs: number,
): { readonly mode: PlayerMode; readonly touch: (touch: PlayerTouch) => void } {
  const [touches, setTouches] = useState(NEW_PLAYER_TOUCHES)
  const next = playerMode(touches, place, rules, Math.max(nowMs, touches.touchedAtMs ?? 0))
  if (next.touches.isAtGreen !== touches.isAtGreen || next.touches.touchedAtMs !== touches.touchedAtMs)
    setTouches(next.touches)
  const touch = useCallback((one: PlayerTouch): void => setTouches(known => touchPlayer(known, one, Date.now())), [])
  return { mode: next.mode, touch }
}

const LAYERS = new Set(['zones', 'roads', 'noGo', 'baseMap'] as const)

/** A fix older than this says where the cart was. */
const OLD_FIX_MS = 15_000

/** The same point pressed again is taken away. */
const SAME_POINT_M = 8

/** The credits of the map are below the buttons, on a phone in three lines. */
const ABOVE_SOURCE_PX = 100

const useHeight = (): readonly [(element: HTMLElement | null) => (() => void) | undefined, number] => {
  const [height, setHeight] = useState(0)
  const [watch] = useState(() => (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [watch, height]
}

interface PlayerScreenProps {
  readonly view: PlayerView
  /** Shown above everything: for staff, which cart this is. */
  readonly above?: ReactNode
}

export function PlayerScreen({ view, above }: PlayerScreenProps) {
  const { t } = useTranslation()
  const now = useNow(1_000).getTime()
  const holes = useHoles(view)
  const outbox = useOutbox(view.cart.id, view.sendOrder)
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const [isReady, setReady] = useState(false)
  const map = useRef<CourseMapHandle>(null)
  const [topRef, top] = useHeight()
  const [bottomRef, bottom] = useHeight()

  const { fix } = view
  const played = holes.find(({ hole }) => hole.id === view.holeId)
  const { mode, touch } = usePlayerMode(
    { holeId: played?.hole.id ?? null, toGreenM: played && fix ? toGreenM(played, fix.position) : null },
    view.rules,
    now,
  )
  const { hand, fingers } = useHand(touch)
  const lookedAt =
    mode.kind === 'hole' && mode.isLookedAt ? holes.find(({ hole }) => hole.id === mode.holeId) : undefined
  const shown = lookedAt ?? played

  // A hole that the golfer only looks at shows the distances from its tee.
  const tee = shown?.hole.geometry.coordinates[0]
  const from = lookedAt === undefined ? fix?.position : tee
  const [target, setTarget] = useTarget(shown?.hole.id)
  const distances = shown !== undefined && from !== undefined ? distancesFrom(shown, from) : null
  const screen = useViewportSize()
  const hasDistances = distances !== null
  const { padding, distancesPx } = useMemo(
    () => roomOf(screen, { topPx: top, bottomPx: bottom, hasDistances }),
    [screen, top, bottom, hasDistances],
  )
  useCamera({ map, isReady, mode, hole: shown, view, padding })
  const isOld = fix !== null && now - fix.atMs > OLD_FIX_MS

  const drawing = useDrawing({ view, shown, from, target, isOld })
  const tap = (at: Position): void => {
    if (shown === undefined) return
    setTarget(known => (known !== null && betweenM(shown, known, at) < SAME_POINT_M ? null : at))
  }

  const next = nextOf(holes, shown)
  return (
    <div ref={fingers} className={classes.screen}>
      <div ref={hand} className={classes.map}>
        <CourseMapView
          ref={map}
          label={t('player.map')}
          layers={LAYERS}
          features={view.features}
          {...(view.access === undefined ? {} : { access: view.access })}
          showVehicles={false}
          controls="none"
          player={drawing}
          padding={padding}
          onTap={tap}
          isQuiet={sheet === null}
          onView={() => setReady(true)}
          {...startOf(shown?.hole)}
        />
      </div>

      <div ref={topRef} className={classes.top} style={{ '--bottom': `${bottom}px` } as CSSProperties}>
        {above}
        <HoleHead shown={shown} isLookedAt={lookedAt !== undefined} view={view} now={now} />
        <Notices view={view} />
      </div>

      {distances !== null && (
        <Distances
          distances={distances}
          topPx={distancesPx}
          remark={lookedAt !== undefined ? t('player.fromTee') : isOld ? t('player.oldPosition') : undefined}
        />
      )}
      {fix === null && lookedAt === undefined && (
        <p className={classes.waiting} style={{ top: distancesPx }} role="status">
          {t('player.noPosition')}
        </p>
      )}

      <MapTools
        bottomPx={bottom + ABOVE_SOURCE_PX}
        onHole={() => {
          setTarget(null)
          touch({ kind: 'backToPlay' })
        }}
        onZoom={steps => {
          touch({ kind: 'moved' })
          map.current?.zoomBy(steps)
        }}
      />

      <section ref={bottomRef} className={classes.bottom} aria-label={t('player.actions')}>
        <Remarks view={view} outbox={outbox} now={now} />
        {lookedAt === undefined && played !== undefined && <Pace hole={played.hole} view={view} now={now} />}
        <Buttons
          onSheet={setSheet}
          isLookedAt={lookedAt !== undefined}
          next={next}
          onBack={() => touch({ kind: 'backToPlay' })}
          onHole={holeId => touch({ kind: 'looksAtHole', holeId })}
        />
      </section>

      <Sheets
        view={view}
        sheet={sheet}
        onSheet={setSheet}
        outbox={outbox}
        holes={holes}
        holeId={played?.hole.id ?? null}
      />
    </div>
  )
}

/** The pressed point of the shown hole; another hole starts without one. */
function useTarget(shownId: string | undefined) {
  const [target, setTarget] = useState<Position | null>(null)
  const [targetHole, setTargetHole] = useState(shownId)
  if (targetHole !== shownId) {
    setTargetHole(shownId)
    setTarget(null)
  }
  return [target, setTarget] as const
}

interface DrawingParts {
  readonly view: PlayerView
  readonly shown: PlayedHole | undefined
  /** Where the distances are measured from. */
  readonly from: Position | undefined
  readonly target: Position | null
  readonly isOld: boolean
}

/** The marks of the player's screen on the map. */
function useDrawing({ view: { fix, mowers }, shown, from, target, isOld }: DrawingParts): PlayerDrawing {
  const [units] = useUnits()
  return useMemo<PlayerDrawing>(
    () => ({
      cart: fix === null ? null : { position: fix.position, headingDeg: fix.headingDeg, isOld },
      pin: shown?.pin ?? null,
      target:
        target === null || shown === undefined
          ? null
          : {
              position: target,
              to: from === undefined ? null : greenText(betweenM(shown, from, target), units),
              on: greenText(betweenM(shown, target, shown.pin), units),
            },
      mowers: mowers.map(({ position, distanceM }) => ({
        position,
        isNear: distanceM !== null && distanceM < KEEP_AWAY_M,
      })),
    }),
    [fix, isOld, shown, target, from, units, mowers],
  )
}

/** The map opens where it will stay, without a flight over the whole course. */
const startOf = (hole: Hole | undefined) => {
  const view = hole?.properties.view
  if (view === undefined || view === null) return {}
  return { startAt: { centre: view.center, zoom: view.zoom, rotationDeg: view.angle } }
}

/** After the last hole comes the first, for rounds that started elsewhere. */
const nextOf = (holes: readonly PlayedHole[], shown: PlayedHole | undefined): PlayedHole | undefined => {
  const index = shown === undefined ? -1 : holes.indexOf(shown)
  const next = holes[index + 1] ?? holes[0]
  return next === shown ? undefined : next
}

interface HeadProps {
  readonly shown: PlayedHole | undefined
  readonly isLookedAt: boolean
  readonly view: PlayerView
  readonly now: number
}

function HoleHead({ shown, isLookedAt, view, now }: HeadProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const [units] = useUnits()
  if (shown === undefined) {
    return (
      <header className={classes.head}>
        <div className={classes.facts}>
          <h1 className={classes.par}>{t('player.noHole')}</h1>
          <p>{t('player.noHoleText')}</p>
        </div>
      </header>
    )
  }
  // The pace of the round where it is known: one hole says little about the others.
  const pace =
    isLookedAt || view.onHoleSinceMs === null ? null : holePace(shown.hole.properties.pass, view.onHoleSinceMs, now)
  const behindMinutes =
    view.pace === null
      ? (pace?.behindMinutes ?? 0)
      : view.pace.rating === 'onTime'
        ? 0
        : Math.max(0, view.pace.behindMinutes)
  return (
    <header className={classes.head}>
      <h1 className={classes.number} aria-label={t('player.holeNumber', { number: shown.number })}>
        {shown.number}
      </h1>
      <div className={classes.facts}>
        <p className={classes.par}>{t('player.par', { par: shown.hole.properties.par })}</p>
        <p>{t(units === 'imperial' ? 'player.yards' : 'player.metres', { length: greenText(shown.lengthM, units) })}</p>
      </div>
      {isLookedAt && <p className={classes.pace}>{t('player.lookedAt')}</p>}
      {pace !== null && (
        <div className={classes.paceFacts}>
          <p className={classes.pace} data-behind={behindMinutes > 0}>
            <span className={classes.dot} aria-hidden />
            {behindMinutes === 0 ? t('player.onTime') : t('player.behind', { count: behindMinutes })}
          </p>
          {view.pace !== null && <p>{t('player.finish', { time: time.time(view.pace.finishAt) })}</p>}
        </div>
      )}
    </header>
  )
}

function Pace({ hole, view, now }: { readonly hole: Hole; readonly view: PlayerView; readonly now: number }) {
  const { t } = useTranslation()
  if (view.onHoleSinceMs === null) return null
  const { minutes: counted, passMinutes } = holePace(hole.properties.pass, view.onHoleSinceMs, now)
  // Simulated players have more minutes than the clock; the server counts theirs.
  const minutes = Math.max(counted, view.pace?.holeId === hole.id ? view.pace.holeMinutes : 0)
  const behindMinutes = Math.max(0, minutes - passMinutes)
  return (
    <div className={classes.paceRow}>
      <span>{t('player.pace')}</span>
      <progress
        className={classes.bar}
        data-behind={behindMinutes > 0}
        aria-label={t('player.pace')}
        max={passMinutes}
        value={Math.min(minutes, passMinutes)}
      />
      <strong>{t('player.paceOf', { minutes, pass: passMinutes })}</strong>
    </div>
  )
}

/** The golfer's screen: the hole, the distances, the pace, and what the clubhouse says. One picture for cart and staff. */
import '@fontsource/lato/latin-900.css'
import { type Hole, holePace, type Position } from '@greensward/domain'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCloudOff,
  IconCurrentLocation,
  IconListNumbers,
  IconMinus,
  IconPhone,
  IconPlus,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import { type CourseMapHandle, CourseMapView, type Padding, type PlayerDrawing } from '../map/index.ts'
import { useUnits } from '../ui/index.ts'
import { greenText } from './greenText.ts'
import { MenuSheet } from './MenuSheet.tsx'
import { Notices } from './Notices.tsx'
import { PhonesSheet } from './PhonesSheet.tsx'
import classes from './PlayerScreen.module.css'
import { KEEP_AWAY_M, type PlayerView } from './playerView.ts'
import { ScoreSheet } from './ScoreSheet.tsx'
import { useCamera } from './useCamera.ts'
import { useHand } from './useHand.ts'
import { useNow } from './useNow.ts'
import { useOutbox } from './useOutbox.ts'
import { betweenM, distancesFrom, type PlayedHole, toGreenM, useHoles } from './usePlace.ts'
import { usePlayerMode } from './usePlayerMode.ts'

const LAYERS = new Set(['zones', 'roads', 'noGo', 'baseMap'] as const)
/** A fix older than this says where the cart was. */
const OLD_FIX_MS = 15_000
/** The same point pressed again is taken away. */
const SAME_POINT_M = 8
/** Who drew the map stands below the buttons, on a phone in three lines. */
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
  /** Stands above everything: for staff, which cart this is. */
  readonly above?: ReactNode
}

export function PlayerScreen({ view, above }: PlayerScreenProps) {
  const { t } = useTranslation()
  const [units] = useUnits()
  const now = useNow()
  const holes = useHoles(view)
  const outbox = useOutbox(view.cart.id, view.sendOrder)
  const [sheet, setSheet] = useState<'menu' | 'phones' | 'score' | null>(null)
  const [target, setTarget] = useState<Position | null>(null)
  const [isReady, setReady] = useState(false)
  const map = useRef<CourseMapHandle>(null)
  const [topRef, top] = useHeight()
  const [bottomRef, bottom] = useHeight()
  const padding = useMemo<Padding>(
    () => ({ top: top + 24, right: 0, bottom: bottom === 0 ? 0 : bottom + 28, left: 0 }),
    [top, bottom],
  )

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
  useCamera({ map, isReady, mode, hole: shown, view, padding })

  // Of a hole that is only looked at the distances are those from its tee.
  const tee = shown?.hole.geometry.coordinates[0]
  const from = lookedAt === undefined ? fix?.position : tee
  const shownId = shown?.hole.id
  // Another hole begins without the point that was pressed on the last one.
  const [targetHole, setTargetHole] = useState(shownId)
  if (targetHole !== shownId) {
    setTargetHole(shownId)
    setTarget(null)
  }
  const distances = shown !== undefined && from !== undefined ? distancesFrom(shown, from) : null
  const isOld = fix !== null && now - fix.atMs > OLD_FIX_MS

  const drawing = useMemo<PlayerDrawing>(
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
      mowers: view.mowers.map(({ position, distanceM }) => ({
        position,
        isNear: distanceM !== null && distanceM < KEEP_AWAY_M,
      })),
    }),
    [fix, isOld, shown, target, from, units, view.mowers],
  )
  const tap = (at: Position): void => {
    if (shown === undefined) return
    setTarget(known => (known !== null && betweenM(shown, known, at) < SAME_POINT_M ? null : at))
  }

  const zoom = (steps: number): void => {
    touch({ kind: 'moved' })
    map.current?.zoomBy(steps)
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

      <div ref={topRef} className={classes.top}>
        {above}
        <HoleHead shown={shown} isLookedAt={lookedAt !== undefined} view={view} now={now} />
        <Notices view={view} />
      </div>

      {distances !== null && (
        <div className={classes.distances} style={{ top: top + 28 }}>
          <dl aria-label={t('player.distances')}>
            <div>
              <dt>{t('player.back')}</dt>
              <dd>{greenText(distances.backM, units)}</dd>
            </div>
            <div className={classes.centre}>
              <dt>{t(units === 'imperial' ? 'player.centreYards' : 'player.centreMetres')}</dt>
              <dd>{greenText(distances.centreM, units)}</dd>
            </div>
            <div>
              <dt>{t('player.front')}</dt>
              <dd>{greenText(distances.frontM, units)}</dd>
            </div>
          </dl>
          {lookedAt !== undefined && <p className={classes.remark}>{t('player.fromTee')}</p>}
          {lookedAt === undefined && isOld && <p className={classes.remark}>{t('player.oldPosition')}</p>}
        </div>
      )}
      {fix === null && lookedAt === undefined && (
        <p className={classes.waiting} style={{ top: top + 28 }} role="status">
          {t('player.noPosition')}
        </p>
      )}

      <div className={classes.tools} style={{ bottom: bottom + ABOVE_SOURCE_PX }}>
        <button
          type="button"
          aria-label={t('player.toHole')}
          onClick={() => {
            setTarget(null)
            touch({ kind: 'backToPlay' })
          }}
        >
          <IconCurrentLocation size={34} aria-hidden />
        </button>
        <button type="button" aria-label={t('player.zoomIn')} onClick={() => zoom(1)}>
          <IconPlus size={34} aria-hidden />
        </button>
        <button type="button" aria-label={t('player.zoomOut')} onClick={() => zoom(-1)}>
          <IconMinus size={34} aria-hidden />
        </button>
      </div>

      <section ref={bottomRef} className={classes.bottom} aria-label={t('player.actions')}>
        {view.offlineSinceMs !== null && (
          <p className={classes.offline} role="status">
            <IconCloudOff size={24} aria-hidden />
            {offlineText(t, now - view.offlineSinceMs)}
          </p>
        )}
        {outbox.waiting.some(({ refusal }) => refusal === null) && (
          <p className={classes.offline} role="status">
            <IconToolsKitchen2 size={24} aria-hidden />
            {t('player.orders.waiting')}
          </p>
        )}
        {lookedAt === undefined && played !== undefined && <Pace hole={played.hole} view={view} now={now} />}
        <div className={classes.buttons}>
          <button type="button" className={classes.order} onClick={() => setSheet('menu')}>
            <IconToolsKitchen2 size={34} aria-hidden />
            {t('player.menu.open')}
          </button>
          <button type="button" onClick={() => setSheet('phones')}>
            <IconPhone size={30} aria-hidden />
            {t('player.phones.open')}
          </button>
          <button type="button" onClick={() => setSheet('score')}>
            <IconListNumbers size={30} aria-hidden />
            {t('player.score.open')}
          </button>
          {lookedAt !== undefined ? (
            <button type="button" onClick={() => touch({ kind: 'backToPlay' })}>
              <IconArrowBackUp size={30} aria-hidden />
              {t('player.backToPlay')}
            </button>
          ) : (
            next !== undefined && (
              <button type="button" onClick={() => touch({ kind: 'looksAtHole', holeId: next.hole.id })}>
                {t('player.nextHole', { number: next.number })}
                <IconArrowRight size={30} aria-hidden />
              </button>
            )
          )}
        </div>
      </section>

      {sheet === 'menu' && view.lock === null && (
        <MenuSheet view={view} outbox={outbox} onClose={() => setSheet(null)} />
      )}
      {sheet === 'phones' && <PhonesSheet phones={view.phones} onClose={() => setSheet(null)} />}
      {sheet === 'score' && view.lock === null && (
        <ScoreSheet
          cartId={view.cart.id}
          holes={holes}
          holeId={played?.hole.id ?? null}
          onClose={() => setSheet(null)}
        />
      )}
      {view.lock !== null && (
        <div className={classes.lock} role="alertdialog" aria-modal="true" aria-label={t('player.lock')}>
          <p>{view.lock.text === '' ? t('player.lock') : view.lock.text}</p>
          <button type="button" onClick={() => setSheet('phones')}>
            {t('player.phones.open')}
          </button>
        </div>
      )}
    </div>
  )
}

const offlineText = (t: TFunction, ms: number): string =>
  ms < 60_000 ? t('player.offlineNow') : t('player.offline', { count: Math.floor(ms / 60_000) })

/** The map begins where it will stay: nobody sees the whole course fly by. */
const startOf = (hole: Hole | undefined) => {
  const view = hole?.properties.view
  if (view === undefined || view === null) return {}
  return { startAt: { centre: view.center, zoom: view.zoom, rotationDeg: view.angle } }
}

/** After the last hole comes the first: whoever began elsewhere plays on. */
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
  // Of the round where it is known: a long hole may be made up for, and a short one says nothing of the others.
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

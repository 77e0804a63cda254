import type { Mission } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconCalendar, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useCourseTime } from '../../api/index.ts'
import { EmptyState, IconButton, MowerIcon } from '../../ui/index.ts'
import { AutomowersOnDay } from './AutomowersOnDay.tsx'
import classes from './DayView.module.css'
import { ExpectedJobs } from './ExpectedJobs.tsx'
import { LaneHead } from './LaneHead.tsx'
import { Limits } from './Limits.tsx'
import { MissionBlock } from './MissionBlock.tsx'
import { MoveGhost } from './MoveGhost.tsx'
import { awayShare, leastEnd, movedBy, STEP_MS, snapped } from './place.ts'
import { type Placed, placeInRows, type Span, spanOf } from './span.ts'
import { type Grab, type Ground, type Mover, useMover } from './useMover.ts'
import type { ViewProps } from './viewProps.ts'

const HOUR_MS = 3_600_000
/**
 * A mission of a few minutes still takes this much room at the usual zoom, to be read and touched; a bar on it shows its
 * true length.
 */
const LEAST_MS = 0.8 * HOUR_MS
/** How much wider than usual an hour is. */
const ZOOMS = [0.5, 1, 2, 4] as const
/** A lane with more rows than this has rows of one line. */
const MOST_TALL_ROWS = 2
/** An hour's label nearer than this to now would be half covered. */
const LABEL_MS = 0.3 * HOUR_MS
/** The time left of the first mission, or of now, when the day opens. */
const LEAD_MS = HOUR_MS

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP_MS,
  ArrowRight: STEP_MS,
  PageUp: -HOUR_MS,
  PageDown: HOUR_MS,
}

/** A lane for each mower; time runs to the right, through 23, 24 or 25 hours. */
export function DayView(props: ViewProps) {
  const { missions, mowers, closed, days, span, now, inConflict, expected, expectedJobs, onDrop, pending } = props
  const [day = ''] = days
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const scroll = useRef<HTMLDivElement>(null)
  const { zoom, buttons } = useZoom(scroll)
  const mover = useMover(groundOf(scroll, props), grab => onDrop?.(grab))
  const moved = mover.grab ?? pending
  const hours = Math.round((span.to - span.from) / HOUR_MS)
  const isNow = now >= span.from && now < span.to
  const timed = missions.flatMap(mission => {
    const taken = spanOf(mission, now)
    return taken === undefined ? [] : [{ item: mission, span: taken }]
  })
  const untimed = missions.filter(mission => spanOf(mission, now) === undefined)
  const known = new Set(mowers.map(({ id }) => id))
  const orphans = timed.filter(({ item }) => !known.has(item.mowerId))
  // A mission that started the evening before would open every day at midnight.
  const first = Math.min(...timed.map(entry => entry.span.from).filter(from => from >= span.from))
  useOpening(scroll, span, isNow ? now : Number.isFinite(first) ? first : span.from + 5 * HOUR_MS)

  if (mowers.length === 0 && missions.length === 0)
    return (
      <>
        <AutomowersOnDay day={day} />
        <NoMowers />
      </>
    )
  const lane = (key: string, head: React.ReactNode, items: readonly { item: Mission; span: Span }[], away = 0) => (
    <Lane
      key={key}
      head={head}
      placed={placeInRows(items.map(entry => shownIn(entry, span, LEAST_MS / zoom, now)))}
      span={span}
      away={away}
      mowerId={key}
      mover={onDrop === undefined ? undefined : mover}
      lifted={moved?.mission.id}
      inConflict={inConflict}
      expected={expected}
      ghost={moved !== null && moved.place.mowerId === key && <LaneGhost moved={moved} view={props} />}
    />
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={classes.scroll} ref={scroll} aria-label={t('schedule.views.day')} tabIndex={0}>
      <ExpectedJobs day={day} expected={expectedJobs.get(day)} mowers={mowers} />
      <AutomowersOnDay day={day} />
      <div className={classes.grid} style={{ '--hours': hours, '--zoom': zoom } as React.CSSProperties}>
        <div className={classes.corner}>{buttons}</div>
        <Hours span={span} hours={hours} now={now} />
        <Limits closed={closed} span={span} now={now} />
        {mowers.map(mower =>
          lane(
            mower.id,
            <LaneHead mower={mower} />,
            timed.filter(({ item }) => item.mowerId === mower.id),
            awayShare(mower, span, now),
          ),
        )}
        {orphans.length > 0 && lane('gone', <strong>{t('schedule.goneMower')}</strong>, orphans)}
        {isNow && (
          <div className={classes.nowTrack} aria-hidden>
            <span style={{ left: `${((now - span.from) / (span.to - span.from)) * 100}%` }} />
          </div>
        )}
      </div>
      {untimed.length > 0 && <Untimed missions={untimed} mowers={mowers} />}
      {missions.length === 0 && (
        <p className={classes.quiet}>
          <MowerIcon size={20} /> {t('schedule.nothing')}{' '}
          {mayPlan && <Link to="/missions/new">{t('schedule.addMission')}</Link>}
        </p>
      )}
    </section>
  )
}

/** How the pointer and the keys move a mission on this picture of a day. */
const groundOf = (
  scroll: RefObject<HTMLElement | null>,
  { span, now, mowers }: Pick<ViewProps, 'span' | 'now' | 'mowers'>,
): Ground => ({
  gripAt: (x, _, place) => timeAt(scroll.current, x, span) - place.from,
  placeAt: (x, y, { before, place, mission, mode }, gripMs) => {
    const at = timeAt(scroll.current, x, span)
    if (mode === 'length') return { ...before, to: Math.max(snapped(at), leastEnd(mission, before.from)) }
    const from = inDay(snapped(at - gripMs), span, now)
    return { ...movedBy(before, from - before.from), mowerId: mowerAt(x, y) ?? place.mowerId }
  },
  placeByKey: (key, shift, { place, mission }) => {
    const step = KEY_STEPS[key]
    if (step !== undefined && shift) return { ...place, to: Math.max(place.to + step, leastEnd(mission, place.from)) }
    if (step !== undefined) return movedBy(place, inDay(place.from + step, span, now) - place.from)
    const lane = mowers.findIndex(({ id }) => id === place.mowerId) + (key === 'ArrowUp' ? -1 : 1)
    const mower = key === 'ArrowUp' || key === 'ArrowDown' ? mowers[lane] : undefined
    return mower === undefined ? undefined : { ...place, mowerId: mower.id }
  },
  scroller: () => scroll.current,
})

interface LaneGhostProps {
  readonly moved: Pick<Grab, 'mission' | 'place'>
  readonly view: ViewProps
}

/** The moved mission in its new position. */
function LaneGhost({ moved, view: { missions, closed, now, span } }: LaneGhostProps) {
  const length = span.to - span.from
  return (
    <MoveGhost
      mission={moved.mission}
      place={moved.place}
      missions={missions}
      closed={closed}
      now={now}
      style={{
        position: 'absolute',
        left: `${((moved.place.from - span.from) / length) * 100}%`,
        width: `max(96px, ${((moved.place.to - moved.place.from) / length) * 100}%)`,
        top: 8,
        height: 'calc(var(--row) - 8px)',
      }}
    />
  )
}

function NoMowers() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconCalendar aria-hidden />}
      title={t('schedule.noMowers')}
      text={t('schedule.noMowersText')}
      action={
        <Button component={Link} to="/garage" variant="default">
          {t('schedule.toGarage')}
        </Button>
      }
    />
  )
}

/** The clock above the lanes. */
function Hours({ span, hours, now }: { readonly span: Span; readonly hours: number; readonly now: number }) {
  const course = useCourseTime()
  const isNow = now >= span.from && now < span.to
  return (
    <div className={classes.hours} data-track>
      {Array.from({ length: hours }, (_, index) => {
        const at = span.from + index * HOUR_MS
        return Math.abs(at + LABEL_MS / 2 - now) < LABEL_MS ? null : (
          <span key={at} className={classes.hour} style={{ left: `${(index / hours) * 100}%` }}>
            {course.time(new Date(at))}
          </span>
        )
      })}
      {isNow && (
        <span className={classes.nowLabel} style={{ left: `${((now - span.from) / (span.to - span.from)) * 100}%` }}>
          {course.time(new Date(now))}
        </span>
      )}
    </div>
  )
}

/** Missions without a time. */
function Untimed({ missions, mowers }: Pick<ViewProps, 'missions' | 'mowers'>) {
  const { t } = useTranslation()
  return (
    <section className={classes.untimed} aria-label={t('schedule.untimed')}>
      <h2>{t('schedule.untimed')}</h2>
      <div>
        {missions.map(mission => (
          <MissionBlock
            key={mission.id}
            mission={mission}
            span={undefined}
            mowerName={mowers.find(({ id }) => id === mission.mowerId)?.name}
          />
        ))}
      </div>
    </section>
  )
}

interface Shown {
  readonly mission: Mission
  /** When it really takes place. */
  readonly taken: Span
}

/**
 * The room that a mission takes in the lane of a day: inside the day, and never less than can be read. What has ended
 * takes it before now, so that nothing of the past lies in the future.
 */
export function shownIn(
  { item, span }: { readonly item: Mission; readonly span: Span },
  day: Span,
  leastMs: number,
  now: number,
): { item: Shown; span: Span } {
  const latest = item.endedAt !== null && span.to <= now && now < day.to ? now : day.to
  const from = Math.max(day.from, Math.min(span.from, latest - leastMs))
  return {
    item: { mission: item, taken: span },
    span: { from, to: Math.min(latest, Math.max(span.to, from + leastMs)) },
  }
}

/** The day opens where something happens; later changes do not move it under the finger. */
function useOpening(scroll: RefObject<HTMLElement | null>, span: Span, opensAt: number): void {
  const startShare = useRef(Math.max(0, (opensAt - LEAD_MS - span.from) / (span.to - span.from)))
  useEffect(() => {
    const element = scroll.current
    const track = trackIn(element)
    if (element !== null && track !== undefined) element.scrollLeft = startShare.current * track.offsetWidth
  }, [scroll])
}

/** Buttons that make an hour wider or narrower; the middle of the picture stays where it is. */
function useZoom(scroll: RefObject<HTMLElement | null>) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState<(typeof ZOOMS)[number]>(1)
  const middle = useRef<number | null>(null)
  useLayoutEffect(() => {
    const element = scroll.current
    const track = trackIn(element)
    if (element === null || track === undefined || middle.current === null) return
    element.scrollLeft = middle.current * track.offsetWidth - element.clientWidth / 2
    middle.current = null
  })
  const zoomBy = (step: -1 | 1): void => {
    const next = ZOOMS[ZOOMS.indexOf(zoom) + step]
    const element = scroll.current
    const track = trackIn(element)
    if (next === undefined) return
    if (element !== null && track !== undefined && track.offsetWidth > 0)
      middle.current = (element.scrollLeft + element.clientWidth / 2) / track.offsetWidth
    setZoom(next)
  }
  const buttons = (
    <>
      <IconButton label={t('schedule.narrower')} disabled={zoom === ZOOMS[0]} onClick={() => zoomBy(-1)}>
        <IconZoomOut size={18} />
      </IconButton>
      <IconButton label={t('schedule.wider')} disabled={zoom === ZOOMS.at(-1)} onClick={() => zoomBy(1)}>
        <IconZoomIn size={18} />
      </IconButton>
    </>
  )
  return { zoom, buttons }
}

/** The part of the picture that time runs along. */
const trackIn = (scroll: HTMLElement | null): HTMLElement | undefined => {
  const track = scroll?.querySelector('[data-track]')
  return track instanceof HTMLElement ? track : undefined
}

/** The moment at a position of the screen; the day may have 23 or 25 hours. */
function timeAt(scroll: HTMLElement | null, x: number, span: Span): number {
  const box = trackIn(scroll)?.getBoundingClientRect()
  return box === undefined ? span.from : span.from + ((x - box.left) / box.width) * (span.to - span.from)
}

/** Begins in the shown day, and not before now. */
function inDay(from: number, span: Span, now: number): number {
  const earliest = Math.max(span.from, Math.ceil(now / STEP_MS) * STEP_MS)
  return Math.max(Math.min(from, span.to - STEP_MS), earliest)
}

function mowerAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const lane = element.closest('[data-mower]')
    if (lane instanceof HTMLElement) return lane.dataset.mower
  }
  return undefined
}

interface LaneProps {
  readonly head: React.ReactNode
  readonly placed: readonly Placed<Shown>[]
  readonly span: Span
  /** The share of the day, from its beginning, in which the mower is in service. */
  readonly away: number
  readonly mowerId: string
  readonly mover: Mover | undefined
  readonly lifted: string | undefined
  readonly inConflict: ReadonlySet<string>
  readonly expected: ViewProps['expected']
  readonly ghost: React.ReactNode
}

function Lane({ head, placed, span, away, mowerId, mover, lifted, inConflict, expected, ghost }: LaneProps) {
  const rows = Math.max(1, ...placed.map(({ row }) => row + 1))
  const isDense = rows > MOST_TALL_ROWS
  const length = span.to - span.from
  return (
    <>
      <div className={classes.head}>{head}</div>
      <div
        className={classes.track}
        data-away={away > 0 || undefined}
        data-dense={isDense || undefined}
        {...(mowerId === 'gone' ? {} : { 'data-mower': mowerId })}
        style={{ '--rows': rows, '--away': away } as React.CSSProperties}
      >
        {placed.map(({ item: { mission, taken }, span: shown, row }) => {
          const room = shown.to - shown.from
          return (
            <MissionBlock
              key={mission.id}
              mission={mission}
              span={taken}
              mover={mover}
              hasLength
              brief={isDense}
              isLifted={mission.id === lifted}
              hasConflict={inConflict.has(mission.id)}
              expected={expected.get(mission.id)}
              bar={{
                from: Math.max(0, taken.from - shown.from) / room,
                to: Math.min(1, Math.max(0, taken.to - shown.from) / room),
              }}
              style={{
                position: 'absolute',
                left: `${((shown.from - span.from) / length) * 100}%`,
                width: `calc(${(room / length) * 100}% - 4px)`,
                top: `calc(12px + ${row} * var(--row))`,
                height: `calc(var(--row) - ${isDense ? 4 : 12}px)`,
              }}
            />
          )
        })}
        {ghost}
      </div>
    </>
  )
}

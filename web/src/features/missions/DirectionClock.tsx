import { DIRECTION_ANGLE_DEG, type Direction } from '@greensward/domain'
import classes from './DirectionClock.module.css'

export interface DirectionClockProps {
  /** Last directions mowed, newest first; the fresher, the stronger the line. */
  readonly lastMowed: readonly Direction[]
  /** The direction of this mission, with its own angle offset. */
  readonly next: Direction
  readonly angleOffsetDeg: number
  readonly label: string
  readonly sizePx?: number
}

const RADIUS = 70
const MARKS = Array.from({ length: 12 }, (_, hour) => hour)

const ends = (angleDeg: number, radius: number) => {
  const angle = (angleDeg * Math.PI) / 180
  const x = Math.sin(angle) * radius
  const y = -Math.cos(angle) * radius
  return { x1: -x, y1: -y, x2: x, y2: y }
}

/** The directions of a zone on a clock face, 12 being the line of play, as greenkeepers speak of them. */
export function DirectionClock({ lastMowed, next, angleOffsetDeg, label, sizePx = 176 }: DirectionClockProps) {
  const nextDeg = DIRECTION_ANGLE_DEG[next] + angleOffsetDeg
  const knob = ends(nextDeg, RADIUS - 8)
  return (
    <svg
      className={classes.clock}
      width={sizePx}
      height={sizePx}
      viewBox="-92 -92 184 184"
      role="img"
      aria-label={label}
    >
      <circle r={RADIUS} className={classes.face} />
      {MARKS.map(hour => {
        const outer = ends(hour * 30, RADIUS)
        const inner = ends(hour * 30, RADIUS - 6)
        const text = ends(hour * 30, RADIUS + 13)
        return (
          <g key={hour}>
            <line x1={inner.x2} y1={inner.y2} x2={outer.x2} y2={outer.y2} className={classes.mark} />
            <text x={text.x2} y={text.y2} className={classes.hour}>
              {hour === 0 ? 12 : hour}
            </text>
          </g>
        )
      })}
      {lastMowed
        .slice(0, 4)
        .map((direction, age) => ({ direction, age }))
        .reverse()
        .map(({ direction, age }) => (
          <line
            key={`${direction}-${age}`}
            {...ends(DIRECTION_ANGLE_DEG[direction], RADIUS - 8)}
            className={classes.past}
            strokeWidth={6 - age}
            opacity={1 - age * 0.22}
          />
        ))}
      <line {...ends(nextDeg, RADIUS - 8)} className={classes.next} />
      <circle cx={knob.x2} cy={knob.y2} r={6} className={classes.knob} />
      <circle r={3} className={classes.hub} />
    </svg>
  )
}

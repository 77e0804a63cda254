import { DIRECTION_ANGLE_DEG, type Direction } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import classes from './Inspector.module.css'

/** Strength of line: how lately a direction was mown. */
const STRENGTH = [0.9, 0.55, 0.32]
const SIZE = 124
const MIDDLE = SIZE / 2
const FACE = 46

const end = (angleDeg: number, radius: number): [x: number, y: number] => {
  const angle = (angleDeg * Math.PI) / 180
  return [MIDDLE + radius * Math.sin(angle), MIDDLE - radius * Math.cos(angle)]
}

function Hand({
  direction,
  colour,
  width,
  opacity,
}: {
  direction: Direction
  colour: string
  width: number
  opacity: number
}) {
  const [x1, y1] = end(DIRECTION_ANGLE_DEG[direction], FACE - 9)
  const [x2, y2] = end(DIRECTION_ANGLE_DEG[direction] + 180, FACE - 9)
  return (
    <line x1={x1} y1={y1} x2={x2} y2={y2} stroke={colour} strokeWidth={width} opacity={opacity} strokeLinecap="round" />
  )
}

interface DirectionLedgerProps {
  /** Newest first. */
  readonly mown: readonly { readonly direction: Direction; readonly at: string }[]
  readonly next: Direction | undefined
}

/** The last directions on a clock face, 12 being the line of play; the orange one comes next. */
export function DirectionLedger({ mown, next }: DirectionLedgerProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const last = mown.slice(0, 3)
  if (last.length === 0 && next === undefined) return null
  return (
    <section>
      <div className={classes.heading}>
        <h3>{t('mapPanels.ledger.title')}</h3>
        <span>{t('mapPanels.ledger.hint')}</span>
      </div>
      <div className={classes.ledger}>
        <svg className={classes.clock} width={SIZE} height={SIZE} aria-hidden="true">
          <circle cx={MIDDLE} cy={MIDDLE} r={FACE} fill="var(--gs-sunk)" stroke="var(--gs-line)" />
          {Array.from({ length: 12 }, (_, hour) => hour).map(hour => {
            const [x1, y1] = end(hour * 30, FACE)
            const [x2, y2] = end(hour * 30, hour % 3 === 0 ? FACE - 6 : FACE - 3)
            return <line key={hour} x1={x1} y1={y1} x2={x2} y2={y2} stroke="var(--gs-edge)" />
          })}
          {[12, 3, 6, 9].map(hour => {
            const [x, y] = end(hour * 30, FACE + 9)
            return (
              <text key={hour} x={x} y={y + 4} textAnchor="middle">
                {hour}
              </text>
            )
          })}
          {[...last].reverse().map(({ direction }, index) => (
            <Hand
              key={`${direction}-${STRENGTH[last.length - 1 - index]}`}
              direction={direction}
              colour="var(--gs-main)"
              width={4}
              opacity={STRENGTH[last.length - 1 - index] ?? 0.3}
            />
          ))}
          {next !== undefined && <Hand direction={next} colour="#b86e00" width={2} opacity={1} />}
          <circle cx={MIDDLE} cy={MIDDLE} r={3} fill="var(--gs-ink)" />
        </svg>
        <ul>
          {last.map(({ direction, at }, index) => (
            <li key={at}>
              <i style={{ opacity: STRENGTH[index] ?? 0.3 }} />
              {t(`missions.direction.${direction}`)}
              <span>{time.date(at)}</span>
            </li>
          ))}
          {next !== undefined && (
            <li>
              <i style={{ height: 2, background: '#b86e00' }} />
              {t(`missions.direction.${next}`)}
              <span>{t('mapPanels.ledger.next')}</span>
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}

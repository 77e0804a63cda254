/** How much was cut in which direction. */
import type { Report, ReportFigures } from '@greensward/contract'
import { DIRECTION_ANGLE_DEG } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { Panel, useMeasure } from '../../ui/index.ts'
import classes from './ReportsPage.module.css'

type Areas = ReportFigures['directions']

/** A rose is read at a glance; its spokes are as long as the direction's area beside the largest one. */
const RADIUS = 14

/** Shares of what was cut in a known direction, largest first; empty where none is known. */
const useShares = (directions: Areas) => {
  const { t } = useTranslation()
  const measure = useMeasure()
  const knownM2 = directions.reduce((sum, { areaM2 }) => sum + areaM2, 0)
  if (knownM2 === 0) return []
  return directions.map(({ direction, areaM2 }) => ({
    direction,
    share: areaM2 / knownM2,
    name: t(`missions.direction.${direction}`),
    text: measure.share(areaM2 / knownM2),
  }))
}

/** On a clock face: 12 is the line of play. */
export function DirectionRose({ directions }: { readonly directions: Areas }) {
  const shares = useShares(directions)
  const [first] = shares
  if (first === undefined) return '–'
  const label = shares.map(({ name, text }) => `${name} ${text}`).join(', ')
  const size = 2 * RADIUS + 4
  return (
    <svg
      className={classes.rose}
      width={size}
      height={size}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <circle r={RADIUS + 1} />
      {shares.map(({ direction, share }) => {
        const length = (RADIUS - 1) * (share / first.share)
        return <line key={direction} y1={-length} y2={length} transform={`rotate(${DIRECTION_ANGLE_DEG[direction]})`} />
      })}
    </svg>
  )
}

export function DirectionChart({ report }: { readonly report: Report }) {
  const { t } = useTranslation()
  const shares = useShares(report.total.directions)
  const [first] = shares
  if (first === undefined) return null
  return (
    <Panel title={t('reports.directions')}>
      <dl className={classes.bars}>
        {shares.map(({ direction, share, name, text }) => (
          <div key={direction}>
            <dt>{name}</dt>
            <dd>
              <i aria-hidden style={{ inlineSize: `${(100 * share) / first.share}%` }} />
              <span>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>{t('reports.directionsHint')}</p>
    </Panel>
  )
}

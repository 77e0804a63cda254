import { autoDirection, type Direction, swathHeadingDeg, type ZoneType } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { NumberEntry } from '../../ui/index.ts'
import { DirectionClock } from './DirectionClock.tsx'
import classes from './DirectionField.module.css'
import { RadioCard } from './RadioCard.tsx'

export interface LedgerEntry {
  readonly direction: Direction
  readonly at: string
}

interface DirectionFieldProps {
  readonly allowed: ZoneType['directions']
  /** Newest first. */
  readonly ledger: readonly LedgerEntry[]
  readonly chosen: Direction | 'auto'
  readonly onChoose: (direction: Direction | 'auto') => void
  readonly angleOffsetDeg: number
  readonly onAngleOffset: (angleDeg: number) => void
  readonly holeBaseAngleDeg: number
  readonly hasHole: boolean
}

/** The direction of the swaths: a clock with what was mown lately, the allowed directions, and a turn of one's own. */
export function DirectionField(props: DirectionFieldProps) {
  const { allowed, ledger, chosen, onChoose, angleOffsetDeg, onAngleOffset, holeBaseAngleDeg, hasHole } = props
  const { t } = useTranslation()
  const time = useCourseTime()
  const lastMowed = ledger.map(({ direction }) => direction)
  const auto = autoDirection(allowed, lastMowed) ?? '12-6'
  const next = chosen === 'auto' ? auto : chosen
  const heading = Math.round(swathHeadingDeg(holeBaseAngleDeg, next, angleOffsetDeg)) % 360
  const lastOf = (direction: Direction): string => {
    const entry = ledger.find(item => item.direction === direction)
    return entry === undefined ? t('missions.never') : time.date(entry.at)
  }
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>
        <span>{t('missions.column.direction')}</span>
        <span className={classes.hint}>
          {hasHole
            ? t('missions.baseAngle', { angle: Math.round(holeBaseAngleDeg) % 360 })
            : t('missions.baseAngleNorth')}
        </span>
      </legend>
      <div className={classes.body}>
        <DirectionClock
          lastMowed={lastMowed}
          next={next}
          angleOffsetDeg={angleOffsetDeg}
          label={t('missions.clockLabel', { direction: t(`missions.direction.${next}`) })}
        />
        <div className={classes.side}>
          <div className={classes.choices} role="radiogroup" aria-label={t('missions.column.direction')}>
            {(['auto', ...allowed] as const).map(direction => (
              <RadioCard
                key={direction}
                className={classes.choice}
                name="direction"
                value={direction}
                isChecked={chosen === direction}
                onChoose={() => onChoose(direction)}
              >
                <b>{direction === 'auto' ? t('missions.autoLong') : t(`missions.direction.${direction}`)}</b>
                <span>{direction === 'auto' ? t(`missions.direction.${auto}`) : lastOf(direction)}</span>
              </RadioCard>
            ))}
          </div>
          {chosen === 'auto' && (
            <p className={classes.why}>
              {ledger.length === 0
                ? t('missions.autoFirst', { direction: t(`missions.direction.${auto}`) })
                : t('missions.autoWhy', {
                    direction: t(`missions.direction.${auto}`),
                    last: lastMowed
                      .slice(0, 3)
                      .map(direction => t(`missions.direction.${direction}`))
                      .join(', '),
                  })}
            </p>
          )}
          <div className={classes.angle}>
            <NumberEntry
              label={t('missions.angleOffset')}
              value={angleOffsetDeg}
              onChange={value => onAngleOffset(value ?? 0)}
              min={-90}
              max={90}
              step={1}
              suffix="°"
              clampBehavior="strict"
            />
            <span className={classes.heading}>
              {t('missions.swathHeading')}
              <b>{heading}°</b>
            </span>
          </div>
          <input
            className={classes.slider}
            type="range"
            min={-90}
            max={90}
            step={1}
            value={angleOffsetDeg}
            aria-label={t('missions.angleOffset')}
            onChange={event => onAngleOffset(Number(event.currentTarget.value))}
          />
        </div>
      </div>
    </fieldset>
  )
}

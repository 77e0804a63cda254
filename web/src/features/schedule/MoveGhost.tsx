/** The dragged block: the new position of the mission, and its conflicts. */

import { calls } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { useDebouncedValue } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import { useCall, useConflictText, useCourseTime } from '../../api/index.ts'
import classes from './MoveGhost.module.css'
import { isSamePlace, type Place, shownConflicts, slotQuestion } from './place.ts'
import { usePlayText } from './playText.ts'
import type { ViewProps } from './viewProps.ts'

/** A block that rests for this long is asked about: golfers are known to the server alone. */
const RESTS_MS = 250

interface MoveGhostProps extends Pick<ViewProps, 'missions' | 'closed' | 'now'> {
  readonly mission: Mission
  readonly place: Place
  readonly style?: CSSProperties
}

export function MoveGhost({ mission, place, missions, closed, now, style }: MoveGhostProps) {
  const course = useCourseTime()
  const text = useConflictText()
  const mine = closed.filter(({ featureIds }) => featureIds.includes(mission.target.featureId))
  const [against] = shownConflicts(mission, place, missions, mine, now)
  const [rested] = useDebouncedValue(place, RESTS_MS)
  const isResting = isSamePlace(rested, place)
  const slots = useCall(calls.missions.slots, { body: slotQuestion(mission, rested) }, { enabled: isResting })
  const playText = usePlayText()
  const golfers = against === undefined && isResting ? slots.data?.play[0] : undefined
  return (
    <div
      className={classes.ghost}
      data-conflict={against !== undefined || undefined}
      data-golfers={golfers !== undefined || undefined}
      style={style}
      aria-live="polite"
    >
      <strong>{mission.title}</strong>
      <span>
        {course.time(new Date(place.from))}–{course.time(new Date(place.to))}
      </span>
      {against !== undefined && <span>{text(against)}</span>}
      {golfers !== undefined && <span>{playText(golfers)}</span>}
    </div>
  )
}

/** The block under the hand: where the mission would come to stand, and what is against it. */
import type { Mission } from '@greensward/domain'
import type { CSSProperties } from 'react'
import { useConflictText, useCourseTime } from '../api/index.ts'
import classes from './MoveGhost.module.css'
import { type Place, shownConflicts } from './place.ts'
import type { ViewProps } from './viewProps.ts'

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
  return (
    <div className={classes.ghost} data-conflict={against !== undefined || undefined} style={style} aria-live="polite">
      <strong>{mission.title}</strong>
      <span>
        {course.time(new Date(place.from))}–{course.time(new Date(place.to))}
      </span>
      {against !== undefined && <span>{text(against)}</span>}
    </div>
  )
}

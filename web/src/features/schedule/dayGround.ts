/** Moving in views that know days but no hours: the clock time stays, the day changes. */
import { addDays, type Day } from '../../ui/zonedTime.ts'
import { dayOfPlace, onDay, type Place } from './place.ts'
import type { Ground } from './useMover.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Nothing is moved to where its time has passed. */
const unlessPast = (place: Place, now: number): Place | undefined => (place.from > now ? place : undefined)

export const dayGround = (zone: string, now: number, scroller: () => HTMLElement | null): Ground => ({
  gripAt: () => 0,
  placeAt: (x, y, grab) => {
    for (const element of document.elementsFromPoint(x, y)) {
      const cell = element.closest('[data-day]')
      const day: Day | undefined = cell instanceof HTMLElement ? cell.dataset.day : undefined
      if (day !== undefined) return unlessPast(onDay(grab.before, day, zone), now)
    }
    return undefined
  },
  placeByKey: (key, _, grab) => {
    const step = STEPS[key]
    return step === undefined
      ? undefined
      : // The clock time is the one it had: a night without that hour, passed on the way, must not leave its own behind.
        unlessPast(onDay(grab.before, addDays(dayOfPlace(grab.place, zone), step), zone), now)
  },
  scroller,
})

import type { Mission } from '@greensward/domain'
import type { Day } from '../../ui/zonedTime.ts'
import { spanOfDays } from './range.ts'
import { overlaps, type Span, spanOf } from './span.ts'

/** The missions that take place on a day of the course, earliest first. */
export function missionsOfDay(
  missions: readonly Mission[],
  day: Day,
  zone: string,
  now: number,
): readonly { readonly mission: Mission; readonly span: Span }[] {
  const whole = spanOfDays([day], zone)
  return missions
    .flatMap(mission => {
      const span = spanOf(mission, now)
      return span !== undefined && overlaps(span, whole) ? [{ mission, span }] : []
    })
    .sort((a, b) => a.span.from - b.span.from)
}

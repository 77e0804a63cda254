/** Dew and frost of a morning, as the person reads it. */
import { MORNING_HOURS, type Morning, type MorningGrass } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { momentOf } from '../../ui/zonedTime.ts'

export interface MorningText {
  /** What is proposed, or what is missing for that. */
  readonly grass: (grass: MorningGrass, day: string) => string
  /** The same of a morning that is over, or was measured. */
  readonly known: (grass: MorningGrass, day: string) => string
  /** Mow after 07:40; undefined where nothing is in the way, or no end of it is known. */
  readonly mowAfter: (grass: MorningGrass) => string | undefined
  readonly seen: (seen: NonNullable<Morning['seen']>) => string
}

const lastOf = ({ frostUntil, dewUntil }: MorningGrass): string | null =>
  frostUntil === null || (dewUntil !== null && dewUntil > frostUntil) ? dewUntil : frostUntil

export function useMorningText(): MorningText {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const until = (kind: 'frost' | 'dew', at: string | null, grass: MorningGrass): readonly string[] => {
    if (at === null) return []
    const isLasting = grass.isLasting && at === lastOf(grass)
    return [t(`day.grass.${kind}${isLasting ? 'Lasting' : ''}`, { time: time.time(at) })]
  }
  const described = (grass: MorningGrass, day: string, missing: 'missing' | 'missingShort'): string => {
    const { frostUntil, dewUntil } = grass
    if (grass.missing.length > 0) {
      const names = grass.missing.map(name => t(`settings.weather.of.${name}`))
      return t(`day.grass.${missing}`, { figures: new Intl.ListFormat(i18n.language).format(names) })
    }
    const parts = [...until('frost', frostUntil, grass), ...until('dew', dewUntil, grass)]
    if (parts.length > 0) return parts.join('. ')
    const clock = (hour: number): string => time.time(momentOf(day, hour, 0, time.zone))
    return t('day.grass.dry', { from: clock(MORNING_HOURS.from), until: clock(MORNING_HOURS.until) })
  }
  return {
    grass: (grass, day) => described(grass, day, 'missing'),
    known: (grass, day) => described(grass, day, 'missingShort'),
    mowAfter: grass => {
      const last = lastOf(grass)
      return last === null || grass.isLasting ? undefined : t('day.grass.mowAfter', { time: time.time(last) })
    },
    seen: ({ grass, until: gone }) => {
      const kind = t(`day.grass.kinds.${grass}`)
      return gone === null ? kind : t('day.grass.seenUntil', { kind, time: time.time(gone) })
    },
  }
}

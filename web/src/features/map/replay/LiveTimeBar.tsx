import type { Mission } from '@greensward/domain'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { useNow } from '../../../ui/index.ts'
import classes from './LiveTimeBar.module.css'
import { leadTo } from './runs.ts'
import { TimeBar } from './TimeBar.tsx'
import { useDayRecord } from './useDayRecord.ts'

/** The default start of a replay: the last minutes. */
const BACK_MS = 600_000

interface LiveTimeBarProps {
  /** Planned and active ones. */
  readonly missions: readonly Mission[]
  readonly onReplay: (atMs: number) => void
}

/** Today up to now, below the vehicles; a press on it looks back at that moment. */
export function LiveTimeBar({ missions, onReplay }: LiveTimeBarProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const now = useNow(10_000)
  const nowMs = now.getTime()
  const { stretch, marks, working } = useDayRecord(time.dayOf(now), nowMs)
  const planned = [
    ...new Set(
      missions.flatMap(({ status, startsAt }) => {
        const ms = status === 'planned' && startsAt !== null ? Date.parse(startsAt) : 0
        return ms >= stretch.fromMs && ms < stretch.toMs ? [ms] : []
      }),
    ),
  ]
  return (
    <div className={classes.row}>
      <fieldset className={classes.choice} aria-label={t('replay.choice')}>
        <button type="button" aria-pressed>
          <i />
          {t('replay.live')}
        </button>
        <button type="button" aria-pressed={false} onClick={() => onReplay(nowMs - BACK_MS)}>
          <IconHistory size={18} aria-hidden />
          {t('replay.title')}
        </button>
      </fieldset>
      <TimeBar
        stretch={stretch}
        atMs={nowMs}
        nowMs={nowMs}
        marks={marks}
        working={working}
        planned={planned}
        isReplay={false}
        onSeek={onReplay}
        onMark={mark => onReplay(leadTo(mark))}
      />
    </div>
  )
}

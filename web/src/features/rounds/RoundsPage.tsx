/** Pace of play: the rounds of a day as they are played, and how long holes and days took before. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useCourseTime } from '../../api/index.ts'
import { DayInput, ForbiddenState, Page } from '../../ui/index.ts'
import { addDays } from '../../ui/zonedTime.ts'
import { DayRounds } from './DayRounds.tsx'
import { PaceHistory } from './PaceHistory.tsx'

const SHOWN = ['day', 'history'] as const
/** Two weeks say what a weekday and a weekend are. */
const HISTORY_DAYS = 13

export default function RoundsPage() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const today = time.dayOf(new Date())
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('day')
  const [chosenDay, setDay] = useState<string | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const mayRead = useCan('course.read')
  if (!mayRead)
    return (
      <Page title={t('rounds.title')}>
        <ForbiddenState />
      </Page>
    )
  const day = chosenDay ?? today
  const span = { from: from ?? addDays(today, -HISTORY_DAYS), to: to ?? today }
  return (
    <Page
      flush
      isReadOnly={shown === 'history'}
      title={t('rounds.title')}
      actions={
        <SegmentedControl
          aria-label={t('rounds.shown')}
          value={shown}
          onChange={value => setShown(SHOWN.find(one => one === value) ?? 'day')}
          data={SHOWN.map(value => ({ value, label: t(`rounds.show.${value}`) }))}
        />
      }
      filters={
        shown === 'day' ? (
          <DayInput label={t('rounds.day')} value={day} max={today} onChange={chosen => setDay(chosen || null)} />
        ) : (
          <>
            <DayInput
              label={t('rounds.from')}
              value={span.from}
              max={span.to}
              onChange={chosen => setFrom(chosen || null)}
            />
            <DayInput
              label={t('rounds.to')}
              value={span.to}
              min={span.from}
              max={today}
              onChange={chosen => setTo(chosen || null)}
            />
          </>
        )
      }
    >
      {shown === 'day' ? <DayRounds day={day} isToday={day === today} /> : <PaceHistory {...span} />}
    </Page>
  )
}

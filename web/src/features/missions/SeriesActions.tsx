/** An occurrence of a series: which, how it repeats, and skipping it without the others or with all that follow. */

import { calls } from '@greensward/contract'
import type { Mission, Repeat } from '@greensward/domain'
import { WEEKDAYS } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconCalendarOff, IconCalendarRepeat, IconRepeat } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog, notify } from '../../ui/index.ts'
import classes from './SeriesActions.module.css'

/** 'Every 3 days until 20 Dec', in the language of the screen. */
export function useRepeatText(): (repeat: Repeat) => string {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  return repeat => {
    const names = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
    const words =
      repeat.kind === 'daily'
        ? t('missions.repeat.daily')
        : repeat.kind === 'everyDays'
          ? t('missions.repeat.every', { count: repeat.days })
          : repeat.days.map(day => names.format(new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day))))).join(', ')
    return repeat.until === null
      ? words
      : t('missions.repeat.ends', { repeat: words, day: time.date(`${repeat.until}T12:00:00Z`) })
  }
}

export function SeriesActions({ mission }: { readonly mission: Mission }) {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const text = useRepeatText()
  const skip = useAct(calls.missions.skip, {
    changes: [calls.missions.list, calls.missions.get, calls.missions.logs],
  })
  const [asking, setAsking] = useState<'one' | 'following'>()
  const [turning, setTurning] = useState(false)
  if (mission.series === null) return null
  const run = async (scope: 'one' | 'following'): Promise<void> => {
    try {
      const { skipped } = await skip.mutateAsync({ params: { id: mission.id }, body: { scope } })
      notify.done(t('missions.skip.done', { count: skipped }))
    } catch (error) {
      notify.failed(t('missions.skip.failed'), error)
    }
    setAsking(undefined)
  }
  return (
    <section className={classes.series} aria-label={t('missions.repeat.title')}>
      <span className={classes.rule}>
        <IconRepeat size={20} aria-hidden /> {text(mission.series.repeat)}
      </span>
      {mayPlan && mission.status === 'planned' && (
        <span className={classes.actions}>
          <Button variant="default" leftSection={<IconCalendarOff size={18} />} onClick={() => setAsking('one')}>
            {t('missions.skip.one')}
          </Button>
          <Button variant="subtle" color="error" onClick={() => setAsking('following')}>
            {t('missions.skip.following')}
          </Button>
          <Button variant="default" leftSection={<IconCalendarRepeat size={18} />} onClick={() => setTurning(true)}>
            {t('missions.toPlan.action')}
          </Button>
        </span>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        title={t(asking === 'following' ? 'missions.skip.followingTitle' : 'missions.skip.oneTitle', {
          title: mission.title,
        })}
        text={t(asking === 'following' ? 'missions.skip.followingText' : 'missions.skip.oneText')}
        confirm={t(asking === 'following' ? 'missions.skip.following' : 'missions.skip.one')}
        busy={skip.isPending}
        onConfirm={() => void run(asking ?? 'one')}
        onClose={() => setAsking(undefined)}
      />
      {turning && <ToPlanDialog mission={mission} onClose={() => setTurning(false)} />}
    </section>
  )
}

/** Asks before a series becomes a standing plan. */
function ToPlanDialog({ mission, onClose }: { readonly mission: Mission; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const turn = useAct(calls.standingPlans.fromSeries, {
    changes: [calls.standingPlans.list, calls.standingPlans.days],
  })
  const run = async (): Promise<void> => {
    try {
      const { name, firstDay } = await turn.mutateAsync({ body: { missionId: mission.id } })
      notify.done(t('missions.toPlan.done', { name }))
      void navigate({ to: '/plans', search: { day: firstDay } })
    } catch (error) {
      notify.failed(t('missions.toPlan.failed'), error)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      opened
      title={t('missions.toPlan.title', { title: mission.title })}
      text={t('missions.toPlan.text')}
      confirm={t('missions.toPlan.action')}
      tone="main"
      busy={turn.isPending}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

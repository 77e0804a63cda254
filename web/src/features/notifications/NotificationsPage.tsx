import { calls } from '@greensward/contract'
import { type Notification, notificationLevel, notificationSubject } from '@greensward/domain'
import { Button, NativeSelect } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconBell, IconChecks, IconInfoCircle } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { RainAnswer } from '../../ui/command/RainAnswer.tsx'
import { FoldedFilters } from '../../ui/form/FoldedFilters.tsx'
import {
  DayRange,
  EmptyState,
  ForbiddenState,
  notify,
  Page,
  Pager,
  QueryState,
  StatusPill,
  type Tone,
} from '../../ui/index.ts'
import { sentenceOf } from '../../ui/text/sentenceOf.ts'
import { addDays, startOfDay } from '../../ui/zonedTime.ts'
import classes from './NotificationsPage.module.css'
import { placeOf } from './placeOf.ts'
import type { NotificationsSearch } from './search.ts'

const PER_PAGE = 25

const LOOK: Readonly<Record<Notification['level'], { readonly tone: Tone; readonly Icon: typeof IconBell }>> = {
  info: { tone: 'neutral', Icon: IconInfoCircle },
  warning: { tone: 'warn', Icon: IconAlertTriangle },
  alarm: { tone: 'error', Icon: IconAlertOctagon },
}

const countSet = ({ level, subject, from, to }: NotificationsSearch): number =>
  [level, subject, from, to].filter(set => set !== undefined).length

export default function NotificationsPage() {
  const { t } = useTranslation()
  const mayRead = useCan('notifications.read')
  const search = useSearch({ from: '/main/notifications' })
  const navigate = useNavigate()
  const { zone } = useCourseTime()
  const page = search.page ?? 1
  const perPage = search.perPage ?? PER_PAGE
  const go = (change: { readonly [K in keyof NotificationsSearch]?: NotificationsSearch[K] | undefined }): void => {
    void navigate({ to: '.', search: { ...search, page: undefined, ...change } as never, replace: true })
  }
  const query = useCall(
    calls.notifications.list,
    {
      query: {
        page,
        perPage,
        ...(search.level === undefined ? {} : { level: search.level }),
        ...(search.subject === undefined ? {} : { subject: search.subject }),
        ...(search.from === undefined ? {} : { from: startOfDay(search.from, zone).toISOString() }),
        // The last day is shown to its end.
        ...(search.to === undefined ? {} : { to: startOfDay(addDays(search.to, 1), zone).toISOString() }),
      },
    },
    { enabled: mayRead, keepPrevious: true },
  )
  const readAll = useAct(calls.notifications.readAll, { changes: [calls.notifications.list] })
  if (!mayRead) return <ForbiddenState />
  const isFiltered = countSet(search) > 0
  const unread = query.data?.unread ?? 0
  return (
    <Page
      flush
      title={t('notifications.title')}
      hint={unread > 0 ? t('shell.unread', { count: unread }) : undefined}
      actions={
        <Button
          variant="default"
          leftSection={<IconChecks size={18} />}
          disabled={unread === 0}
          loading={readAll.isPending}
          onClick={() => readAll.mutate({}, { onError: error => notify.failed(t('common.error'), errorText(error)) })}
        >
          {t('notifications.readAll')}
        </Button>
      }
      filters={
        <FoldedFilters count={countSet(search)}>
          <NativeSelect
            aria-label={t('notifications.level')}
            value={search.level ?? ''}
            onChange={event =>
              go({ level: notificationLevel.options.find(name => name === event.currentTarget.value) })
            }
            data={[
              { value: '', label: t('notifications.allLevels') },
              ...notificationLevel.options.map(value => ({ value, label: t(`notifications.levels.${value}`) })),
            ]}
          />
          <NativeSelect
            aria-label={t('notifications.subject')}
            value={search.subject ?? ''}
            onChange={event =>
              go({ subject: notificationSubject.options.find(name => name === event.currentTarget.value) })
            }
            data={[
              { value: '', label: t('notifications.allSubjects') },
              ...notificationSubject.options.map(value => ({ value, label: t(`notifications.subjects.${value}`) })),
            ]}
          />
          <DayRange
            from={search.from}
            to={search.to}
            fromLabel={t('notifications.from')}
            toLabel={t('notifications.to')}
            onChange={go}
          />
          {isFiltered && (
            <Button
              variant="subtle"
              onClick={() => go({ level: undefined, subject: undefined, from: undefined, to: undefined })}
            >
              {t('common.resetFilters')}
            </Button>
          )}
        </FoldedFilters>
      }
      footer={
        <Pager
          page={page}
          perPage={perPage}
          total={query.data?.total ?? 0}
          onPage={next => go({ page: next })}
          onPerPage={count => go({ perPage: count })}
        />
      }
    >
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.items.length === 0 ? (
        <EmptyState
          icon={<IconBell aria-hidden />}
          title={t(isFiltered ? 'common.nothingFound' : 'notifications.none')}
          text={t('notifications.noneText')}
        />
      ) : (
        <ul className={classes.list}>
          {query.data.items.map(item => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Page>
  )
}

const PROPOSES_RAIN: readonly string[] = ['rainModeProposed', 'rainModeOffProposed']

/** Only the newest proposal can still be answered; an older one has lapsed or was answered. */
function Proposal({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const state = useCall(calls.weather.state)
  const proposal = state.data?.proposal
  return (
    <>
      <Link to="/settings/weather" className={classes.link}>
        {t('notifications.toWeather')}
      </Link>
      {proposal?.id === id && <RainAnswer proposal={proposal} />}
    </>
  )
}

function Row({ item }: { readonly item: Notification }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const sentence = sentenceOf(item, i18n)
  const mayAcknowledge = useCan('notifications.acknowledge')
  const acknowledge = useAct(calls.notifications.acknowledge, { changes: [calls.notifications.list] })
  const { tone, Icon } = LOOK[item.level]
  return (
    <li className={classes.row} data-unread={!item.read || undefined}>
      <StatusPill tone={tone} icon={<Icon aria-hidden />}>
        {t(`notifications.levels.${item.level}`)}
      </StatusPill>
      <span className={classes.words}>
        <span className={classes.sentence}>
          {!item.read && <span className={classes.dot} role="img" aria-label={t('notifications.unread')} />}
          {sentence}
        </span>
        <span className={classes.when}>
          {time.dateTime(item.at)} · {t(`notifications.subjects.${item.subject}`)}
          {item.acknowledgedBy !== null &&
            item.acknowledgedAt !== null &&
            ` · ${t('notifications.acknowledgedBy', { name: item.acknowledgedBy, time: time.dateTime(item.acknowledgedAt) })}`}
        </span>
      </span>
      <span className={classes.buttons}>
        <SubjectLink item={item} />
        {PROPOSES_RAIN.includes(item.kind) && item.subjectId !== null && <Proposal id={item.subjectId} />}
        {item.level === 'alarm' && item.acknowledgedBy === null && mayAcknowledge && (
          <Button
            loading={acknowledge.isPending}
            onClick={() =>
              acknowledge.mutate(
                { params: { id: item.id } },
                { onError: error => notify.failed(t('common.error'), errorText(error)) },
              )
            }
          >
            {t('notifications.acknowledge')}
          </Button>
        )}
      </span>
    </li>
  )
}

/** To what the notification is about, where that has a page. */
function SubjectLink({ item }: { readonly item: Notification }) {
  const { t } = useTranslation()
  const place = placeOf(item)
  if (place === undefined) return null
  const [to, query] = place.split('?')
  const toMission = item.subjectId === null ? 'toMissions' : 'toMission'
  const name = item.subject === 'mission' ? toMission : item.subject === 'order' ? 'toOrders' : 'toMap'
  return (
    <Link to={to ?? place} search={Object.fromEntries(new URLSearchParams(query)) as never} className={classes.link}>
      {t(`notifications.${name}`)}
    </Link>
  )
}

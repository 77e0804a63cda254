/** The recent warnings of a vehicle, and the last missions of a mower. */

import { calls } from '@greensward/contract'
import type { GarageRow } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall, useCan, useCourseTime } from '../../api/index.ts'
import { Panel, QueryState, StatusPill, statusText, type Tone } from '../../ui/index.ts'
import { sentenceOf } from '../../ui/text/sentenceOf.ts'
import classes from './VehiclePage.module.css'

const SHOWN = 8
const TONE = { info: 'neutral', warning: 'warn', alarm: 'error' } as const
const MISSION_TONE: Readonly<Record<string, Tone>> = {
  done: 'success',
  working: 'success',
  failed: 'error',
  missed: 'error',
  stopped: 'warn',
}

export function VehicleEvents({ row }: { readonly row: GarageRow }) {
  const mayRead = useCan('notifications.read')
  return (
    <div className={classes.two}>
      {row.vehicleType === 'mower' && <Missions mowerId={row.id} />}
      {mayRead && <Events row={row} />}
    </div>
  )
}

function Missions({ mowerId }: { readonly mowerId: string }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const { data, error, refetch } = useCall(calls.missions.list, {
    query: {
      mowerId,
      sort: '-startedAt',
      status: 'uploading,working,stopped,done,failed,cancelled,missed',
      perPage: SHOWN,
    },
  })
  return (
    <Panel title={t('garage.recentMissions')}>
      {data === undefined ? (
        <QueryState query={{ error, refetch }} />
      ) : data.items.length === 0 ? (
        <p className={classes.quiet}>{t('garage.noMissions')}</p>
      ) : (
        <ul className={classes.list}>
          {data.items.map(mission => (
            <li key={mission.id}>
              <span className={classes.name}>
                <Link to="/missions/$id" params={{ id: mission.id }} className={classes.link}>
                  {mission.title}
                </Link>
                <small>
                  {time.dateTime(mission.startedAt ?? mission.startsAt ?? mission.createdAt)}
                  {mission.statusReason !== null && ` · ${statusText(mission, i18n)}`}
                </small>
              </span>
              <StatusPill tone={MISSION_TONE[mission.status] ?? 'neutral'}>
                {t(`missions.status.${mission.status}`)}
              </StatusPill>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Events({ row }: { readonly row: GarageRow }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const { data, error, refetch } = useCall(calls.notifications.list, { query: { subjectId: row.id, perPage: SHOWN } })
  return (
    <Panel title={t('garage.recentEvents')}>
      {data === undefined ? (
        <QueryState query={{ error, refetch }} />
      ) : data.items.length === 0 ? (
        <p className={classes.quiet}>{t('garage.noEvents')}</p>
      ) : (
        <ul className={classes.list}>
          {data.items.map(item => (
            <li key={item.id}>
              <span className={classes.name}>
                {sentenceOf(item, i18n)}
                <small>{time.dateTime(item.at)}</small>
              </span>
              <StatusPill tone={TONE[item.level]}>{t(`notifications.levels.${item.level}`)}</StatusPill>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

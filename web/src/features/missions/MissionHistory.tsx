/** Earlier runs of the series and of the ground; one of them is opened with its planned beside its driven track. */

import { calls, type ResultOf } from '@greensward/contract'
import type { CourseFeature } from '@greensward/domain'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, loadError, readFailedAgain, useCall, useCourseTime } from '../../api/index.ts'
import { CourseMapView, type MissionDrawing, type PreviewDrawing } from '../../map-view/index.ts'
import { ErrorState, LoadingState, Sheet, statusText, useMeasure } from '../../ui/index.ts'
import classes from './MissionHistory.module.css'
import { MissionLog } from './MissionLog.tsx'

type Run = ResultOf<typeof calls.missions.history>['items'][number]

interface MissionHistoryProps {
  readonly missionId: string
  readonly mowerNames: ReadonlyMap<string, string>
  readonly widthM: number
  readonly feature: CourseFeature | undefined
}

const FEW = 5

export function MissionHistory({ missionId, mowerNames, widthM, feature }: MissionHistoryProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const [perPage, setPerPage] = useState(FEW)
  const [open, setOpen] = useState<Run | null>(null)
  const history = useCall(
    calls.missions.history,
    { params: { id: missionId }, query: { perPage } },
    { keepPrevious: true },
  )
  return (
    <section aria-label={t('missions.history.title')} id="history" className={classes.history}>
      <h2 className={classes.subtitle}>{t('missions.history.title')}</h2>
      {history.isError ? (
        <ErrorState error={errorText(history.error)} onRetry={() => void history.refetch()} />
      ) : history.data === undefined ? (
        <LoadingState />
      ) : history.data.items.length === 0 ? (
        <p className={classes.quiet}>{t('missions.history.empty')}</p>
      ) : (
        <ol className={classes.runs}>
          {history.data.items.map(run => (
            <li key={run.missionId}>
              <button type="button" className={classes.run} onClick={() => setOpen(run)}>
                <b>{time.dateTime(run.startedAt)}</b>
                <span>
                  {t(`missions.status.${run.status}`)} {measure.share(run.coverage)}
                </span>
                <span className={classes.small}>
                  {mowerNames.get(run.mowerId) ?? t('common.unknown')} · {t(`missions.direction.${run.direction}`)} ·{' '}
                  {t(run.sameSeries ? 'missions.history.series' : 'missions.history.ground')}
                </span>
                <span className={classes.small}>{measure.duration(run.drivenS)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {history.data !== undefined && history.data.total > history.data.items.length && (
        <Button variant="subtle" onClick={() => setPerPage(before => Math.min(500, before + 20))}>
          {t('missions.history.more', { count: history.data.total - history.data.items.length })}
        </Button>
      )}
      <Sheet opened={open !== null} onClose={() => setOpen(null)} title={open?.title ?? ''}>
        {open !== null && <OpenRun run={open} widthM={widthM} feature={feature} mowerNames={mowerNames} />}
      </Sheet>
    </section>
  )
}

interface OpenRunProps extends Omit<MissionHistoryProps, 'missionId'> {
  readonly run: Run
}

function OpenRun({ run, widthM, feature, mowerNames }: OpenRunProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const params = { id: run.missionId }
  const path = useCall(calls.missions.path, { params })
  const track = useCall(calls.missions.track, { params })
  const logs = useCall(calls.missions.logs, { params })
  const readings = [path, track, logs]
  const failed = loadError(readings)
  const featureId = feature?.id
  const drawings = useMemo<readonly MissionDrawing[]>(
    () =>
      featureId === undefined
        ? []
        : [
            {
              id: run.missionId,
              tone: 'stopped',
              featureId,
              legs: path.data?.legs ?? null,
              widthM,
              mown: track.data?.stretches.filter(({ bladeOn }) => bladeOn).map(({ points }) => points) ?? [],
              title: run.title,
              note: '',
            },
          ],
    [run.missionId, run.title, featureId, path.data, track.data, widthM],
  )
  const uncut = useMemo<PreviewDrawing | null>(
    () =>
      track.data === undefined || featureId === undefined
        ? null
        : { featureId, legs: [], uncovered: track.data.uncut, approach: null },
    [track.data, featureId],
  )
  const fitTo = useMemo(() => (featureId === undefined ? [] : [featureId]), [featureId])
  return (
    <div className={classes.open}>
      <div className={classes.map}>
        <CourseMapView
          label={t('missions.history.map', { title: run.title })}
          missions={drawings}
          preview={uncut}
          fitTo={fitTo}
          showVehicles={false}
          controls="plain"
        />
      </div>
      <dl className={classes.facts}>
        <dt>{t('missions.column.status')}</dt>
        <dd>
          {t(`missions.status.${run.status}`)}
          {run.statusReason !== null && `: ${statusText(run, i18n)}`}
        </dd>
        <dt>{t('missions.mower')}</dt>
        <dd>{mowerNames.get(run.mowerId) ?? t('common.unknown')}</dd>
        <dt>{t('missions.history.from')}</dt>
        <dd>{time.dateTime(run.startedAt)}</dd>
        <dt>{t('missions.history.to')}</dt>
        <dd>{run.endedAt === null ? t('missions.history.still') : time.dateTime(run.endedAt)}</dd>
        <dt>{t('missions.history.planned')}</dt>
        <dd>
          {measure.duration(run.plannedS)}, {measure.share(run.plannedCoverage, 1)}
        </dd>
        <dt>{t('missions.history.real')}</dt>
        <dd>
          {measure.duration(run.drivenS)}, {measure.share(run.coverage, 1)}
        </dd>
        <dt>{t('missions.history.stops')}</dt>
        <dd>{run.stops}</dd>
      </dl>
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : (
        readings.some(({ isPending }) => isPending) && <LoadingState />
      )}
      {track.data !== undefined && track.data.stretches.length === 0 && (
        <p className={classes.quiet}>{t('missions.history.noTrack')}</p>
      )}
      <MissionLog lines={logs.data?.items ?? []} />
      <Link to="/missions/$id" params={params}>
        {t('missions.history.open')}
      </Link>
    </div>
  )
}

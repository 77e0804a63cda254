import { calls } from '@greensward/contract'
import type { CourseFeature, Hole } from '@greensward/domain'
import { Button, Tabs } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct } from '../../../api/index.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import type { Course } from '../../../map-view/courseReadings.ts'
import { ConfirmDialog, notify } from '../../../ui/index.ts'
import { BesideMap } from '../BesideMap.tsx'
import { Changes } from './Changes.tsx'
import classes from './HistoryPanel.module.css'
import type { Past } from './usePast.ts'
import { Versions } from './Versions.tsx'

interface HistoryPanelProps {
  readonly past: Past
  readonly course: Course
  readonly mayEdit: boolean
  readonly map: () => CourseMapHandle | null
  readonly onClose: () => void
}

/** The history beside the map: its changes, its named versions, and the restore. */
export function HistoryPanel({ past, course, mayEdit, map, onClose }: HistoryPanelProps) {
  const { t } = useTranslation()
  const head = useRef<HTMLHeadingElement>(null)
  const [tab, setTab] = useState<'changes' | 'versions'>('changes')
  const [naming, setNaming] = useState<number | null>(null)
  const { look, compare, comparison } = past
  useEffect(() => head.current?.focus(), [])
  useEffect(
    () => () => {
      look(null)
      compare(null)
    },
    [look, compare],
  )
  const hasComparison = comparison !== null && comparison.before.length + comparison.after.length > 0
  useEffect(() => {
    if (comparison !== null && comparison.before.length + comparison.after.length > 0) map()?.fitComparison()
  }, [comparison, map])
  const holes = useMemo(
    () => course.features.filter((feature): feature is Hole => feature.kind === 'hole'),
    [course.features],
  )
  const onShow = (feature: CourseFeature): void => {
    const { geometry } = feature
    const place =
      geometry.type === 'Point'
        ? geometry.coordinates
        : geometry.type === 'LineString'
          ? geometry.coordinates[Math.floor(geometry.coordinates.length / 2)]
          : geometry.coordinates[0]?.[0]
    if (place !== undefined) map()?.goTo(place)
  }
  const { zoneTypes } = course
  return (
    <BesideMap title={t('map.history.title')} headRef={head} isLow onClose={onClose}>
      {past.revision !== null && <Looking past={past} revision={past.revision} mayEdit={mayEdit} />}
      {hasComparison && (
        <p className={classes.legend}>
          <span data-side="before">{t('mapHistory.before')}</span>
          <span data-side="after">{t('mapHistory.after')}</span>
        </p>
      )}
      <Tabs
        className={classes.tabs ?? ''}
        value={tab}
        keepMounted={false}
        onChange={value => {
          compare(null)
          setTab(value === 'versions' ? 'versions' : 'changes')
        }}
      >
        <Tabs.List grow>
          <Tabs.Tab value="changes">{t('mapHistory.changes')}</Tabs.Tab>
          <Tabs.Tab value="versions">{t('mapHistory.versions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="changes" className={classes.body ?? ''}>
          <Changes
            past={past}
            mayEdit={mayEdit}
            zoneTypes={zoneTypes}
            holes={holes}
            onShow={onShow}
            onName={revision => {
              setNaming(revision)
              setTab('versions')
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="versions" className={classes.body ?? ''}>
          <Versions
            past={past}
            mayEdit={mayEdit}
            zoneTypes={zoneTypes}
            holes={holes}
            onShow={onShow}
            naming={naming}
            onNamed={() => setNaming(null)}
          />
        </Tabs.Panel>
      </Tabs>
    </BesideMap>
  )
}

interface LookingProps {
  readonly past: Past
  readonly revision: number
  readonly mayEdit: boolean
}

/** Says that the map shows the past, and offers the ways out of it. */
function Looking({ past, revision, mayEdit }: LookingProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const restore = useAct(calls.mapHistory.restore, { changes: [calls.map.get, calls.map.changes] })
  return (
    <div className={classes.looking} role="status">
      <p>
        {past.error !== null
          ? errorText(past.error)
          : t(past.isReading ? 'mapHistory.readingRevision' : 'mapHistory.lookingAt', { revision })}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => past.look(null)}>
          {t('mapHistory.backToToday')}
        </Button>
        {mayEdit && past.error === null && (
          <Button loading={restore.isPending} onClick={() => setAsking(true)}>
            {t('mapHistory.restore')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('mapHistory.restoreTitle', { revision })}
        text={t('mapHistory.restoreText')}
        confirm={t('mapHistory.restore')}
        tone="main"
        busy={restore.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          restore.mutate(
            { params: { revision } },
            {
              onSuccess: () => {
                notify.done(t('mapHistory.restored', { revision }))
                past.look(null)
              },
              onError: error => notify.failed(t('mapHistory.notRestored'), errorText(error)),
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </div>
  )
}

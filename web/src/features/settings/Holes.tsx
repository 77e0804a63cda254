import { calls } from '@greensward/contract'
import { type CourseFeature, EMPTY_DIFF, type Hole, withHolesLeft } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconFlag, IconMap2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan } from '../../api/index.ts'
import { linesLostText } from '../../map-view/index.ts'
import { notify, Page, RecordTable, StatusPill, useMeasure } from '../../ui/index.ts'
import { HoleSheet } from './HoleSheet.tsx'
import { sortingOf } from './holeChange.ts'

/** Holes are drawn on the map; here are their figures. */
export default function Holes() {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  // A table is for looking over: the exact figures are in the form.
  const wholeAngle = (degrees: number): string => measure.angle(Math.round(degrees))
  const zooms = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const query = useCall(calls.map.get)
  const change = useAct(calls.map.change, { changes: [calls.map.get] })
  const may = useCan('map.edit')
  const [edited, setEdited] = useState<Hole | null>(null)
  const map = query.data
  const removalOf = (hole: Hole) => withHolesLeft(map?.features ?? [], { ...EMPTY_DIFF, removed: [hole] })
  const holes = map?.features
    .filter(feature => feature.kind === 'hole')
    .sort((a, b) => a.properties.sort - b.properties.sort)
  const sort = async (ids: readonly string[]): Promise<void> => {
    if (map === undefined || holes === undefined) return
    try {
      await change.mutateAsync({
        body: { baseRevision: map.revision, label: t('settings.hole.sorted'), ...sortingOf(holes, ids) },
      })
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    }
  }
  return (
    <Page
      flush
      title={t('settings.section.holes')}
      hint={holes?.length}
      actions={
        <Button component={Link} to="/map" variant="default" leftSection={<IconMap2 size={18} />}>
          {t('settings.hole.toMap')}
        </Button>
      }
    >
      <RecordTable
        isCompact
        label={t('settings.section.holes')}
        query={query}
        rows={holes}
        rowKey={hole => hole.id}
        nameOf={hole => hole.properties.name}
        columns={[
          { key: 'name', title: t('settings.hole.name'), cell: hole => <strong>{hole.properties.name}</strong> },
          { key: 'par', isNamed: true, title: t('settings.hole.par'), cell: hole => hole.properties.par },
          { key: 'rating', isNamed: true, title: t('settings.hole.rating'), cell: hole => hole.properties.rating },
          {
            key: 'pass',
            isNamed: true,
            title: t('settings.hole.pass'),
            cell: hole => t('settings.hole.minutes', { count: hole.properties.pass }),
          },
          {
            key: 'baseAngle',
            isLong: true,
            title: t('settings.hole.baseAngle'),
            cell: hole => wholeAngle(hole.properties.baseAngle),
          },
          {
            key: 'view',
            isLong: true,
            title: t('settings.hole.view'),
            cell: ({ properties: { view } }) =>
              view === null
                ? '–'
                : t('settings.hole.viewOf', { angle: wholeAngle(view.angle), zoom: zooms.format(view.zoom) }),
          },
          { key: 'sort', isLong: true, title: t('settings.hole.sort'), cell: hole => hole.properties.sort },
          {
            key: 'isActive',
            isNamed: true,
            title: t('settings.hole.isActive'),
            cell: hole => (
              <StatusPill tone={hole.properties.isActive ? 'success' : 'neutral'}>
                {t(hole.properties.isActive ? 'common.yes' : 'common.no')}
              </StatusPill>
            ),
          },
        ]}
        empty={{
          icon: <IconFlag aria-hidden />,
          title: t('settings.hole.none'),
          text: t('settings.hole.noneText'),
        }}
        onEdit={may ? setEdited : undefined}
        onSort={may && map !== undefined && holes !== undefined && holes.length > 1 ? sort : undefined}
        onDelete={
          may && map !== undefined
            ? hole => {
                const { added, updated, removed } = removalOf(hole)
                return change.mutateAsync({
                  body: {
                    baseRevision: map.revision,
                    label: t('settings.hole.deleteTitle', { name: hole.properties.name }).slice(0, 120),
                    added: [...added],
                    updated: updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
                    removed: [...removed],
                  },
                })
              }
            : undefined
        }
        deletion={{
          title: hole => t('settings.hole.deleteTitle', { name: hole.properties.name }),
          text: hole =>
            [linesLostText(removalOf(hole), t), t('settings.hole.deleteText')].filter(text => text !== null).join(' '),
          confirm: t('settings.hole.delete'),
        }}
      />
      {edited !== null && map !== undefined && (
        <HoleSheet hole={edited} revision={map.revision} onClose={() => setEdited(null)} />
      )}
    </Page>
  )
}

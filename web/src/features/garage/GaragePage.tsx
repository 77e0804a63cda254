import { calls } from '@greensward/contract'
import type { GarageRow } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconCarGarage, IconGolf, IconHeartbeat, IconParking, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan } from '../../api/index.ts'
import {
  CartIcon,
  type Column,
  ForbiddenState,
  MowerIcon,
  Page,
  RecordTable,
  SearchField,
  useMeasure,
} from '../../ui/index.ts'
import { CartSheet } from './CartSheet.tsx'
import { FuelFigure } from './FuelFigure.tsx'
import classes from './GaragePage.module.css'
import { MowerSheet } from './MowerSheet.tsx'
import { ServiceState } from './ServiceState.tsx'
import { useGarage } from './useGarage.ts'
import { CartStatusPill, VehicleStatusPill } from './VehicleStatusPill.tsx'

interface Opened {
  readonly type: GarageRow['vehicleType']
  /** Undefined adds a new one. */
  readonly id?: string
}

export default function GaragePage() {
  const { t, i18n } = useTranslation()
  const columns = useColumns()
  const mayRead = useCan('operations.read')
  const mayMowers = useCan('mowers.edit')
  const mayCarts = useCan('carts.edit')
  const query = useGarage()
  const changes = { changes: [calls.garage.list, calls.mowers.list, calls.carts.list, calls.bases.list] }
  const removeMower = useAct(calls.mowers.remove, changes)
  const removeCart = useAct(calls.carts.remove, changes)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [search, setSearch] = useState('')
  if (!mayRead)
    return (
      <Page title={t('garage.title')}>
        <ForbiddenState />
      </Page>
    )
  // Mowers first, and Cart 2 before Cart 10.
  const wanted = search.trim().toLowerCase()
  const rows = query.data?.items
    .filter(row => [row.title, row.bladeName ?? ''].some(text => text.toLowerCase().includes(wanted)))
    .toSorted(
      (a, b) =>
        Number(b.vehicleType === 'mower') - Number(a.vehicleType === 'mower') ||
        compareNames(a.title, b.title, i18n.language),
    )
  const mayChange = (row: GarageRow): boolean => (row.vehicleType === 'mower' ? mayMowers : mayCarts)
  return (
    <Page
      flush
      title={t('garage.title')}
      hint={query.data?.total}
      filters={<SearchField label={t('garage.search')} value={search} onSearch={setSearch} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconGolf size={18} />}
            renderRoot={props => <Link {...props} to="/garage/rounds" />}
          >
            {t('garage.pace')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconHeartbeat size={18} />}
            renderRoot={props => <Link {...props} to="/garage/health" search={{}} />}
          >
            {t('garage.fleet.title')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconParking size={18} />}
            renderRoot={props => <Link {...props} to="/garage/bases" />}
          >
            {t('garage.base.title')}
          </Button>
          {mayCarts && (
            <Button
              variant={mayMowers ? 'default' : 'filled'}
              leftSection={<IconPlus size={18} />}
              onClick={() => setOpened({ type: 'golfCart' })}
            >
              {t('garage.addCart')}
            </Button>
          )}
          {mayMowers && (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setOpened({ type: 'mower' })}>
              {t('garage.addMower')}
            </Button>
          )}
        </>
      }
    >
      <RecordTable
        label={t('garage.title')}
        query={query}
        rows={rows}
        rowKey={row => row.id}
        nameOf={row => row.title}
        columns={columns}
        mayChange={mayChange}
        empty={{
          icon: <IconCarGarage aria-hidden />,
          title: t(wanted === '' ? 'garage.none' : 'common.nothingFound'),
          text: wanted === '' ? t('garage.noneText') : t('garage.noneFound'),
        }}
        onAdd={
          mayMowers && wanted === ''
            ? { label: t('garage.addMower'), run: () => setOpened({ type: 'mower' }) }
            : undefined
        }
        onEdit={mayMowers || mayCarts ? row => setOpened({ type: row.vehicleType, id: row.id }) : undefined}
        onDelete={
          mayMowers || mayCarts
            ? row => (row.vehicleType === 'mower' ? removeMower : removeCart).mutateAsync({ params: { id: row.id } })
            : undefined
        }
        deletion={{
          title: row => t('garage.deleteTitle', { name: row.title }),
          text: row => t(row.vehicleType === 'mower' ? 'garage.deleteMowerText' : 'garage.deleteCartText'),
          confirm: t('garage.delete'),
        }}
      />
      {opened?.type === 'mower' && <MowerSheet id={opened.id} onClose={() => setOpened(null)} />}
      {opened?.type === 'golfCart' && <CartSheet id={opened.id} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function useColumns(): readonly Column<GarageRow>[] {
  const { t } = useTranslation()
  const measure = useMeasure()
  const unknown = <span className={classes.unknown}>{t('common.unknown')}</span>
  return [
    {
      key: 'title',
      title: t('garage.column.title'),
      cell: row => (
        <Link className={classes.name ?? ''} to="/garage/vehicle/$id" params={{ id: row.id }}>
          {row.title}
        </Link>
      ),
    },
    {
      key: 'vehicleType',
      title: t('garage.column.type'),
      cell: row => (
        <span className={classes.type}>
          {row.vehicleType === 'mower' ? <MowerIcon size={20} /> : <CartIcon size={20} />}
          {t(`garage.type.${row.vehicleType}`)}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('garage.column.status'),
      cell: row =>
        row.vehicleType === 'mower' ? (
          <VehicleStatusPill status={row.status} until={row.serviceUntil} />
        ) : (
          <CartStatusPill id={row.id} status={row.status} />
        ),
    },
    {
      key: 'blade',
      title: t('garage.column.blade'),
      cell: row =>
        row.bladeName ?? (
          <span className={classes.unknown}>
            {t(row.vehicleType === 'mower' ? 'garage.noBlade' : 'garage.noneNeeded')}
          </span>
        ),
    },
    {
      key: 'fuel',
      title: t('garage.column.fuel'),
      align: 'end',
      cell: row => <FuelFigure row={row} />,
    },
    {
      key: 'distance',
      title: t('garage.column.distance'),
      align: 'end',
      cell: row => (row.distanceKm === null ? unknown : measure.driven(row.distanceKm)),
    },
    {
      key: 'engineHours',
      title: t('garage.column.engineHours'),
      align: 'end',
      isLong: true,
      cell: row => (row.engineHours === null ? unknown : measure.duration(row.engineHours * 3_600)),
    },
    {
      key: 'bladeHours',
      title: t('garage.column.bladeHours'),
      align: 'end',
      isLong: true,
      cell: row =>
        row.bladeHours !== null ? (
          measure.duration(row.bladeHours * 3_600)
        ) : row.vehicleType === 'mower' ? (
          unknown
        ) : (
          <span className={classes.unknown}>{t('garage.noneNeeded')}</span>
        ),
    },
    {
      key: 'service',
      title: t('garage.column.service'),
      isLong: true,
      cell: row => <ServiceState due={row.service} />,
    },
  ]
}

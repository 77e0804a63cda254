import { lateCalls } from '@greensward/contract/late'
import type { GarageRow } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconCarGarage, IconHandStop, IconMap2 } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAtWork } from '../../api/atWork.ts'
import { useCall, useCan, useVehicleValue } from '../../api/index.ts'
import { EmptyState, ForbiddenState, IconButton, Page, QueryState, useCommand } from '../../ui/index.ts'
import { Autopilot } from './Autopilot.tsx'
import { OpenMowerPanel } from './brokers/OpenMowerPanel.tsx'
import { Vda5050Panel } from './brokers/Vda5050Panel.tsx'
import { EnergyPanel } from './EnergyPanel.tsx'
import { HealthPanel } from './HealthPanel.tsx'
import { OwnMapPanel } from './OwnMapPanel.tsx'
import { PairingPanel } from './PairingPanel.tsx'
import { ServicePanel } from './ServicePanel.tsx'
import { useGarage } from './useGarage.ts'
import { VehicleEvents } from './VehicleEvents.tsx'
import { VehicleNow } from './VehicleNow.tsx'
import classes from './VehiclePage.module.css'
import { VehicleStatusPill } from './VehicleStatusPill.tsx'

/** One vehicle: how it is, how it has been, what it needs, what it did, and by what it is known. */
export default function VehiclePage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false })
  const mayRead = useCan('operations.read')
  const garage = useGarage()
  if (!mayRead)
    return (
      <Page title={t('garage.title')}>
        <ForbiddenState />
      </Page>
    )
  if (garage.data === undefined)
    return (
      <Page title={t('garage.title')} back={<Back />}>
        <QueryState query={garage} />
      </Page>
    )
  const row = garage.data.items.find(each => each.id === id)
  if (row === undefined)
    return (
      <EmptyState
        isPage
        icon={<IconCarGarage aria-hidden />}
        title={t('garage.gone')}
        text={t('garage.goneText')}
        action={
          <Link to="/garage" className={classes.link}>
            {t('garage.back')}
          </Link>
        }
      />
    )
  const isMower = row.vehicleType === 'mower'
  return (
    <Page
      title={row.title}
      back={<Back />}
      hint={<VehicleStatusPill status={row.status} until={row.serviceUntil} />}
      actions={
        <>
          {isMower && <StopMower row={row} />}
          <OnMap row={row} />
        </>
      }
    >
      <div className={classes.page}>
        <VehicleNow row={row} />
        {isMower && <EnergyPanel mowerId={row.id} />}
        <HealthPanel vehicleId={row.id} />
        <ServicePanel row={row} />
        <VehicleEvents row={row} />
        {isMower && <LinkPanels mowerId={row.id} name={row.title} />}
      </div>
      <title>{`${row.title} | ${t('garage.title')}`}</title>
    </Page>
  )
}

/** How it is connected, and its keys and its autopilot, of a machine that has such. */
function LinkPanels({ mowerId, name }: { readonly mowerId: string; readonly name: string }) {
  const { data: can, error, refetch } = useCall(lateCalls.capabilities.get, { params: { id: mowerId } })
  if (can === undefined) return <QueryState query={{ error, refetch }} />
  return (
    <>
      {can.mowsOwnMap === true && <OwnMapPanel mower={{ id: mowerId, name }} />}
      {can.signing && <PairingPanel mowerId={mowerId} name={name} />}
      <BrokerPanels mowerId={mowerId} name={name} />
      {can.followsPath && can.judgesItself !== true && <Autopilot mowerId={mowerId} hasFence={can.fence} />}
    </>
  )
}

/** A mower speaks one protocol at a time: where it has one, the others are not offered. */
function BrokerPanels({ mowerId, name }: { readonly mowerId: string; readonly name: string }) {
  const params = { id: mowerId }
  const isOpenMower = useCall(lateCalls.openMower.get, { params }).data?.link
  const isVda5050 = useCall(lateCalls.vda5050.get, { params }).data?.link
  return (
    <>
      {isVda5050 == null && <OpenMowerPanel mowerId={mowerId} name={name} />}
      {isOpenMower == null && <Vda5050Panel mowerId={mowerId} name={name} />}
    </>
  )
}

function Back() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <IconButton label={t('garage.back')} onClick={() => void navigate({ to: '/garage' })}>
      <IconArrowLeft size={24} />
    </IconButton>
  )
}

/** While it is at work, or may be. */
function StopMower({ row: { id, title } }: { readonly row: GarageRow }) {
  const { t } = useTranslation()
  const mayStop = useCan('mowers.stop')
  const command = useCommand()
  const isBusy = useVehicleValue(id, isAtWork)
  if (!mayStop || !isBusy) return null
  return (
    <Button
      color="error"
      leftSection={<IconHandStop size={18} />}
      loading={command.busy === 'stopMower'}
      onClick={() => void command.send('stopMower', id, title)}
    >
      {t('garage.stop')}
    </Button>
  )
}

function OnMap({ row }: { readonly row: GarageRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      leftSection={<IconMap2 size={18} />}
      onClick={() =>
        void navigate({
          to: '/map',
          search: { sel: `${row.vehicleType === 'mower' ? 'mower' : 'cart'}:${row.id}` },
        })
      }
    >
      {t('garage.onMap')}
    </Button>
  )
}

/** The current state of a vehicle, and its totals. */
import { type GarageRow, linkStateOf } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useVehicle } from '../../api/index.ts'
import {
  batteryTone,
  EnergyShort,
  exactnessText,
  Panel,
  StatusPill,
  StopSteps,
  useMeasure,
  useNow,
} from '../../ui/index.ts'
import classes from './VehiclePage.module.css'

const LINK_TONE = { live: 'success', stale: 'warn', lost: 'error', never: 'neutral' } as const
type Fact = readonly [title: string, value: string, tone?: string | undefined]

export function VehicleNow({ row }: { readonly row: GarageRow }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const vehicle = useVehicle(row.id)
  const now = useNow(1_000).getTime()
  const telemetry = vehicle?.telemetry
  const ageMs =
    vehicle === undefined || vehicle.telemetry.ageMs === null
      ? null
      : vehicle.telemetry.ageMs + Math.max(0, now - vehicle.receivedAt)
  const link = linkStateOf(ageMs)
  const unknown = t('common.unknown')
  const fix = telemetry?.fixType ?? null
  const exactness = exactnessText(telemetry, measure)
  const tone = link === 'live' ? undefined : 'warn'
  const isMower = row.vehicleType === 'mower'
  const figure = (value: number | null | undefined, shown: (known: number) => string): string =>
    value === null || value === undefined ? unknown : shown(value)
  const hours = (value: number | null): string => figure(value, known => measure.duration(known * 3_600))
  const position: Fact =
    exactness !== null
      ? [t('brokerMowers.exactness'), exactness, tone]
      : [t('map.fact.rtk'), t(`map.fixShort.${fix ?? 'unknown'}`), fix === 'rtkFixed' ? tone : 'warn']
  const facts: readonly Fact[] = [
    ...(isMower
      ? ([
          [
            t('map.fact.battery'),
            figure(telemetry?.battery, share =>
              telemetry?.charging === true
                ? t('garage.chargingShare', { share: measure.share(share) })
                : measure.share(share),
            ),
            batteryTone(telemetry?.battery) ?? tone,
          ],
          position,
        ] as const)
      : []),
    [t('map.fact.speed'), figure(telemetry?.speedMps, measure.speed), tone],
    [t('garage.column.distance'), figure(row.distanceKm, measure.driven)],
    [t('garage.column.engineHours'), hours(row.engineHours)],
    ...(isMower ? ([[t('garage.column.bladeHours'), hours(row.bladeHours)]] as const) : []),
    [t('garage.column.fuel'), figure(row.fuelLitresPer100Km, String)],
  ]
  return (
    <Panel
      title={t('garage.now')}
      actions={
        <StatusPill tone={LINK_TONE[link]}>
          {t(`garage.link.${link}`, { seconds: ageMs === null ? 0 : Math.round(ageMs / 1_000) })}
        </StatusPill>
      }
    >
      {vehicle?.stop != null && <StopSteps stop={vehicle.stop} />}
      <EnergyShort short={vehicle?.energyShort} />
      {link !== 'live' && ageMs !== null && <p className={classes.quiet}>{t('garage.staleText')}</p>}
      <dl className={classes.facts}>
        {facts.map(([title, value, of]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd data-tone={of}>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** What a mower has and uses: entered, learned and how sure that is; and the word of a person that it is full. */
import { calls } from '@greensward/contract'
import {
  ENOUGH_STRETCHES,
  type EnergyUse,
  energyOf,
  hoursToCharge,
  type LearnedRate,
  type Mower,
  needsConfirmation,
  surenessOf,
  useRates,
} from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconGasStation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime, useVehicleValue } from '../../api/index.ts'
import { notify, Panel, QueryState, StatusPill, type Tone, useMeasure } from '../../ui/index.ts'
import classes from './VehiclePage.module.css'

const TONES = { guess: 'neutral', rough: 'warn', sure: 'success' } as const satisfies Record<string, Tone>

export function EnergyPanel({ mowerId }: { readonly mowerId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(calls.mowers.get, { params: { id: mowerId } })
  return (
    <Panel title={t('garage.energy.title')}>
      {data === undefined ? (
        <QueryState query={{ error, refetch }} />
      ) : (
        <>
          <Refuelled mower={data} />
          <Learned mower={data} />
          <Entered mower={data} />
        </>
      )}
    </Panel>
  )
}

/** For a mower that does not report what it has. */
function Refuelled({ mower }: { readonly mower: Mower }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayOperate = useCan('mowers.operate')
  const refuel = useAct(calls.mowers.refuelled, { changes: [calls.mowers.get, calls.mowers.list] })
  const isSilent = useVehicleValue(
    mower.id,
    vehicle => vehicle?.telemetry.link === 'live' && vehicle.telemetry.battery === null,
  )
  if (!needsConfirmation(mower, isSilent ? null : 1)) return null
  const word = mower.refuelled ?? null
  return (
    <div className={classes.inline}>
      <p>
        {word === null
          ? t('garage.energy.askFull')
          : t('garage.energy.fullBy', { who: word.by, when: `${time.longDate(word.at)}, ${time.time(word.at)}` })}
      </p>
      {mayOperate && (
        <Button
          leftSection={<IconGasStation size={18} />}
          loading={refuel.isPending}
          onClick={() =>
            refuel.mutate(
              { params: { id: mower.id } },
              {
                onSuccess: () => notify.done(t('garage.energy.refuelledDone')),
                onError: error => notify.failed(t('common.error'), errorText(error)),
              },
            )
          }
        >
          {t('garage.energy.refuelled')}
        </Button>
      )}
    </div>
  )
}

const KINDS = ['mowing', 'driving', 'charging', 'topping'] as const satisfies readonly (keyof EnergyUse)[]

function Learned({ mower }: { readonly mower: Mower }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { mowingPerM, drivingPerM } = useRates(mower)
  const hours = (from: number, to: number): string => {
    const known = hoursToCharge(mower, from, to)
    return known === null ? t('common.unknown') : measure.duration(known * 3_600)
  }
  const values = {
    mowing: measure.distance(1 / mowingPerM / 1_000),
    driving: measure.distance(1 / drivingPerM / 1_000),
    charging: hours(0, 0.8),
    topping: hours(0.8, 1),
  }
  const isTank = energyOf(mower).source === 'tank'
  const kinds = isTank ? (['mowing', 'driving'] as const) : KINDS
  return (
    <dl className={classes.facts}>
      {kinds.map(kind => (
        <div key={kind}>
          <dt>{t(`garage.energy.${kind}`)}</dt>
          <dd>{values[kind]}</dd>
          <Sureness known={mower.energyUse?.[kind] ?? null} isMeasured={!isTank} />
        </div>
      ))}
    </dl>
  )
}

interface SurenessProps {
  readonly known: LearnedRate | null
  /** What a tank holds is not measured. */
  readonly isMeasured: boolean
}

function Sureness({ known, isMeasured }: SurenessProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const sureness = surenessOf(known)
  const stretches = known?.stretches ?? 0
  return (
    <dd className={classes.sureness}>
      <StatusPill tone={TONES[sureness]}>{t(`garage.energy.sureness.${sureness}`)}</StatusPill>
      {isMeasured && (
        <small>
          {sureness === 'guess' || known === null
            ? t('garage.energy.tooFew', { count: stretches, enough: ENOUGH_STRETCHES })
            : t('garage.energy.learnedFrom', {
                count: stretches,
                error: measure.share(known.error),
                spread: measure.share(known.spread),
              })}
        </small>
      )}
    </dd>
  )
}

function Entered({ mower }: { readonly mower: Mower }) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const { source, capacity, reserveShare } = energyOf(mower)
  const unit = t(`garage.energy.unit.${source}`)
  const held =
    capacity === null ? t('common.unknown') : `${new Intl.NumberFormat(i18n.language).format(capacity)} ${unit}`
  return (
    <dl className={`${classes.facts} ${classes.plan}`}>
      <div>
        <dt>{t('garage.energy.source')}</dt>
        <dd>{t(`garage.energy.sources.${source}`)}</dd>
      </div>
      <div>
        <dt>{t('garage.energy.capacity')}</dt>
        <dd>{held}</dd>
      </div>
      <div>
        <dt>{t('garage.energy.reserve')}</dt>
        <dd>{measure.share(reserveShare)}</dd>
      </div>
    </dl>
  )
}

/** What a mower that speaks VDA 5050 reports, beside what all mowers report. */
import type { Vda5050Details } from '@greensward/contract'
import { useTranslation } from 'react-i18next'
import { ageText } from '../../../map-view/ageText.ts'
import { useMeasure } from '../../../ui/index.ts'
import classes from '../VehiclePage.module.css'

interface Fact {
  readonly name: string
  readonly value: string
  readonly tone?: 'warn' | 'error' | undefined
}

/** What is not reported has no line, but for what a person has to know before relying on the mower. */
function useFacts(details: Vda5050Details): readonly Fact[] {
  const { t } = useTranslation()
  const { connection, operatingMode, emergencyStop, fieldViolation, orderId, mapId, stateAgeMs } = details
  const unknown = t('common.unknown')
  return [
    {
      name: t('brokerMowers.vda5050.broker'),
      value: connection === null ? unknown : t(`brokerMowers.vda5050.connection.${connection}`),
      tone: connection === 'broken' ? 'error' : connection === 'online' ? undefined : 'warn',
    },
    {
      name: t('brokerMowers.vda5050.mode'),
      value: operatingMode === null ? unknown : t(`brokerMowers.vda5050.operatingMode.${operatingMode}`),
      tone: operatingMode === 'automatic' ? undefined : 'warn',
    },
    {
      name: t('brokerMowers.vda5050.emergencyStopIs'),
      value: emergencyStop === null ? unknown : t(`brokerMowers.vda5050.emergencyStop.${emergencyStop}`),
      tone: emergencyStop === 'none' ? undefined : emergencyStop === null ? 'warn' : 'error',
    },
    ...(fieldViolation === true
      ? [
          {
            name: t('brokerMowers.vda5050.fieldViolation'),
            value: t('brokerMowers.vda5050.fieldViolated'),
            tone: 'warn' as const,
          },
        ]
      : []),
    ...(orderId === null || orderId === '' ? [] : [{ name: t('brokerMowers.vda5050.order'), value: orderId }]),
    { name: t('brokerMowers.vda5050.map'), value: mapId ?? unknown },
    {
      name: t('brokerMowers.vda5050.state'),
      value: stateAgeMs === null ? t('common.none') : ageText(stateAgeMs, t),
    },
  ]
}

export function Vda5050Now({ details }: { readonly details: Vda5050Details }) {
  const { t } = useTranslation()
  const { errors, stop, unreadable, factsheet } = details
  return (
    <>
      <dl className={classes.facts}>
        {useFacts(details).map(({ name, value, tone }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-tone={tone}>{value}</dd>
          </div>
        ))}
      </dl>
      {stop !== null && (
        <p>
          {t('brokerMowers.vda5050.stop')}:{' '}
          {t('brokerMowers.vda5050.stopPause', { status: t(`brokerMowers.vda5050.requestStatus.${stop.pause}`) })};{' '}
          {t('brokerMowers.vda5050.stopCancel', {
            status: t(`brokerMowers.vda5050.requestStatus.${stop.cancelOrder}`),
          })}
        </p>
      )}
      {errors.length > 0 && (
        <ul className={classes.list} aria-label={t('brokerMowers.vda5050.errors')}>
          {errors.map(({ type, isFatal, text }) => (
            <li key={`${type} ${text}`}>
              {t(isFatal ? 'brokerMowers.vda5050.fatal' : 'brokerMowers.vda5050.warning')}: {type} {text}
            </li>
          ))}
        </ul>
      )}
      {factsheet !== null && <Sheet factsheet={factsheet} />}
      <Unreadable unreadable={unreadable} />
    </>
  )
}

function Sheet({ factsheet }: { readonly factsheet: NonNullable<Vda5050Details['factsheet']> }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { series, lengthM, widthM, maxSpeedMps, canPause, canCancelOrder } = factsheet
  const shown = (value: number | null, text: (known: number) => string): string =>
    value === null ? t('common.unknown') : text(value)
  return (
    <>
      <p className={classes.quiet}>
        {t('brokerMowers.vda5050.factsheet')}:{' '}
        {t('brokerMowers.vda5050.factsheetText', {
          series,
          length: shown(lengthM, measure.length),
          width: shown(widthM, measure.length),
          speed: shown(maxSpeedMps, measure.speed),
        })}
      </p>
      {canPause === false && <p role="alert">{t('brokerMowers.vda5050.cannotPause')}</p>}
      {canPause !== false && canCancelOrder === false && <p>{t('brokerMowers.vda5050.cannotCancel')}</p>}
    </>
  )
}

export function Unreadable({ unreadable: { count, last } }: Pick<Vda5050Details, 'unreadable'>) {
  const { t } = useTranslation()
  if (last === null) return null
  return (
    <span className={classes.quiet}>
      {' '}
      {t('brokerMowers.vda5050.unreadable', {
        count,
        topic: last.topic,
        reason: t(`brokerMowers.vda5050.reason.${last.reason}`),
      })}
    </span>
  )
}

import type { ReplayRun } from '@greensward/contract'
import { cartLinkOf } from '@greensward/domain'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VehicleView } from '../../../api/index.ts'
import { ageText } from '../../../map-view/ageText.ts'
import type { Machines } from '../../../map-view/courseReadings.ts'
import { CartIcon, StatusPill } from '../../../ui/index.ts'
import classes from '../panels/Dock.module.css'
import { STANDING_TONE } from '../panels/mowerStatus.ts'
import { runOf, statusAt } from './runs.ts'

interface ReplayFleetProps {
  readonly machines: Machines
  readonly vehicles: readonly VehicleView[]
  readonly runs: readonly ReplayRun[]
  readonly atMs: number
  readonly followed: string | null
  readonly onFollow: (id: string | null) => void
}

/** The state of each mower at the shown moment; a press follows the mower. */
export function ReplayFleet({ machines, vehicles, runs, atMs, followed, onFollow }: ReplayFleetProps) {
  const { t } = useTranslation()
  const carts = vehicles.filter(({ kind }) => kind === 'cart')
  const connected = carts.filter(({ telemetry }) => telemetry.ageMs !== null && cartLinkOf(telemetry.ageMs) !== 'lost')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where no mower was received, nothing in it has the focus to scroll it by keys
    <section className={classes.dock} aria-label={t('replay.fleet')} tabIndex={0}>
      {machines.mowers.map(mower => {
        const seen = vehicles.find(({ id }) => id === mower.id)?.telemetry
        const run = runOf(runs, mower.id, atMs)
        const status = run === undefined ? undefined : statusAt(run, atMs)
        const isSilent = seen === undefined || seen.link === 'lost'
        const standing = isSilent
          ? 'offline'
          : status === 'working' || status === 'uploading' || status === 'stopped'
            ? status
            : 'idle'
        return (
          <button
            key={mower.id}
            type="button"
            className={classes.card}
            aria-pressed={followed === mower.id}
            disabled={seen === undefined}
            data-stale={isSilent || undefined}
            onClick={() => onFollow(followed === mower.id ? null : mower.id)}
          >
            <span className={classes.row}>
              <span className={classes.name}>{mower.name}</span>
              <span className={classes.space} />
              <StatusPill tone={STANDING_TONE[standing]}>{t(`map.standing.${standing}`)}</StatusPill>
            </span>
            <span className={classes.row}>
              <span className={classes.work} title={run?.title}>
                {run?.title ?? ''}
              </span>
            </span>
            <span className={classes.facts}>
              {seen === undefined ? (
                t('replay.notRecorded')
              ) : seen.link !== 'live' && seen.ageMs !== null ? (
                <>
                  <IconClock size={14} aria-hidden />
                  {ageText(seen.ageMs, t)}
                </>
              ) : (
                t(seen.bladeOn === null ? 'replay.bladeUnknown' : seen.bladeOn ? 'replay.bladeOn' : 'replay.bladeOff')
              )}
            </span>
          </button>
        )
      })}
      {machines.carts.length > 0 && (
        <div className={classes.carts}>
          <div className={classes.row}>
            <CartIcon size={24} />
            <span className={classes.name}>{t('map.layers.carts')}</span>
          </div>
          <p>
            <b>{connected.length}</b> {t('replay.cartsInContact')}
          </p>
        </div>
      )}
    </section>
  )
}

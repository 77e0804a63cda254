/** The parts of the golfer's screen around the map: distances, tools, buttons and sheets. */
import '@fontsource/lato/latin-900.css'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCloudOff,
  IconCurrentLocation,
  IconListNumbers,
  IconMinus,
  IconPhone,
  IconPlus,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnits } from '../../ui/index.ts'
import { greenText } from './greenText.ts'
import { MenuSheet } from './MenuSheet.tsx'
import { PhonesSheet } from './PhonesSheet.tsx'
import classes from './PlayerParts.module.css'
import type { PlayerView } from './playerView.ts'
import { ScoreSheet } from './ScoreSheet.tsx'
import type { useOutbox } from './useOutbox.ts'
import type { distancesFrom, PlayedHole } from './usePlace.ts'

export type SheetName = 'menu' | 'phones' | 'score'

type Outbox = ReturnType<typeof useOutbox>

interface DistancesProps {
  readonly distances: ReturnType<typeof distancesFrom>
  readonly topPx: number
  readonly remark: string | undefined
}

/** To the back, the centre and the front of the green. */
export function Distances({ distances, topPx, remark }: DistancesProps) {
  const { t } = useTranslation()
  const [units] = useUnits()
  return (
    <div className={classes.distances} style={{ top: topPx }}>
      <dl aria-label={t('player.distances')}>
        <div>
          <dt>{t('player.back')}</dt>
          <dd>{greenText(distances.backM, units)}</dd>
        </div>
        <div className={classes.centre}>
          <dt>{t(units === 'imperial' ? 'player.centreYards' : 'player.centreMetres')}</dt>
          <dd>{greenText(distances.centreM, units)}</dd>
        </div>
        <div>
          <dt>{t('player.front')}</dt>
          <dd>{greenText(distances.frontM, units)}</dd>
        </div>
      </dl>
      {remark !== undefined && <p className={classes.remark}>{remark}</p>}
    </div>
  )
}

interface MapToolsProps {
  readonly bottomPx: number
  readonly onHole: () => void
  readonly onZoom: (steps: number) => void
}

export function MapTools({ bottomPx, onHole, onZoom }: MapToolsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.tools} style={{ '--bottom': `${bottomPx}px` } as CSSProperties}>
      <button type="button" aria-label={t('player.toHole')} onClick={onHole}>
        <IconCurrentLocation size={34} aria-hidden />
      </button>
      <button type="button" aria-label={t('player.zoomIn')} onClick={() => onZoom(1)}>
        <IconPlus size={34} aria-hidden />
      </button>
      <button type="button" aria-label={t('player.zoomOut')} onClick={() => onZoom(-1)}>
        <IconMinus size={34} aria-hidden />
      </button>
    </div>
  )
}

interface RemarksProps {
  readonly view: PlayerView
  readonly outbox: Outbox
  readonly now: number
}

/** Says that the tablet is offline, and that an order still waits to be sent. */
export function Remarks({ view, outbox, now }: RemarksProps) {
  const { t } = useTranslation()
  return (
    <>
      {view.offlineSinceMs !== null && (
        <p className={classes.offline} role="status">
          <IconCloudOff size={24} aria-hidden />
          {offlineText(t, now - view.offlineSinceMs)}
        </p>
      )}
      {outbox.waiting.some(({ refusal }) => refusal === null) && (
        <p className={classes.offline} role="status">
          <IconToolsKitchen2 size={24} aria-hidden />
          {t('player.orders.waiting')}
        </p>
      )}
    </>
  )
}

interface ButtonsProps {
  readonly onSheet: (sheet: SheetName) => void
  readonly isLookedAt: boolean
  readonly next: PlayedHole | undefined
  readonly onBack: () => void
  readonly onHole: (holeId: string) => void
}

export function Buttons({ onSheet, isLookedAt, next, onBack, onHole }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.buttons}>
      <button type="button" className={classes.order} onClick={() => onSheet('menu')}>
        <IconToolsKitchen2 size={34} aria-hidden />
        {t('player.menu.open')}
      </button>
      <button type="button" onClick={() => onSheet('phones')}>
        <IconPhone size={30} aria-hidden />
        {t('player.phones.open')}
      </button>
      <button type="button" onClick={() => onSheet('score')}>
        <IconListNumbers size={30} aria-hidden />
        {t('player.score.open')}
      </button>
      {isLookedAt ? (
        <button type="button" onClick={onBack}>
          <IconArrowBackUp size={30} aria-hidden />
          {t('player.backToPlay')}
        </button>
      ) : (
        next !== undefined && (
          <button type="button" onClick={() => onHole(next.hole.id)}>
            {t('player.nextHole', { number: next.number })}
            <IconArrowRight size={30} aria-hidden />
          </button>
        )
      )}
    </div>
  )
}

interface SheetsProps {
  readonly view: PlayerView
  readonly sheet: SheetName | null
  readonly onSheet: (sheet: SheetName | null) => void
  readonly outbox: Outbox
  readonly holes: readonly PlayedHole[]
  readonly holeId: string | null
}

/** The open sheet, and the lock of the clubhouse over everything. */
export function Sheets({ view, sheet, onSheet, outbox, holes, holeId }: SheetsProps) {
  const { t } = useTranslation()
  const close = (): void => onSheet(null)
  return (
    <>
      {sheet === 'menu' && view.lock === null && <MenuSheet view={view} outbox={outbox} onClose={close} />}
      {sheet === 'phones' && <PhonesSheet phones={view.phones} onClose={close} />}
      {sheet === 'score' && view.lock === null && (
        <ScoreSheet cartId={view.cart.id} holes={holes} holeId={holeId} onClose={close} />
      )}
      {view.lock !== null && (
        <div className={classes.lock} role="alertdialog" aria-modal="true" aria-label={t('player.lock')}>
          <p>{view.lock.text === '' ? t('player.lock') : view.lock.text}</p>
          <button type="button" onClick={() => onSheet('phones')}>
            {t('player.phones.open')}
          </button>
        </div>
      )}
    </>
  )
}

const offlineText = (t: TFunction, ms: number): string =>
  ms < 60_000 ? t('player.offlineNow') : t('player.offline', { count: Math.floor(ms / 60_000) })

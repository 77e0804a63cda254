import { IconFlag, IconMessage, IconSteeringWheelOff, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MowerIcon, useUnits } from '../../ui/index.ts'
import { greenText } from './greenText.ts'
import classes from './Notices.module.css'
import { KEEP_AWAY_M, type PlayerView } from './playerView.ts'

/** A mower farther off than this is nobody's concern. */
const MENTIONED_M = 120

interface Notice {
  readonly key: string
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly onClose?: () => void
}

/** Quiet lines: what the clubhouse says, where not to drive, and mowers near. The latest of each kind only. */
export function Notices({ view }: { readonly view: PlayerView }) {
  const { t } = useTranslation()
  const [units] = useUnits()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const close = (key: string): void => setClosed(known => new Set(known).add(key))
  // Closed areas have a line of their own, and a lock covers everything.
  const [message] = view.messages.filter(
    ({ id, kind }) => (kind === 'text' || kind === 'callBack') && !closed.has(`message ${id}`),
  )
  const [area] = view.noGo
  const [mower] = view.mowers
    .filter(({ distanceM }) => distanceM !== null && distanceM <= MENTIONED_M)
    .sort((a, b) => (a.distanceM ?? 0) - (b.distanceM ?? 0))
  const distance = mower?.distanceM ?? null
  const isTooNear = distance !== null && distance < KEEP_AWAY_M
  // Closed once it stays away, until the same mower comes too near.
  const mowerKey = mower === undefined ? '' : `mower ${mower.id} ${isTooNear ? 'near' : 'about'}`
  const unit = units === 'imperial' ? 'player.yards' : 'player.metres'
  const notices: readonly Notice[] = [
    ...(message === undefined
      ? []
      : [
          {
            key: `message ${message.id}`,
            icon: <IconMessage size={34} aria-hidden />,
            title: t('player.message'),
            text: [...(message.kind === 'callBack' ? [t('player.callBack')] : []), message.text].join(' '),
            // A tablet takes it away once that is on its disk: one that restarts sooner would show it again.
            onClose: () => (view.readMessage === null ? close(`message ${message.id}`) : view.readMessage(message.id)),
          },
        ]),
    ...(view.mode === 'normal' || closed.has(`mode ${view.mode}`)
      ? []
      : [
          {
            key: `mode ${view.mode}`,
            icon: <IconFlag size={34} aria-hidden />,
            title: t(`player.mode.${view.mode}`),
            text: '',
            onClose: () => close(`mode ${view.mode}`),
          },
        ]),
    ...(area === undefined
      ? []
      : [
          {
            key: `area ${area.id}`,
            icon: <IconSteeringWheelOff size={34} aria-hidden />,
            title: area.kind === 'paths' ? t('player.offPaths') : t('player.noGo', { title: area.title }),
            text: t('player.noGoText'),
          },
        ]),
    ...(distance === null || closed.has(mowerKey)
      ? []
      : [
          {
            key: mowerKey,
            icon: <MowerIcon size={34} />,
            title: t('player.mower', { distance: t(unit, { length: greenText(distance, units) }) }),
            text: t(isTooNear ? 'player.mowerNear' : 'player.mowerText', {
              distance: t(unit, { length: greenText(KEEP_AWAY_M, units) }),
            }),
            onClose: () => close(mowerKey),
          },
        ]),
  ]
  return (
    <div className={classes.notices} aria-live="polite">
      {notices.map(notice => (
        <div key={notice.key} className={classes.notice}>
          {notice.icon}
          <p>
            <strong>{notice.title}</strong> {notice.text}
          </p>
          {notice.onClose !== undefined && (
            <button type="button" aria-label={t('common.close')} onClick={notice.onClose}>
              <IconX size={28} aria-hidden />
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

import { calls, type PlayedRound } from '@greensward/contract'
import { type CartPace, holeNumberOf, type PaceRating } from '@greensward/domain'
import { IconAlertTriangle, IconCheck, IconClock, IconFlag, IconGolf, IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan, useCourseTime, useVehicle } from '../../api/index.ts'
import { draftTo, type MessageDraft } from '../../ui/command/cartMessage.ts'
import { type Column, DataTable, EmptyState, IconButton, QueryState, StatusPill, type Tone } from '../../ui/index.ts'
import classes from './rounds.module.css'

const LOOK: Readonly<Record<PaceRating, { readonly tone: Tone; readonly Icon: typeof IconClock }>> = {
  onTime: { tone: 'success', Icon: IconCheck },
  late: { tone: 'warn', Icon: IconClock },
  behind: { tone: 'error', Icon: IconAlertTriangle },
}
const CartMessages = lazy(() => import('../../ui/command/CartMessages.tsx'))

/** The cart that a person writes to, and what is written so far. */
interface Writing {
  readonly cart: { readonly id: string; readonly name: string }
  readonly draft: MessageDraft
}

/** A round's pace comes with its cart; this is for carts without contact. */
const READ_MS = 30_000

export function DayRounds({ day, isToday }: { readonly day: string; readonly isToday: boolean }) {
  const { t } = useTranslation()
  const rounds = useCall(calls.rounds.list, { query: { day } }, isToday ? { refetchInterval: READ_MS } : {})
  const mayWrite = useCan('carts.edit')
  const [writing, setWriting] = useState<Writing | null>(null)
  const columns = useColumns(
    mayWrite ? (id, name) => setWriting({ cart: { id, name }, draft: draftTo(id) }) : undefined,
  )
  if (rounds.data === undefined) return <QueryState query={rounds} />
  if (rounds.data.items.length === 0)
    return <EmptyState icon={<IconGolf aria-hidden />} title={t('rounds.none')} text={t('rounds.noneText')} />
  return (
    <>
      <DataTable label={t('rounds.title')} columns={columns} rows={rounds.data.items} rowKey={({ id }) => id} />
      {writing !== null && (
        <Suspense fallback={null}>
          <CartMessages
            cart={writing.cart}
            draft={writing.draft}
            onChange={part => setWriting(now => now && { ...now, draft: { ...now.draft, ...part } })}
            onClose={() => setWriting(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** As its cart says now, which is newer than what the list was read with. */
const usePace = (round: PlayedRound): CartPace | null => {
  const live = useVehicle(round.cartId ?? '')?.cart?.pace
  return round.finishedAt === null && live?.roundId === round.id ? live : round.pace
}

/** @param onWrite absent for those who may not write to carts */
function useColumns(onWrite: ((cartId: string, name: string) => void) | undefined): Column<PlayedRound>[] {
  const { t } = useTranslation()
  const time = useCourseTime()
  return [
    {
      key: 'cart',
      title: t('rounds.cart'),
      cell: round =>
        round.cartId === null ? (
          <strong>{round.cartName}</strong>
        ) : (
          <Link className={classes.name ?? ''} to="/map" search={{ sel: `cart:${round.cartId}` }}>
            {round.cartName}
          </Link>
        ),
    },
    { key: 'pace', title: t('rounds.pace'), cell: round => <Standing round={round} /> },
    { key: 'hole', title: t('rounds.hole'), cell: round => <Where round={round} /> },
    {
      key: 'start',
      title: t('rounds.start'),
      cell: round => (
        <span className={classes.two}>
          {time.time(round.startedAt)}
          <small>{t('rounds.firstHole', { hole: holeNumberOf(round.holes[0]?.holeName ?? '') })}</small>
        </span>
      ),
    },
    { key: 'gap', title: t('rounds.gap'), cell: round => <Gap round={round} /> },
    { key: 'finish', title: t('rounds.finish'), cell: round => <Finish round={round} /> },
    { key: 'holes', title: t('rounds.holes'), cell: round => <Strip round={round} /> },
    ...(onWrite === undefined
      ? []
      : [
          {
            key: 'message',
            title: t('mapPanels.cart.message'),
            quiet: true,
            align: 'end' as const,
            // A round that is over has nobody in its cart who reads it.
            cell: ({ cartId, cartName, finishedAt }: PlayedRound) =>
              cartId === null || finishedAt !== null ? null : (
                <IconButton label={t('rounds.writeTo', { cart: cartName })} onClick={() => onWrite(cartId, cartName)}>
                  <IconMessage size={20} />
                </IconButton>
              ),
          },
        ]),
  ]
}

function Standing({ round }: { readonly round: PlayedRound }) {
  const { t } = useTranslation()
  const pace = usePace(round)
  if (pace === null)
    return (
      <StatusPill tone="neutral" icon={<IconFlag aria-hidden />}>
        {round.kind === null ? t('rounds.silent') : t('rounds.finished', { minutes: behindText(round.behindMinutes) })}
      </StatusPill>
    )
  const { tone, Icon } = LOOK[pace.rating]
  return (
    <span className={classes.two}>
      <StatusPill tone={tone} icon={<Icon aria-hidden />}>
        {pace.rating === 'onTime'
          ? t('rounds.onTime', { minutes: behindText(pace.behindMinutes) })
          : t(`rounds.rating.${pace.rating}`, { count: pace.behindMinutes })}
      </StatusPill>
      {pace.isHeldUp && <small>{t('rounds.heldUp')}</small>}
    </span>
  )
}

/** +4 or −2, and 0 as it is. */
const behindText = (minutes: number): string =>
  minutes > 0 ? `+${minutes}` : minutes < 0 ? `−${Math.abs(minutes)}` : '0'

function Where({ round }: { readonly round: PlayedRound }) {
  const { t } = useTranslation()
  const pace = usePace(round)
  const last = round.holes.at(-1)
  if (pace === null || last === undefined) return t('rounds.played', { count: round.holes.length })
  const hole = round.holes.findLast(({ holeId }) => holeId === pace.holeId)
  return (
    <span className={classes.two}>
      {hole === undefined
        ? t('rounds.between')
        : t('rounds.onHole', { hole: holeNumberOf(hole.holeName), minutes: pace.holeMinutes, pass: hole.passMinutes })}
      <small>{t('rounds.playedOf', { count: pace.holesPlayed, holes: pace.holesOfRound })}</small>
    </span>
  )
}

function Gap({ round }: { readonly round: PlayedRound }) {
  const { t } = useTranslation()
  const pace = usePace(round)
  const carts = useCall(calls.carts.list, { query: { perPage: 500 } })
  if (pace === null || pace.gapMinutes === null) return <span className={classes.quiet}>{t('rounds.noGap')}</span>
  const name = carts.data?.items.find(({ id }) => id === pace.aheadCartId)?.name
  return (
    <span className={classes.two}>
      {t('rounds.minutes', { minutes: pace.gapMinutes })}
      {name !== undefined && <small>{t('rounds.after', { cart: name })}</small>}
    </span>
  )
}

function Finish({ round }: { readonly round: PlayedRound }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const pace = usePace(round)
  if (round.finishedAt !== null)
    return (
      <span className={classes.two}>
        {time.time(round.finishedAt)}
        {round.kind !== null && <small>{t(`rounds.kind.${round.kind}`, { count: round.holes.length })}</small>}
      </span>
    )
  return pace === null ? t('common.unknown') : t('rounds.about', { time: time.time(pace.finishAt) })
}

/** More than its pace by this share is long. */
const LONG_SHARE = 1.15

/** Every hole with its minutes, coloured where it took longer than it may. */
function Strip({ round }: { readonly round: PlayedRound }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.strip} aria-label={t('rounds.holes')}>
      {round.holes.map(({ holeName, begunAt, leftAt, minutes, passMinutes, stayedMinutes }) => {
        const isLong = minutes !== null && minutes > passMinutes * LONG_SHARE
        const isNow = leftAt === null
        const words = t(isNow ? 'rounds.holeNow' : minutes === null ? 'rounds.holeUnseen' : 'rounds.holeTook', {
          hole: holeNumberOf(holeName),
          minutes: Math.round(minutes ?? 0),
          pass: passMinutes,
          stayed: Math.round(stayedMinutes),
        })
        return (
          <li key={begunAt} data-long={isLong || undefined} data-now={isNow || undefined} title={words}>
            <small aria-hidden>{holeNumberOf(holeName)}</small>
            <span aria-hidden>{isNow ? '…' : minutes === null ? '?' : Math.round(minutes)}</span>
            <span className={classes.hidden}>{words}</span>
          </li>
        )
      })}
    </ol>
  )
}

import type { Hole } from '@greensward/domain'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlayerSheet } from './PlayerSheet.tsx'
import {
  MOST_PLAYERS,
  NEW_CARD,
  type Scorecard,
  strokeIndexes,
  strokesOf,
  totalOf,
  useScorecard,
  withStrokes,
} from './scorecard.ts'
import classes from './sheets.module.css'
import type { PlayedHole } from './usePlace.ts'

interface ScoreSheetProps {
  readonly cartId: string
  readonly holes: readonly PlayedHole[]
  /** The hole whose strokes are counted first. */
  readonly holeId: string | null
  readonly onClose: () => void
}

const signed = (toPar: number): string => (toPar === 0 ? 'E' : toPar > 0 ? `+${toPar}` : `−${-toPar}`)

export function ScoreSheet({ cartId, holes, holeId, onClose }: ScoreSheetProps) {
  const { t } = useTranslation()
  const [card, setCard] = useScorecard(cartId)
  const [chosenId, setChosenId] = useState(holeId ?? holes[0]?.hole.id ?? '')
  const [isAsking, setAsking] = useState(false)
  const seats = card.players.map((_, seat) => seat)
  const chosen = holes.find(({ hole }) => hole.id === chosenId)
  const nameOf = (index: number): string => card.players[index] || t('player.score.player', { number: index + 1 })
  return (
    <PlayerSheet
      title={t('player.score.title')}
      onClose={onClose}
      footer={
        isAsking ? (
          <div className={classes.buttons}>
            <button type="button" className={classes.plain} onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </button>
            <button
              type="button"
              className={classes.main}
              onClick={() => {
                setCard(NEW_CARD)
                setAsking(false)
              }}
            >
              {t('player.score.reallyNew')}
            </button>
          </div>
        ) : (
          <div className={classes.buttons}>
            <button
              type="button"
              className={classes.plain}
              disabled={card.players.length >= MOST_PLAYERS}
              onClick={() => setCard({ ...card, players: [...card.players, ''] })}
            >
              {t('player.score.add')}
            </button>
            <button type="button" className={classes.plain} onClick={() => setAsking(true)}>
              {t('player.score.new')}
            </button>
          </div>
        )
      }
    >
      {chosen !== undefined && (
        <>
          <h3 className={classes.heading}>
            {t('player.score.hole', { number: chosen.number, par: chosen.hole.properties.par })}
          </h3>
          <ul className={classes.list}>
            {seats.map(seat => (
              <SeatLine key={seat} card={card} hole={chosen.hole} seat={seat} name={nameOf(seat)} onCard={setCard} />
            ))}
          </ul>
        </>
      )}
      <CardTable card={card} holes={holes} chosenId={chosenId} onChoose={setChosenId} nameOf={nameOf} />
    </PlayerSheet>
  )
}

interface SeatLineProps {
  readonly card: Scorecard
  readonly hole: Hole
  readonly seat: number
  readonly name: string
  readonly onCard: (card: Scorecard) => void
}

/** The name of one player and the strokes on the chosen hole. */
function SeatLine({ card, hole, seat, name, onCard }: SeatLineProps) {
  const { t } = useTranslation()
  const count = strokesOf(card, hole.id, seat)
  const put = (next: number): void => onCard(withStrokes(card, hole.id, seat, next))
  return (
    <li className={classes.row}>
      <input
        className={classes.name}
        aria-label={t('player.score.name', { number: seat + 1 })}
        placeholder={t('player.score.player', { number: seat + 1 })}
        maxLength={20}
        value={card.players[seat] ?? ''}
        onChange={event => {
          const players = card.players.map((known, at) => (at === seat ? event.currentTarget.value : known))
          onCard({ ...card, players })
        }}
      />
      <span className={classes.counter}>
        <button
          type="button"
          aria-label={t('player.less', { name })}
          disabled={count === 0}
          onClick={() => put(count - 1)}
        >
          <IconMinus size={28} aria-hidden />
        </button>
        <output aria-label={t('player.score.strokes', { name })}>{count}</output>
        <button
          type="button"
          aria-label={t('player.more', { name })}
          onClick={() => put(count === 0 ? hole.properties.par : count + 1)}
        >
          <IconPlus size={28} aria-hidden />
        </button>
      </span>
    </li>
  )
}

interface CardTableProps {
  readonly card: Scorecard
  readonly holes: readonly PlayedHole[]
  readonly chosenId: string
  readonly onChoose: (holeId: string) => void
  readonly nameOf: (seat: number) => string
}

function CardTable({ card, holes, chosenId, onChoose, nameOf }: CardTableProps) {
  const { t } = useTranslation()
  const seats = card.players.map((_, seat) => seat)
  const pars = holes.map(({ hole }) => ({ id: hole.id, par: hole.properties.par }))
  const indexes = strokeIndexes(holes.map(({ hole }) => ({ id: hole.id, rating: hole.properties.rating })))
  return (
    <table className={classes.card} data-indexed={indexes !== null || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('player.hole')}</th>
          <th scope="col">{t('player.score.par')}</th>
          {indexes !== null && (
            <th scope="col" aria-label={t('player.score.strokeIndex')}>
              {t('player.score.indexShort')}
            </th>
          )}
          {seats.map(index => (
            <th key={index} scope="col" aria-label={nameOf(index)}>
              {card.players[index] || index + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {holes.map(({ hole, number }) => (
          <tr key={hole.id} data-chosen={hole.id === chosenId}>
            <th scope="row">
              <button type="button" aria-pressed={hole.id === chosenId} onClick={() => onChoose(hole.id)}>
                {number}
              </button>
            </th>
            <td>{hole.properties.par}</td>
            {indexes !== null && <td>{indexes.get(hole.id)}</td>}
            {seats.map(index => (
              <td key={index}>{strokesOf(card, hole.id, index) || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('player.score.total')}</th>
          <td>{pars.reduce((sum, { par }) => sum + par, 0)}</td>
          {indexes !== null && <td />}
          {seats.map(index => {
            const { strokes, toPar } = totalOf(card, index, pars)
            return <td key={index}>{strokes === 0 ? '–' : `${strokes} (${signed(toPar)})`}</td>
          })}
        </tr>
      </tfoot>
    </table>
  )
}

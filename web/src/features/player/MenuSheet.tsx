import type { Dish } from '@greensward/domain'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dishWords, priceText, wordsIn } from './menuWords.ts'
import { PlayerSheet } from './PlayerSheet.tsx'
import type { PlayerView } from './playerView.ts'
import classes from './sheets.module.css'
import type { Outbox } from './useOutbox.ts'

const MOST = 99

interface MenuSheetProps {
  readonly view: PlayerView
  readonly outbox: Outbox
  readonly onClose: () => void
}

export function MenuSheet({ view, outbox, onClose }: MenuSheetProps) {
  const { t, i18n } = useTranslation()
  const { menu, sendOrder } = view
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [note, setNote] = useState('')
  const [isPlaced, setPlaced] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const dishes = menu?.categories.flatMap(category => category.dishes) ?? []
  const lines = dishes.flatMap(dish => {
    const quantity = quantities[dish.id] ?? 0
    return quantity === 0 ? [] : [{ dish, quantity }]
  })
  const [first] = lines
  const change = (id: string, by: number): void =>
    setQuantities(known => ({ ...known, [id]: Math.min(MOST, Math.max(0, (known[id] ?? 0) + by)) }))
  const place = async (): Promise<void> => {
    await outbox.add({ lines: lines.map(({ dish, quantity }) => ({ dishId: dish.id, quantity })), note })
    setQuantities({})
    setNote('')
    setPlaced(true)
    // The orders are above the dishes: a golfer who scrolled down to the last dish sees that it went.
    if (body.current !== null) body.current.scrollTop = 0
  }
  const sum =
    first === undefined
      ? null
      : priceText(
          lines.reduce((total, { dish, quantity }) => total + dish.priceMinor * quantity, 0),
          first.dish.currency,
          i18n.language,
        )
  return (
    <PlayerSheet
      title={t('player.menu.title')}
      onClose={onClose}
      bodyRef={body}
      {...(sendOrder === null || dishes.length === 0
        ? {}
        : {
            footer: (
              <button type="button" className={classes.main} disabled={lines.length === 0} onClick={() => void place()}>
                {sum === null ? t('player.menu.choose') : t('player.menu.order', { sum })}
              </button>
            ),
          })}
    >
      <OrderStates view={view} outbox={outbox} isPlaced={isPlaced} />
      {menu === undefined ? (
        <p>{t('player.menu.unread')}</p>
      ) : dishes.length === 0 ? (
        <p>{t('player.menu.closed')}</p>
      ) : (
        menu.categories
          .filter(category => category.dishes.length > 0)
          .map(category => (
            <section key={category.id}>
              <h3 className={classes.heading}>
                {wordsIn(category.translations, i18n.language)?.name ?? category.name}
              </h3>
              <ul className={classes.list}>
                {category.dishes.map(dish => (
                  <DishRow
                    key={dish.id}
                    dish={dish}
                    quantity={quantities[dish.id] ?? 0}
                    onChange={sendOrder === null ? null : by => change(dish.id, by)}
                  />
                ))}
              </ul>
            </section>
          ))
      )}
      {sendOrder !== null && dishes.length > 0 && (
        <label className={classes.note}>
          {t('player.menu.note')}
          <textarea maxLength={300} rows={2} value={note} onChange={event => setNote(event.currentTarget.value)} />
        </label>
      )}
    </PlayerSheet>
  )
}

interface DishRowProps {
  readonly dish: Dish
  readonly quantity: number
  readonly onChange: ((by: number) => void) | null
}

function DishRow({ dish, quantity, onChange }: DishRowProps) {
  const { t, i18n } = useTranslation()
  const { name, description } = dishWords(dish, i18n.language)
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <strong>{name}</strong>
        {description !== '' && <span className={classes.small}>{description}</span>}
        {dish.allergens.length > 0 && (
          <span className={classes.small}>{dish.allergens.map(one => t(`restaurant.allergen.${one}`)).join(', ')}</span>
        )}
        <span>{priceText(dish.priceMinor, dish.currency, i18n.language)}</span>
      </span>
      {onChange !== null && (
        <span className={classes.counter}>
          <button
            type="button"
            aria-label={t('player.less', { name })}
            disabled={quantity === 0}
            onClick={() => onChange(-1)}
          >
            <IconMinus size={28} aria-hidden />
          </button>
          <output aria-label={t('player.menu.count', { name })}>{quantity}</output>
          <button
            type="button"
            aria-label={t('player.more', { name })}
            disabled={quantity === MOST}
            onClick={() => onChange(1)}
          >
            <IconPlus size={28} aria-hidden />
          </button>
        </span>
      )}
    </li>
  )
}

/** The orders: those that wait here, and those at the bar. */
function OrderStates({ view, outbox, isPlaced }: Omit<MenuSheetProps, 'onClose'> & { readonly isPlaced: boolean }) {
  const { t, i18n } = useTranslation()
  if (outbox.waiting.length === 0 && view.orders.length === 0) return null
  return (
    <section aria-live="polite" aria-label={t('player.orders.title')}>
      {isPlaced && outbox.waiting.length === 0 && <p className={classes.sent}>{t('player.orders.sent')}</p>}
      <ul className={classes.list}>
        {outbox.waiting.map(order => (
          <li key={order.requestId} className={classes.row}>
            <span className={classes.words}>
              <strong>{order.refusal === null ? t('player.orders.waiting') : t('player.orders.refused')}</strong>
              <span className={classes.small}>
                {order.refusal ??
                  (view.offlineSinceMs === null ? t('player.orders.sending') : t('player.orders.goesByItself'))}
              </span>
            </span>
            {(order.refusal !== null || view.offlineSinceMs !== null) && (
              <button type="button" className={classes.plain} onClick={() => void outbox.forget(order.requestId)}>
                {t('player.orders.drop')}
              </button>
            )}
          </li>
        ))}
        {view.orders.map(order => (
          <li key={order.id} className={classes.row}>
            <span className={classes.words}>
              <strong>
                {t('player.orders.one', {
                  number: order.number,
                  sum: priceText(order.totalMinor, order.currency, i18n.language),
                })}
              </strong>
              <span className={classes.small}>
                {order.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
              </span>
            </span>
            <strong className={classes.state} data-state={order.status}>
              {t(`player.orders.states.${order.status}`)}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

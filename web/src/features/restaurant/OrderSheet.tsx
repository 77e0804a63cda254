import { calls, type ResultOf } from '@greensward/contract'
import { compareNames } from '@greensward/domain'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldRefusals, useAct, useCall } from '../../api/index.ts'
import { IconButton, notify, QueryState, Sheet } from '../../ui/index.ts'
import { formatPrice } from './price.ts'
import classes from './RestaurantPage.module.css'
import { nameIn } from './translated.ts'

const MOST = 99
const ALL = { query: { perPage: 500 } } as const

/** An order taken at the bar, for a cart or for a guest there. */
export function OrderSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const menu = useCall(calls.menu.get)
  const carts = useCall(calls.carts.list, ALL)
  const create = useAct(calls.orders.create, { changes: [calls.orders.list] })
  const [cartId, setCartId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const dishes = menu.data?.categories.flatMap(category => category.dishes) ?? []
  const lines = dishes.flatMap(dish => {
    const quantity = quantities[dish.id] ?? 0
    return quantity === 0 ? [] : [{ dish, quantity }]
  })
  const change = (id: string, by: number): void =>
    setQuantities(known => ({ ...known, [id]: Math.min(MOST, Math.max(0, (known[id] ?? 0) + by)) }))
  const send = (): void =>
    create.mutate(
      { body: { cartId, note, lines: lines.map(({ dish, quantity }) => ({ dishId: dish.id, quantity })) } },
      {
        onSuccess: ({ number }) => {
          notify.done(t('restaurant.orderTaken', { number }))
          onClose()
        },
      },
    )
  const refusal = create.error === null ? undefined : (fieldRefusals(create.error)[0]?.[1] ?? errorText(create.error))
  const [first] = lines
  return (
    <Sheet
      opened
      title={t('restaurant.newOrder')}
      onClose={onClose}
      footer={
        <>
          {first !== undefined && (
            <strong className={classes.sum}>
              {formatPrice(
                {
                  priceMinor: lines.reduce((sum, { dish, quantity }) => sum + dish.priceMinor * quantity, 0),
                  currency: first.dish.currency,
                },
                i18n.language,
              )}
            </strong>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={lines.length === 0} loading={create.isPending} onClick={send}>
            {t('restaurant.takeOrder')}
          </Button>
        </>
      }
    >
      <div className={classes.translation}>
        <NativeSelect
          label={t('restaurant.orderFor')}
          value={cartId ?? ''}
          onChange={event => setCartId(event.currentTarget.value === '' ? null : event.currentTarget.value)}
          data={[
            { value: '', label: t('restaurant.atBar') },
            ...(carts.data?.items
              .map(cart => ({ value: cart.id, label: cart.name }))
              .sort((a, b) => compareNames(a.label, b.label, i18n.language)) ?? []),
          ]}
        />
        {menu.data === undefined ? (
          <QueryState query={menu} />
        ) : menu.data.categories.length === 0 ? (
          <p className={classes.empty}>{t('restaurant.previewNone')}</p>
        ) : (
          menu.data.categories.map(category => (
            <section key={category.id}>
              <h3 className={classes.cardTitle}>{nameIn(category, i18n.language)}</h3>
              <ul className={classes.lines}>
                {category.dishes.map(dish => (
                  <DishLine
                    key={dish.id}
                    dish={dish}
                    quantity={quantities[dish.id] ?? 0}
                    onChange={by => change(dish.id, by)}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
        <Textarea
          label={t('restaurant.note')}
          maxLength={300}
          value={note}
          autosize
          minRows={2}
          onChange={event => setNote(event.currentTarget.value)}
        />
        {refusal !== undefined && (
          <p className={classes.refusal} role="alert">
            {refusal}
          </p>
        )}
      </div>
    </Sheet>
  )
}

type Dish = ResultOf<typeof calls.menu.get>['categories'][number]['dishes'][number]

interface DishLineProps {
  readonly dish: Dish
  readonly quantity: number
  readonly onChange: (by: number) => void
}

function DishLine({ dish, quantity, onChange }: DishLineProps) {
  const { t, i18n } = useTranslation()
  return (
    <li>
      <span className={classes.words}>
        <span className={classes.name}>{nameIn(dish, i18n.language)}</span>
        <span className={classes.hint}>{formatPrice(dish, i18n.language)}</span>
      </span>
      <span className={classes.counter}>
        <IconButton
          label={t('restaurant.less', { name: dish.name })}
          disabled={quantity === 0}
          onClick={() => onChange(-1)}
        >
          <IconMinus size={20} stroke={1.75} />
        </IconButton>
        <strong>{quantity}</strong>
        <IconButton
          label={t('restaurant.moreOf', { name: dish.name })}
          disabled={quantity === MOST}
          onClick={() => onChange(1)}
        >
          <IconPlus size={20} stroke={1.75} />
        </IconButton>
      </span>
    </li>
  )
}

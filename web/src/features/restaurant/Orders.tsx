import { calls } from '@greensward/contract'
import { holeNumberOf, type Order, type OrderStatus, orderMoves } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { IconMapPin, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCourseTime, useVehicleValue } from '../../api/index.ts'
import { ConfirmDialog, EmptyState, notify, Pager, QueryState, StatusPill, type Tone, useNow } from '../../ui/index.ts'
import { SoundSwitch } from './OrderSound.tsx'
import { formatPrice } from './price.ts'
import classes from './RestaurantPage.module.css'

const TONES: Readonly<Record<OrderStatus, Tone>> = {
  new: 'error',
  accepted: 'warn',
  ready: 'main',
  delivered: 'success',
  cancelled: 'neutral',
}

const PER_PAGE = 25

/** The open orders of the bar, newest first; new orders appear automatically. */
export function Orders({ mayEdit }: { readonly mayEdit: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(PER_PAGE)
  const query = useCall(
    calls.orders.list,
    { query: { page, perPage, open: open ? 'true' : 'false' } },
    { keepPrevious: true },
  )
  return (
    <div className={classes.orders}>
      <div className={classes.ordersHead}>
        <SegmentedControl
          aria-label={t('restaurant.orders')}
          value={open ? 'open' : 'all'}
          onChange={next => {
            setOpen(next === 'open')
            setPage(1)
          }}
          data={[
            { value: 'open', label: t('restaurant.openOrders') },
            { value: 'all', label: t('restaurant.allOrders') },
          ]}
        />
        <SoundSwitch />
      </div>
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.items.length === 0 ? (
        <EmptyState
          icon={<IconReceipt aria-hidden />}
          title={t(open ? 'restaurant.noOrders' : 'restaurant.noneOrdered')}
          text={t('restaurant.noOrdersText')}
        />
      ) : (
        <ul className={classes.orderList}>
          {query.data.items.map(order => (
            <OrderCard key={order.id} order={order} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {(query.data?.total ?? 0) > perPage && (
        <Pager
          page={page}
          perPage={perPage}
          total={query.data?.total ?? 0}
          onPage={setPage}
          onPerPage={count => {
            setPerPage(count)
            setPage(1)
          }}
        />
      )}
    </div>
  )
}

const MINUTE_MS = 60_000
/** A guest who waits longer than this is waiting too long. */
const LATE_MINUTES = 10

/** How long an open order has been waiting. */
function Age({ since }: { readonly since: string }) {
  const { t } = useTranslation()
  const now = useNow(MINUTE_MS / 4)
  const minutes = Math.floor((now.getTime() - new Date(since).getTime()) / MINUTE_MS)
  return (
    <span className={classes.age} data-late={minutes >= LATE_MINUTES || undefined}>
      {minutes < 1 ? t('restaurant.justNow') : t('restaurant.waits', { minutes })}
    </span>
  )
}

/** The hole that the cart is on now; nothing where that is unknown. */
function HoleOf({ cartId }: { readonly cartId: string }) {
  const { t } = useTranslation()
  const map = useCall(calls.map.get)
  const holeId = useVehicleValue(cartId, vehicle => vehicle?.cart?.holeId ?? null)
  const hole = map.data?.features.find(({ id }) => id === holeId)
  return hole?.kind === 'hole' ? (
    <strong>{t('restaurant.onHole', { number: holeNumberOf(hole.properties.name) })}</strong>
  ) : null
}

function OrderCard({ order, mayEdit }: { readonly order: Order; readonly mayEdit: boolean }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const move = useAct(calls.orders.move, { changes: [calls.orders.list] })
  const [cancelling, setCancelling] = useState(false)
  const moveTo = (status: OrderStatus): void =>
    move.mutate(
      { params: { id: order.id }, body: { status, updatedAt: order.updatedAt } },
      {
        onError: error => notify.failed(t('common.error'), errorText(error)),
        onSettled: () => setCancelling(false),
      },
    )
  return (
    <li className={classes.orderCard}>
      <header className={classes.orderHead}>
        <strong>{t('restaurant.order', { number: order.number })}</strong>
        <StatusPill tone={TONES[order.status]}>{t(`restaurant.statuses.${order.status}`)}</StatusPill>
        {orderMoves(order.status).length > 0 && <Age since={order.createdAt} />}
        <span className={classes.hint}>{time.dateTime(order.createdAt)}</span>
      </header>
      <p className={classes.place}>
        {order.cartName ?? t('restaurant.atBar')}
        {order.cartId !== null && orderMoves(order.status).length > 0 && <HoleOf cartId={order.cartId} />}
        {order.cartId !== null && (
          <Link to="/map" search={{ sel: `cart:${order.cartId}` }} className={classes.link}>
            <IconMapPin size={18} stroke={1.75} aria-hidden /> {t('restaurant.onMap')}
          </Link>
        )}
      </p>
      <ul className={classes.lines}>
        {order.lines.map(line => (
          <li key={line.dishId}>
            <span>{t('restaurant.quantity', { count: line.quantity, name: line.name })}</span>
            <span>
              {formatPrice({ priceMinor: line.priceMinor * line.quantity, currency: order.currency }, i18n.language)}
            </span>
          </li>
        ))}
        <li>
          <strong>{t('restaurant.total')}</strong>
          <strong>{formatPrice({ priceMinor: order.totalMinor, currency: order.currency }, i18n.language)}</strong>
        </li>
      </ul>
      {order.note !== '' && <p className={classes.note}>{order.note}</p>}
      {mayEdit && orderMoves(order.status).length > 0 && (
        <div className={classes.moves}>
          {orderMoves(order.status).map(status => (
            <Button
              key={status}
              variant={status === 'cancelled' ? 'default' : 'filled'}
              loading={move.isPending && move.variables.body.status === status}
              onClick={() => (status === 'cancelled' ? setCancelling(true) : moveTo(status))}
            >
              {t(`restaurant.moves.${status}`)}
            </Button>
          ))}
        </div>
      )}
      {cancelling && (
        <ConfirmDialog
          opened
          title={t('restaurant.cancelTitle', { number: order.number })}
          text={t('restaurant.cancelText')}
          confirm={t('restaurant.cancelOrder')}
          busy={move.isPending}
          onConfirm={() => moveTo('cancelled')}
          onClose={() => setCancelling(false)}
        />
      )}
    </li>
  )
}

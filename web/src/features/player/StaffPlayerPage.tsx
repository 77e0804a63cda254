import { calls } from '@greensward/contract'
import type { Cart, Hole } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { IconGolf } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan, useVehicle } from '../../api/index.ts'
import { shortAge } from '../../map-view/index.ts'
import {
  CartIcon,
  EmptyState,
  ErrorState,
  ForbiddenState,
  LoadingState,
  Page,
  QueryState,
  useNow,
} from '../../ui/index.ts'
import { PlayerScreen } from './PlayerScreen.tsx'
import classes from './StaffPlayerPage.module.css'
import { playerSearch } from './search.ts'
import { staffHole, useStaffPlayer } from './useStaffPlayer.ts'

/** The screen of a cart, which staff can choose. */
export default function StaffPlayerPage() {
  const { cart: chosen } = playerSearch(useSearch({ strict: false }))
  const mayRead = useCan('operations.read')
  const carts = useCall(calls.carts.list, { query: { perPage: 500 } }, { enabled: mayRead })
  if (!mayRead) return <ForbiddenState />
  if (carts.data === undefined) return <QueryState query={carts} />
  const cart = carts.data.items.find(({ id }) => id === chosen)
  return cart === undefined ? <CartChoice carts={carts.data.items} /> : <CartScreen key={cart.id} cart={cart} />
}

function CartChoice({ carts }: { readonly carts: readonly Cart[] }) {
  const { t, i18n } = useTranslation()
  const { data: map } = useCall(calls.map.get)
  const holes = useMemo(() => map?.features.filter(feature => feature.kind === 'hole') ?? [], [map])
  const now = useNow(1_000).getTime()
  const sorted = carts.toSorted((a, b) => compareNames(a.name, b.name, i18n.language))
  return (
    <Page title={t('player.choose.title')}>
      {carts.length === 0 ? (
        <EmptyState icon={<CartIcon size={40} />} title={t('player.choose.none')} text={t('player.choose.noneText')} />
      ) : (
        <ul className={classes.list}>
          {sorted.map(cart => (
            <CartRow key={cart.id} cart={cart} holes={holes} now={now} />
          ))}
        </ul>
      )}
    </Page>
  )
}

interface CartRowProps {
  readonly cart: Cart
  readonly holes: readonly Hole[]
  readonly now: number
}

function CartRow({ cart, holes, now }: CartRowProps) {
  const { t, i18n } = useTranslation()
  const vehicle = useVehicle(cart.id)
  const { holeId } = staffHole(vehicle)
  const hole = holes.find(({ id }) => id === holeId)
  const ageMs =
    vehicle === undefined || vehicle.telemetry.ageMs === null
      ? null
      : vehicle.telemetry.ageMs + Math.max(0, now - vehicle.receivedAt)
  return (
    <li>
      <Link to="/map/player" search={{ cart: cart.id }} className={classes.cart}>
        <CartIcon size={32} />
        <strong className={classes.name}>{cart.name}</strong>
        <span className={classes.hole}>
          <IconGolf size={20} aria-hidden />
          {hole?.properties.name ?? t('player.choose.noHole')}
        </span>
        <span className={classes.age}>
          {ageMs === null ? t('player.choose.never') : t('player.choose.age', { age: shortAge(ageMs, i18n.language) })}
        </span>
      </Link>
    </li>
  )
}

function CartScreen({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const { view, error, readAgain } = useStaffPlayer(cart)
  if (view === null) return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={readAgain} />
  return (
    <PlayerScreen
      view={view}
      above={
        <p className={classes.above}>
          <span>{t('player.choose.shown', { name: cart.name })}</span>
          <Link to="/map/player">{t('player.choose.another')}</Link>
        </p>
      }
    />
  )
}

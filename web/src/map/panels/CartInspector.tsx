import { type Cart, linkStateOf } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { IconCurrentLocation, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useVehicle } from '../../api/index.ts'
import { CartIcon, ConfirmDialog, notify, StatusPill, useMeasure } from '../../ui/index.ts'
import { useNow } from '../useNow.ts'
import { ageText } from './ageText.ts'
import { ageOf } from './Dock.tsx'
import classes from './Inspector.module.css'
import { Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'

export function CartInspector({ cart, context }: { readonly cart: Cart; readonly context: InspectorContext }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { rights, followed, onFollow, onClose } = context
  const vehicle = useVehicle(cart.id)
  const now = useNow(1_000)
  const remove = useAct(calls.carts.remove, { changes: [calls.carts.list, calls.garage.list] })
  const [asking, setAsking] = useState(false)
  const ageMs = ageOf(vehicle, now)
  const live = linkStateOf(ageMs) === 'live'
  const isFollowed = followed === cart.id
  return (
    <>
      <InspectorFrame
        title={cart.name}
        kind={t('map.kind.cart')}
        colour="var(--gs-ink2)"
        glyph={<CartIcon size={30} />}
        pill={
          <StatusPill tone={cart.inService ? 'neutral' : live ? 'success' : 'error'}>
            {cart.inService ? t('map.standing.service') : live ? t('map.cart.live') : t('map.standing.offline')}
          </StatusPill>
        }
        onClose={onClose}
        deeds={
          rights.mayEditCarts
            ? [
                {
                  label: t('map.delete.cart'),
                  icon: <IconTrash size={18} />,
                  danger: true,
                  onPress: () => setAsking(true),
                },
              ]
            : []
        }
        footer={
          <Button
            className={classes.grow ?? ''}
            h={48}
            variant={isFollowed ? 'light' : 'default'}
            aria-pressed={isFollowed}
            leftSection={<IconCurrentLocation size={20} />}
            onClick={() => onFollow(isFollowed ? null : cart.id)}
          >
            {t('map.mower.follow')}
          </Button>
        }
      >
        <Facts
          facts={[
            {
              name: t('map.fact.lastFix'),
              value: ageMs === null ? t('map.age.never') : ageText(ageMs, t),
              tone: live ? undefined : 'error',
            },
            {
              name: t('map.fact.speed'),
              value:
                vehicle?.telemetry.speedMps == null ? t('common.unknown') : measure.speed(vehicle.telemetry.speedMps),
            },
          ]}
        />
      </InspectorFrame>
      <ConfirmDialog
        opened={asking}
        title={t('map.delete.title', { title: cart.name })}
        text={t('map.delete.cartText')}
        confirm={t('map.delete.cart')}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: cart.id } },
            {
              onSuccess: onClose,
              onError: error => notify.failed(t('map.delete.failed', { title: cart.name }), error),
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </>
  )
}

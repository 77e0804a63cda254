import { type Cart, type CartStanding, cartLinkOf } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { IconCurrentLocation, IconDeviceTablet, IconMessage, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCourseTime, useVehicle } from '../../api/index.ts'
import { CartIcon, ConfirmDialog, notify, StatusPill, type Tone, useMeasure } from '../../ui/index.ts'
import { useNow } from '../useNow.ts'
import { ageText } from './ageText.ts'
import type { MessageDraft } from './CartMessages.tsx'
import { ageOf } from './Dock.tsx'
import classes from './Inspector.module.css'
import { Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { useKeptState } from './useKeptState.ts'

const CartMessages = lazy(() => import('./CartMessages.tsx'))

const TONES: Readonly<Record<CartStanding, Tone>> = {
  never: 'neutral',
  offline: 'error',
  parked: 'neutral',
  staying: 'warn',
  standing: 'success',
  driving: 'success',
}

const NO_GO_TEXT = {
  noGo: 'mapPanels.cart.inNoGo',
  rain: 'mapPanels.cart.inRainZone',
  paths: 'mapPanels.cart.offPaths',
} as const
const PACE_TONES = { onTime: undefined, late: 'warn', behind: 'error' } as const

export function CartInspector({ cart, context }: { readonly cart: Cart; readonly context: InspectorContext }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const { course, rights, followed, onFollow, onClose } = context
  const vehicle = useVehicle(cart.id)
  const now = useNow(1_000)
  const remove = useAct(calls.carts.remove, { changes: [calls.carts.list, calls.garage.list] })
  const [asking, setAsking] = useState(false)
  const ageMs = ageOf(vehicle, now)
  const link = cartLinkOf(ageMs)
  const state = vehicle?.cart
  // Its age goes on here while nothing comes from the server.
  const standing: CartStanding =
    link === 'never' || link === 'lost' ? (link === 'lost' ? 'offline' : 'never') : (state?.standing ?? 'standing')
  const hole = course.features.find(({ id }) => id === state?.holeId)
  const accuracyM = vehicle?.telemetry.accuracyM ?? null
  const [draft, setDraft] = useKeptState<MessageDraft>(`messages ${cart.id}`)
  const isFollowed = followed === cart.id
  return (
    <>
      <InspectorFrame
        title={cart.name}
        kind={t('map.kind.cart')}
        colour="var(--gs-ink2)"
        glyph={<CartIcon size={30} />}
        pill={
          <StatusPill tone={cart.inService ? 'neutral' : TONES[standing]}>
            {cart.inService ? t('map.standing.service') : t(`mapPanels.cart.standing.${standing}`)}
          </StatusPill>
        }
        onClose={onClose}
        actions={
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
          <>
            <Button
              className={classes.grow ?? ''}
              h={48}
              variant={isFollowed ? 'light' : 'default'}
              aria-pressed={isFollowed}
              leftSection={<IconCurrentLocation size={20} />}
              onClick={() => onFollow(isFollowed ? null : cart.id)}
            >
              {t('mapPanels.mower.follow')}
            </Button>
            <Button
              className={classes.grow ?? ''}
              h={48}
              variant="default"
              leftSection={<IconDeviceTablet size={20} />}
              renderRoot={props => <Link {...props} to="/map/player" search={{ cart: cart.id }} />}
            >
              {t('mapPanels.cart.player')}
            </Button>
            {rights.mayEditCarts && (
              <Button
                className={classes.grow ?? ''}
                h={48}
                variant="default"
                leftSection={<IconMessage size={20} />}
                onClick={() => setDraft({ chosen: [cart.id], kind: 'text', text: '' })}
              >
                {t('mapPanels.cart.message')}
              </Button>
            )}
          </>
        }
      >
        <Facts
          facts={[
            {
              name: t('map.fact.lastFix'),
              value: ageMs === null ? t('map.age.never') : ageText(ageMs, t),
              tone: link === 'live' ? undefined : link === 'stale' ? 'warn' : 'error',
            },
            {
              name: t('map.fact.speed'),
              value:
                vehicle?.telemetry.speedMps == null ? t('common.unknown') : measure.speed(vehicle.telemetry.speedMps),
            },
            {
              name: t('mapPanels.cart.accuracy'),
              value: accuracyM === null ? t('common.unknown') : measure.length(accuracyM),
            },
            {
              name: t('mapPanels.cart.hole'),
              value: hole?.kind === 'hole' ? hole.properties.name : t('mapPanels.cart.noHole'),
            },
            ...(state?.pace == null
              ? []
              : [
                  {
                    name: t('mapPanels.cart.pace'),
                    value: t(`mapPanels.cart.rating.${state.pace.rating}`, { count: state.pace.behindMinutes }),
                    tone: PACE_TONES[state.pace.rating],
                  },
                  { name: t('mapPanels.cart.finish'), value: time.time(state.pace.finishAt) },
                ]),
            ...(state?.stayingSince == null
              ? []
              : [
                  {
                    name: t('mapPanels.cart.stayingSince'),
                    value: time.time(state.stayingSince),
                    tone: 'warn' as const,
                  },
                ]),
          ]}
        />
        {standing === 'offline' && state?.atGarage === true && (
          <p className={classes.quiet}>{t('mapPanels.cart.lastAtGarage')}</p>
        )}
        {state?.noGo.map(({ id, title, kind }) => (
          <div key={id} className={classes.box} data-tone="stopped" role="status">
            <b>{t(NO_GO_TEXT[kind], { title })}</b>
          </div>
        ))}
      </InspectorFrame>
      {draft !== null && (
        <Suspense fallback={null}>
          <CartMessages
            cart={cart}
            draft={draft}
            // Of what is written by then: an answer to what was sent comes while somebody writes on.
            onChange={part => setDraft(now => now && { ...now, ...part })}
            onClose={() => setDraft(null)}
          />
        </Suspense>
      )}
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

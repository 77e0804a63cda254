import { type Cart, type CartStanding, cartLinkOf } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconDeviceTablet, IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Dispatch, lazy, type SetStateAction, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime, useVehicle, type VehicleView } from '../../../api/index.ts'
import { ageText } from '../../../map-view/ageText.ts'
import type { Course } from '../../../map-view/courseReadings.ts'
import { draftTo, type MessageDraft } from '../../../ui/command/cartMessage.ts'
import { CartIcon, StatusPill, type Tone, useMeasure, useNow } from '../../../ui/index.ts'
import { ageOf } from './Dock.tsx'
import classes from './Inspector.module.css'
import { type Fact, Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { DeleteVehicle, FollowButton, useDeleteAction } from './VehicleParts.tsx'

const kept = new Map<string, unknown>()

/**
 * State that survives a remount: the page draws this part elsewhere when the window changes between phone and desktop.
 * It is kept, on this page alone, until it is null again.
 * @param key names the state among all of the page
 */
function useKeptState<Value>(key: string): [Value | null, Dispatch<SetStateAction<Value | null>>] {
  const [value, setValue] = useState<Value | null>(() => (kept.get(key) as Value | undefined) ?? null)
  useEffect(() => {
    if (value === null) kept.delete(key)
    else kept.set(key, value)
  }, [key, value])
  return [value, setValue]
}

const CartMessages = lazy(() => import('../../../ui/command/CartMessages.tsx'))

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
  const { course, rights, followed, onFollow, onClose } = context
  const vehicle = useVehicle(cart.id)
  const now = useNow(1_000)
  const [asking, setAsking] = useState(false)
  const ageMs = ageOf(vehicle, now)
  const link = cartLinkOf(ageMs)
  const state = vehicle?.cart
  // The age grows here while the server sends nothing.
  const standing: CartStanding =
    link === 'never' || link === 'lost' ? (link === 'lost' ? 'offline' : 'never') : (state?.standing ?? 'standing')
  const [draft, setDraft] = useKeptState<MessageDraft>(`messages ${cart.id}`)
  const facts = useCartFacts(vehicle, ageMs, course)
  const actions = useDeleteAction('cart', rights.mayEditCarts, () => setAsking(true))
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
        actions={actions}
        footer={
          <>
            <FollowButton vehicleId={cart.id} followed={followed} onFollow={onFollow} />
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
                onClick={() => setDraft(draftTo(cart.id))}
              >
                {t('mapPanels.cart.message')}
              </Button>
            )}
          </>
        }
      >
        <Facts facts={facts} />
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
            // Merges into the current text: the answer to a message may come while the person types the next.
            onChange={part => setDraft(now => now && { ...now, ...part })}
            onClose={() => setDraft(null)}
          />
        </Suspense>
      )}
      <DeleteVehicle kind="cart" vehicle={cart} opened={asking} onClose={() => setAsking(false)} onDeleted={onClose} />
    </>
  )
}

function useCartFacts(vehicle: VehicleView | undefined, ageMs: number | null, course: Course): readonly Fact[] {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const link = cartLinkOf(ageMs)
  const state = vehicle?.cart
  const hole = course.features.find(({ id }) => id === state?.holeId)
  const accuracyM = vehicle?.telemetry.accuracyM ?? null
  return [
    {
      name: t('map.fact.lastFix'),
      value: ageMs === null ? t('map.age.never') : ageText(ageMs, t),
      tone: link === 'live' ? undefined : link === 'stale' ? 'warn' : 'error',
    },
    {
      name: t('map.fact.speed'),
      value: vehicle?.telemetry.speedMps == null ? t('common.unknown') : measure.speed(vehicle.telemetry.speedMps),
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
  ]
}

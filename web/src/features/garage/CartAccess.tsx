import type { CartAccess as Access } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Cart } from '@greensward/domain'
import { Button, CopyButton, TextInput } from '@mantine/core'
import { create } from 'qrcode'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCourseTime } from '../../api/index.ts'
import { ConfirmDialog, notify, QueryState } from '../../ui/index.ts'
import classes from './CartAccess.module.css'

/** The address that pairs a tablet. The code is after a #, which browsers send to no server. */
const pairingAddress = (code: string): string => `${window.location.origin}/player#pair=${code}`

/** A tablet that was just paired appears in the list within this. */
const READ_MS = 5_000

/** By what a cart reports itself: the key of a tracker, and its tablets. */
export function CartAccess({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const query = useCall(lateCalls.cartAccess.get, { params: { id: cart.id } }, { refetchInterval: READ_MS })
  if (query.data === undefined) return <QueryState query={query} />
  return (
    <>
      <section className={classes.part} aria-label={t('garage.access.tablets')}>
        <h3>{t('garage.access.tablets')}</h3>
        <Tablets cart={cart} devices={query.data.devices} />
      </section>
      <section className={classes.part} aria-label={t('garage.access.tracker')}>
        <h3>{t('garage.access.tracker')}</h3>
        <Tracker cart={cart} known={query.data.key} />
      </section>
    </>
  )
}

function Tracker({ cart, known }: { readonly cart: Cart; readonly known: Access['key'] }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const make = useAct(lateCalls.cartAccess.newKey, { changes: [lateCalls.cartAccess.get] })
  const remove = useAct(lateCalls.cartAccess.removeKey, { changes: [lateCalls.cartAccess.get] })
  const [made, setMade] = useState<string | null>(null)
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const params = { id: cart.id }
  const failed = (error: unknown): void => notify.failed(t('common.error'), errorText(error))
  const renew = (): void =>
    make.mutate({ params }, { onSuccess: ({ key }) => setMade(key), onError: failed, onSettled: () => setAsking(null) })
  const address = `${window.location.origin}/api/track`
  return (
    <>
      <p className={classes.quiet}>
        {known === null
          ? t('garage.access.noKey')
          : t('garage.access.keySince', { beginning: known.beginning, time: time.dateTime(known.createdAt) })}
        {known !== null &&
          ` · ${known.lastUsedAt === null ? t('garage.access.unused') : t('garage.access.used', { time: time.dateTime(known.lastUsedAt) })}`}
      </p>
      {made !== null && (
        <div className={classes.made} role="status">
          <p>{t('garage.access.once')}</p>
          <Copied label={t('garage.access.key')} value={made} />
          <Copied label={t('garage.access.osmand')} value={`${address}/osmand`} />
          <Copied label={t('garage.access.owntracks')} value={`${address}/owntracks`} />
          <Copied label={t('garage.access.overland')} value={`${address}/osmand?key=${made}`} />
          <p className={classes.quiet}>{t('garage.access.how')}</p>
          <p className={classes.quiet}>{t('garage.access.howForward', { several: `${address}/osmand` })}</p>
        </div>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={make.isPending}
          onClick={() => (known === null ? renew() : setAsking('renew'))}
        >
          {t(known === null ? 'garage.access.makeKey' : 'garage.access.newKey')}
        </Button>
        {known !== null && (
          <Button variant="default" onClick={() => setAsking('end')}>
            {t('garage.access.endKey')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking !== null}
        title={t('garage.access.endTitle', { name: cart.name })}
        text={t('garage.access.endText')}
        confirm={t(asking === 'renew' ? 'garage.access.newKey' : 'garage.access.endKey')}
        busy={make.isPending || remove.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          asking === 'renew'
            ? renew()
            : remove.mutate(
                { params },
                { onSuccess: () => setMade(null), onError: failed, onSettled: () => setAsking(null) },
              )
        }
      />
    </>
  )
}

function Tablets({ cart, devices }: { readonly cart: Cart; readonly devices: Access['devices'] }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const pair = useAct(lateCalls.cartAccess.pair)
  const remove = useAct(lateCalls.cartAccess.removeDevice, { changes: [lateCalls.cartAccess.get] })
  const [going, setGoing] = useState<Access['devices'][number] | null>(null)
  const failed = (error: unknown): void => notify.failed(t('common.error'), errorText(error))
  const code = pair.data
  return (
    <>
      {devices.length === 0 ? (
        <p className={classes.quiet}>{t('garage.access.noTablet')}</p>
      ) : (
        <ul className={classes.list}>
          {devices.map(device => (
            <li key={device.id}>
              <span className={classes.words}>
                <b>{device.name}</b>
                <small>
                  {t('garage.access.pairedAt', { time: time.dateTime(device.pairedAt) })}
                  {device.lastSeenAt !== null &&
                    ` · ${t('garage.access.seen', { time: time.dateTime(device.lastSeenAt) })}`}
                </small>
              </span>
              <Button
                variant="default"
                aria-label={`${t('garage.access.revoke')}: ${device.name}`}
                onClick={() => setGoing(device)}
              >
                {t('garage.access.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {code !== undefined && (
        <div className={classes.made} role="status">
          <p>{t('garage.access.scan', { time: time.time(code.expiresAt) })}</p>
          <QrCode text={pairingAddress(code.code)} label={t('garage.access.qr', { name: cart.name })} />
          <Copied label={t('garage.access.code')} value={code.code} />
        </div>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={pair.isPending}
          onClick={() => pair.mutate({ params: { id: cart.id } }, { onError: failed })}
        >
          {t(code === undefined ? 'garage.access.pair' : 'garage.access.newCode')}
        </Button>
      </div>
      <ConfirmDialog
        opened={going !== null}
        title={t('garage.access.revokeTitle', { name: going?.name ?? '' })}
        text={t('garage.access.revokeText')}
        confirm={t('garage.access.revoke')}
        busy={remove.isPending}
        onClose={() => setGoing(null)}
        onConfirm={() =>
          going !== null &&
          remove.mutate(
            { params: { id: cart.id, deviceId: going.id } },
            { onError: failed, onSettled: () => setGoing(null) },
          )
        }
      />
    </>
  )
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.copied}>
      <TextInput label={label} value={value} readOnly onFocus={event => event.target.select()} />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" aria-label={`${t('account.keys.copy')}: ${label}`} onClick={copy}>
            {t(copied ? 'account.keys.copied' : 'account.keys.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

/** Dark on white with its quiet margin in both themes: cameras read nothing else as well. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const cells: string[] = []
    for (let y = 0; y < modules.size; y += 1)
      for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) cells.push(`M${x + 4} ${y + 4}h1v1h-1z`)
    return { size: modules.size + 8, path: cells.join('') }
  }, [text])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

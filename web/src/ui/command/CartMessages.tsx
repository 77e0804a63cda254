/** Messages to carts, from the map and from the pace of play. */

import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Cart, CartMessage } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { Button, Checkbox, SegmentedControl, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/failure.ts'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { notify } from '../notify.tsx'
import { QueryState } from '../page/QueryState.tsx'
import { Sheet } from '../Sheet.tsx'
import { StatusPill } from '../StatusPill.tsx'
import classes from './CartMessages.module.css'
import { MESSAGE_KINDS, type MessageDraft } from './cartMessage.ts'
import { KeepText, ReadyTexts } from './ReadyTexts.tsx'
import { useReadyTexts } from './useReadyTexts.ts'

const ALL = { query: { perPage: 500 } } as const
/** Whether a message was seen in the cart is read this often. */
const SEEN_MS = 5_000

interface CartMessagesProps {
  readonly cart: Pick<Cart, 'id' | 'name'>
  readonly draft: MessageDraft
  readonly onChange: (part: Partial<MessageDraft>) => void
  readonly onClose: () => void
}

/** Sends a message to one, some or all carts, and shows the messages of this one and whether they were seen. */
export default function CartMessages({ cart, draft, onChange, onClose }: CartMessagesProps) {
  const { t, i18n } = useTranslation()
  const known: readonly CartMessagesProps['cart'][] = useCall(calls.carts.list, ALL).data?.items ?? [cart]
  const carts = known.toSorted((a, b) => compareNames(a.name, b.name, i18n.language))
  const sent = useCall(lateCalls.cartMessages.list, { query: { cartId: cart.id } }, { refetchInterval: SEEN_MS })
  const send = useAct(lateCalls.cartMessages.send, { changes: [lateCalls.cartMessages.list] })
  const texts = useReadyTexts()
  const { chosen, kind, text } = draft
  const isAll = chosen.length === carts.length && carts.length > 1
  const submit = (): void =>
    send.mutate(
      { body: { to: isAll ? 'all' : [...chosen], kind, text } },
      {
        onSuccess: ({ total }) => {
          notify.done(t('mapPanels.cart.sent', { count: total }))
          onChange({ text: '' })
        },
        onError: error => notify.failed(t('mapPanels.cart.notSent'), errorText(error)),
      },
    )
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('mapPanels.cart.messages')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            loading={send.isPending}
            disabled={chosen.length === 0 || (kind === 'text' && text.trim() === '')}
            onClick={submit}
          >
            {t('mapPanels.cart.send', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <SegmentedControl
          fullWidth
          aria-label={t('mapPanels.cart.kindOfMessage')}
          value={kind}
          onChange={value => onChange({ kind: MESSAGE_KINDS.find(one => one === value) ?? 'text' })}
          data={MESSAGE_KINDS.map(value => ({ value, label: t(`mapPanels.cart.kind.${value}`) }))}
        />
        <p className={classes.quiet}>{t(`mapPanels.cart.kindHint.${kind}`)}</p>
        {kind === 'text' && <ReadyTexts texts={texts} text={text} onChoose={words => onChange({ text: words })} />}
        <Textarea
          label={t('mapPanels.cart.text')}
          value={text}
          maxLength={300}
          autosize
          minRows={2}
          onChange={event => onChange({ text: event.currentTarget.value })}
        />
        {kind === 'text' && <KeepText texts={texts} text={text} />}
        <Checkbox.Group label={t('mapPanels.cart.to')} value={[...chosen]} onChange={to => onChange({ chosen: to })}>
          <div className={classes.carts}>
            {carts.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <Button variant="default" onClick={() => onChange({ chosen: isAll ? [cart.id] : carts.map(({ id }) => id) })}>
          {isAll ? t('mapPanels.cart.onlyThis', { name: cart.name }) : t('mapPanels.cart.toAll')}
        </Button>
      </div>
      <h3 className={classes.heading}>{t('mapPanels.cart.sentTo', { name: cart.name })}</h3>
      {sent.data === undefined ? (
        <QueryState query={sent} />
      ) : sent.data.items.length === 0 ? (
        <p className={classes.quiet}>{t('mapPanels.cart.none')}</p>
      ) : (
        <ul className={classes.list}>
          {sent.data.items.map(message => (
            <Sent key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Sent({ message }: { readonly message: CartMessage }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const lift = useAct(lateCalls.cartMessages.lift, { changes: [lateCalls.cartMessages.list] })
  const { kind, text, from, sentAt, seenAt, liftedAt } = message
  const inForce = (kind === 'lock' || kind === 'callBack') && liftedAt === null
  return (
    <li className={classes.item}>
      <span className={classes.words}>
        <b>
          {kind === 'noGo'
            ? t(text === '' ? 'mapPanels.cart.askedToPaths' : 'mapPanels.cart.askedToLeave', { area: text })
            : t(`mapPanels.cart.kind.${kind}`)}
        </b>
        {kind !== 'noGo' && text !== '' && <span>{text}</span>}
        <small>
          {time.dateTime(sentAt)}
          {from !== null && ` · ${from}`}
        </small>
      </span>
      <StatusPill tone={seenAt === null ? 'warn' : 'success'}>
        {seenAt === null ? t('mapPanels.cart.notSeen') : t('mapPanels.cart.seenAt', { time: time.time(seenAt) })}
      </StatusPill>
      {inForce && (
        <Button
          variant="default"
          loading={lift.isPending}
          onClick={() =>
            lift.mutate(
              { params: { id: message.id } },
              { onError: error => notify.failed(t('mapPanels.cart.notLifted'), errorText(error)) },
            )
          }
        >
          {t('mapPanels.cart.lift')}
        </Button>
      )}
    </li>
  )
}

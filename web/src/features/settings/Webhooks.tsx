/** Webhooks: other programs are called when something happens; each shows its last call and what failed for good. */
import type { Webhook } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { fieldFault, line, outgoingAddress, type WebhookKind, webhookKind } from '@greensward/domain'
import { Button, Checkbox } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, useAct, useCall, useCourseTime } from '../../api/index.ts'
import {
  ConfirmDialog,
  formResolver,
  NewKey,
  notify,
  Page,
  RecordSheet,
  RecordTable,
  StatusPill,
  SwitchField,
  TextField,
} from '../../ui/index.ts'
import classes from './form.module.css'
import { EVERY_MS, WebhookCalls } from './WebhookCalls.tsx'

interface Made {
  readonly name: string
  readonly secret: string
}

export default function Webhooks() {
  const { t } = useTranslation()
  const query = useCall(lateCalls.webhooks.list, {}, { refetchInterval: EVERY_MS })
  const remove = useAct(lateCalls.webhooks.remove, { changes: [lateCalls.webhooks.list] })
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [opened, setOpened] = useState<Webhook | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const add = { label: t('settings.webhook.add'), run: () => setEdited('new') }
  return (
    <Page
      title={t('settings.section.webhooks')}
      hint={query.data?.total}
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={add.run}>
          {add.label}
        </Button>
      }
    >
      {made !== null && (
        <NewKey
          label={t('settings.webhook.secretOf', { name: made.name })}
          value={made.secret}
          note={t('settings.webhook.once')}
        />
      )}
      <RecordTable
        label={t('settings.section.webhooks')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
        nameOf={row => row.name}
        columns={[
          {
            key: 'name',
            title: t('settings.webhook.name'),
            cell: row => (
              <span className={classes.fact}>
                <strong>{row.name}</strong>
                <span>{row.host}</span>
              </span>
            ),
          },
          {
            key: 'kinds',
            title: t('settings.webhook.kinds'),
            cell: row => row.kinds.map(kind => t(`settings.webhook.kind.${kind}`)).join(', '),
          },
          { key: 'state', title: t('settings.webhook.last'), cell: row => <State row={row} /> },
          {
            key: 'calls',
            title: t('settings.webhook.test'),
            quiet: true,
            cell: row => <Buttons row={row} onOpen={() => setOpened(row)} onSecret={setMade} />,
          },
        ]}
        empty={{
          icon: <IconWebhook aria-hidden />,
          title: t('settings.webhook.none'),
          text: t('settings.webhook.noneText'),
        }}
        onAdd={add}
        onEdit={setEdited}
        onDelete={row => remove.mutateAsync({ params: { id: row.id } })}
        deletion={{
          title: row => t('settings.webhook.deleteTitle', { name: row.name }),
          text: () => t('settings.webhook.deleteText'),
          confirm: t('settings.webhook.delete'),
        }}
      />
      {edited !== null && (
        <WebhookSheet row={edited === 'new' ? undefined : edited} onMade={setMade} onClose={() => setEdited(null)} />
      )}
      {opened !== null && <WebhookCalls webhook={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function State({ row }: { readonly row: Webhook }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { enabled, triedAt, problem, detail, waiting, dead } = row
  const is = !enabled ? 'off' : triedAt === null ? 'unused' : problem === null ? 'taken' : 'failing'
  return (
    <span className={classes.fact}>
      <StatusPill tone={({ off: 'neutral', unused: 'neutral', taken: 'success', failing: 'error' } as const)[is]}>
        {t(`settings.webhook.is.${is}`)}
      </StatusPill>
      {triedAt !== null && <span>{time.dateTime(triedAt)}</span>}
      {problem !== null && (
        <span>
          {t(`settings.webhook.problem.${problem}`)} <span lang="en">{detail}</span>
        </span>
      )}
      {waiting + dead > 0 && <span>{t('settings.webhook.counts', { waiting, dead })}</span>}
    </span>
  )
}

interface ButtonsProps {
  readonly row: Webhook
  readonly onOpen: () => void
  readonly onSecret: (made: Made) => void
}

function Buttons({ row, onOpen, onSecret }: ButtonsProps) {
  const { t } = useTranslation()
  const changes = { changes: [lateCalls.webhooks.list] }
  const test = useAct(lateCalls.webhooks.test, changes)
  const secret = useAct(lateCalls.webhooks.newSecret, changes)
  const failed = (error: Error): void => notify.failed(t('common.error'), errorText(error))
  const params = { id: row.id }
  const [isAsking, setAsking] = useState(false)
  const replace = (): void =>
    secret.mutate(
      { params },
      {
        onSuccess: found => onSecret({ name: row.name, secret: found.secret }),
        onError: failed,
        onSettled: () => setAsking(false),
      },
    )
  return (
    <span className={classes.actions}>
      <Button
        variant="default"
        loading={test.isPending}
        aria-label={`${t('settings.webhook.test')}: ${row.name}`}
        onClick={() =>
          test.mutate(
            { params },
            {
              onSuccess: ({ problem, detail }) =>
                problem === null
                  ? notify.done(t('settings.webhook.works'))
                  : notify.failed(t(`settings.webhook.problem.${problem}`), detail),
              onError: failed,
            },
          )
        }
      >
        {t('settings.webhook.test')}
      </Button>
      <Button
        variant="default"
        aria-label={`${t('settings.webhook.newSecret')}: ${row.name}`}
        onClick={() => setAsking(true)}
      >
        {t('settings.webhook.newSecret')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('settings.webhook.newSecretTitle', { name: row.name })}
        text={t('settings.webhook.newSecretText')}
        confirm={t('settings.webhook.newSecretConfirm')}
        busy={secret.isPending}
        onConfirm={replace}
        onClose={() => setAsking(false)}
      />
      <Button variant="default" aria-label={`${t('settings.webhook.calls')}: ${row.name}`} onClick={onOpen}>
        {t('settings.webhook.calls')}
      </Button>
    </span>
  )
}

const form = z.object({
  name: line(60),
  address: z.union([z.literal(''), outgoingAddress]),
  kinds: z.array(webhookKind).min(1, fieldFault('empty')),
  enabled: z.boolean(),
})
/** A new one has no address to keep. */
const newForm = form.refine(({ address }) => address !== '', { path: ['address'], message: fieldFault('empty') })

interface SheetProps {
  readonly row: Webhook | undefined
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}

function WebhookSheet({ row, onMade, onClose }: SheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [lateCalls.webhooks.list] }
  const create = useAct(lateCalls.webhooks.create, changes)
  const update = useAct(lateCalls.webhooks.update, changes)
  const fields = useForm({
    resolver: formResolver(row === undefined ? newForm : form),
    defaultValues: {
      name: row?.name ?? '',
      address: '',
      kinds: row?.kinds ?? [...webhookKind.options],
      enabled: row?.enabled ?? true,
    },
  })
  const { control } = fields
  const kinds = useController({ control, name: 'kinds' })
  return (
    <RecordSheet
      title={t(row === undefined ? 'settings.webhook.add' : 'settings.webhook.edit')}
      form={fields}
      onClose={onClose}
      onSave={async ({ address, ...values }) => {
        if (row === undefined) {
          const { name, secret } = await create.mutateAsync({ body: { ...values, address } })
          onMade({ name, secret })
        } else {
          const moved = address === '' ? {} : { address }
          await update.mutateAsync({
            params: { id: row.id },
            body: { ...values, ...moved, updatedAt: row.updatedAt },
          })
        }
      }}
    >
      <TextField control={control} name="name" label={t('settings.webhook.name')} />
      <TextField
        control={control}
        name="address"
        type="url"
        label={t('settings.webhook.address')}
        description={
          row === undefined ? t('settings.webhook.addressHint') : t('settings.webhook.addressKept', { host: row.host })
        }
      />
      <Checkbox.Group
        label={t('settings.webhook.kinds')}
        value={kinds.field.value}
        onChange={chosen => kinds.field.onChange(chosen as WebhookKind[])}
        error={kinds.fieldState.error?.message}
      >
        {webhookKind.options.map(kind => (
          <Checkbox key={kind} value={kind} label={t(`settings.webhook.kind.${kind}`)} mt="xs" />
        ))}
      </Checkbox.Group>
      <SwitchField control={control} name="enabled" label={t('settings.webhook.enabled')} />
    </RecordSheet>
  )
}

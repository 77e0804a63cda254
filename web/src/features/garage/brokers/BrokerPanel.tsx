/** What the panels of mowers on brokers have in common: the state of the link, the fields of the broker, and the buttons. */
import type { BrokerMowerState } from '@greensward/contract'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, useCan } from '../../../api/index.ts'
import { ageText } from '../../../map-view/ageText.ts'
import {
  ConfirmDialog,
  notify,
  Panel,
  PasswordField,
  StatusPill,
  showRefusals,
  TextAreaField,
  TextField,
  type Tone,
} from '../../../ui/index.ts'
import classes from '../VehiclePage.module.css'

/** The link reports no changes by itself. */
export const READ_MS = 3_000

/** What the fields hold that are not those of the call: an empty password leaves the stored one as it is. */
export const passwordField = z.string().max(500)
export const latitudeField = z.number().min(-90).max(90)
export const longitudeField = z.number().min(-180).max(180)

export const passwordOf = (password: string): { readonly password?: string } => (password === '' ? {} : { password })

const TONES: Readonly<Record<BrokerMowerState['connection'], Tone>> = {
  connecting: 'main',
  connected: 'success',
  failing: 'error',
  elsewhere: 'neutral',
}

function Connection({ state: { connection } }: { readonly state: BrokerMowerState }) {
  const { t } = useTranslation()
  return (
    <StatusPill tone={TONES[connection]}>
      {t(connection === 'elsewhere' ? 'brokerMowers.elsewhere' : `settings.mqtt.state.${connection}`)}
    </StatusPill>
  )
}

function Now({ state, more }: { readonly state: BrokerMowerState; readonly more: ReactNode }) {
  const { t } = useTranslation()
  const { connection, problem, detail, activity, reportAgeMs } = state
  if (connection === 'elsewhere') return null
  return (
    <div aria-live="polite">
      <dl className={classes.facts}>
        <div>
          <dt>{t('brokerMowers.does')}</dt>
          <dd data-tone={activity === 'failed' ? 'error' : undefined}>{t(`brokerMowers.activity.${activity}`)}</dd>
        </div>
        <div>
          <dt>{t('brokerMowers.lastReport')}</dt>
          <dd>{reportAgeMs === null ? t('common.none') : ageText(reportAgeMs, t)}</dd>
        </div>
      </dl>
      {more}
      {problem !== null && (
        <p role="alert">
          {t(`settings.mqtt.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
    </div>
  )
}

interface BrokerPanelProps {
  readonly kind: 'openMower' | 'vda5050'
  /** Null while it does not speak this protocol. */
  readonly state: BrokerMowerState | null
  /** Below the state. */
  readonly more?: ReactNode
  readonly form: (onEnd: () => void) => ReactNode
}

/** Offers the link where there is none; shows its state and its form where there is one. */
export function BrokerPanel({ kind, state, more, form }: BrokerPanelProps) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const [isOpen, setOpen] = useState(false)
  const isLinked = state !== null
  if (!isLinked && !mayEdit) return null
  return (
    <Panel title={t(`brokerMowers.${kind}.title`)} actions={isLinked && <Connection state={state} />}>
      {isLinked && <Now state={state} more={more} />}
      <p className={classes.quiet}>{t(`brokerMowers.${kind}.${isLinked ? 'limits' : 'offer'}`)}</p>
      {mayEdit && !isLinked && !isOpen && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(`brokerMowers.${kind}.set`)}
          </Button>
        </div>
      )}
      {mayEdit && (isLinked || isOpen) && form(() => setOpen(false))}
    </Panel>
  )
}

interface FieldsProps<T extends FieldValues> {
  readonly fields: UseFormReturn<T, unknown, T>
  readonly names: Readonly<Record<'address' | 'user' | 'password' | 'authority', FieldPath<T>>>
  readonly hasPassword: boolean
  /** The fields of the protocol. */
  readonly children: ReactNode
}

function BrokerFields<T extends FieldValues>({ fields: { control }, names, hasPassword, children }: FieldsProps<T>) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <TextField
        control={control}
        name={names.address}
        label={t('settings.mqtt.address')}
        description={t('settings.mqtt.addressHint')}
      />
      {children}
      <TextField control={control} name={names.user} label={t('settings.mqtt.user')} />
      <PasswordField
        control={control}
        name={names.password}
        label={t('settings.mqtt.password')}
        description={t(hasPassword ? 'settings.mqtt.hasPassword' : 'settings.mqtt.noPassword')}
      />
      <TextAreaField
        control={control}
        name={names.authority}
        label={t('settings.mqtt.authority')}
        description={t('settings.mqtt.authorityHint')}
      />
    </div>
  )
}

export const BROKER_NAMES = { address: 'address', user: 'user', password: 'password', authority: 'authority' } as const

interface ButtonsProps {
  readonly name: string
  readonly isLinked: boolean
  readonly isSaving: boolean
  readonly remove: {
    readonly isPending: boolean
    /** @throws what the server refuses */
    readonly run: () => Promise<unknown>
  }
  readonly onEnd: () => void
}

function BrokerButtons({ name, isLinked, isSaving, remove, onEnd }: ButtonsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const end = async (): Promise<void> => {
    try {
      await remove.run()
      setAsking(false)
      onEnd()
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    }
  }
  return (
    <>
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          {t('common.save')}
        </Button>
        {isLinked ? (
          <Button variant="outline" color="error" onClick={() => setAsking(true)}>
            {t('brokerMowers.end')}
          </Button>
        ) : (
          <Button variant="default" onClick={onEnd}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('brokerMowers.endTitle', { name })}
        text={t('brokerMowers.endText')}
        confirm={t('brokerMowers.end')}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void end()}
      />
    </>
  )
}

interface BrokerFormProps<T extends FieldValues> extends FieldsProps<T>, ButtonsProps {
  /** @returns what the fields show from then on. @throws what the server refuses */
  readonly save: (values: T) => Promise<T>
  readonly test: ReactNode
}

/** The form of a link: its fields, the try before saving, and its buttons. */
export function BrokerForm<T extends FieldValues>({
  fields,
  names,
  hasPassword,
  children,
  ...props
}: BrokerFormProps<T>) {
  const { t } = useTranslation()
  const { save, test, ...buttons } = props
  const submit = (event: FormEvent) =>
    fields.handleSubmit(async values => {
      try {
        fields.reset(await save(values))
        notify.done(t('common.saved'))
      } catch (error) {
        showRefusals(fields, error)
      }
    })(event)
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <BrokerFields fields={fields} names={names} hasPassword={hasPassword}>
        {children}
      </BrokerFields>
      {test}
      <BrokerButtons {...buttons} />
    </form>
  )
}

interface TestProps {
  /** Whether the fields can be tried as they are. */
  readonly check: () => Promise<boolean>
  readonly isPending: boolean
  /** Undefined while nothing was tried with what is in the fields now. */
  readonly found: Pick<BrokerMowerState, 'problem' | 'detail'> | undefined
  readonly run: (options: { readonly onError: (error: unknown) => void }) => void
  /** What is said of a broker that was reached. */
  readonly children: ReactNode
}

export function TestButton({ check, isPending, found, run, children }: TestProps) {
  const { t } = useTranslation()
  const test = async (): Promise<void> => {
    if (await check()) run({ onError: error => notify.failed(t('common.error'), errorText(error)) })
  }
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={18} />}
        loading={isPending}
        onClick={() => void test()}
      >
        {t('settings.mqtt.test')}
      </Button>
      {found !== undefined && !isPending && (
        <p role="status">
          {found.problem === null ? (
            children
          ) : (
            <>
              {t(`settings.mqtt.problem.${found.problem}`)} <span lang="en">{found.detail}</span>
            </>
          )}
        </p>
      )}
    </div>
  )
}

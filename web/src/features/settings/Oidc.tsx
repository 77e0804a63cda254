/** Sign-in by OpenID Connect: how the last one went, the issuer, and which account and role a person gets. */
import type { BodyOf, MappedRole, OidcSettings } from '@greensward/contract'
import { lateCalls as calls, mappedRole, oidcSettings, oidcSettingsChange } from '@greensward/contract/late'
import { Button, CopyButton, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  ForbiddenState,
  IconButton,
  Page,
  Panel,
  PasswordField,
  QueryState,
  SelectField,
  StatusPill,
  SwitchField,
  TextField,
} from '../../ui/index.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'

const form = oidcSettings
  .omit({ hasSecret: true, redirectUri: true, triedAt: true, problem: true, detail: true })
  .extend({ secret: oidcSettingsChange.shape.secret.unwrap() })
type Form = z.infer<typeof form>
type Fields = UseFormReturn<Form, unknown, Form>

/** The secret goes in and never comes out. */
const valuesOf = (settings: OidcSettings): Form => {
  const { hasSecret: _, redirectUri: __, triedAt: ___, problem: ____, detail: _____, ...values } = settings
  return { ...values, secret: '' }
}
/** An empty field leaves the stored secret as it is. */
const typed = ({ secret, ...others }: Partial<Form>): BodyOf<typeof calls.oidc.update> => ({
  ...others,
  ...(secret === undefined || secret === '' ? {} : { secret }),
})

export default function Oidc() {
  const { t } = useTranslation()
  if (useCan('settings.edit')) return <OidcPage />
  return (
    <Page title={t('settings.section.oidc')}>
      <ForbiddenState />
    </Page>
  )
}

function OidcPage() {
  const { t } = useTranslation()
  const query = useCall(calls.oidc.settings)
  if (query.data === undefined) return <QueryState query={query} />
  return (
    <Page title={t('settings.section.oidc')}>
      <div className={classes.form}>
        <LastSignIn settings={query.data} />
        <OidcForm settings={query.data} />
      </div>
    </Page>
  )
}

function LastSignIn({ settings }: { readonly settings: OidcSettings }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { enabled, triedAt, problem, detail } = settings
  const is = !enabled ? 'off' : triedAt === null ? 'unused' : problem === null ? 'works' : 'failing'
  return (
    <Panel
      title={t('settings.oidc.last')}
      actions={
        <StatusPill tone={({ off: 'neutral', unused: 'neutral', works: 'success', failing: 'error' } as const)[is]}>
          {t(`settings.oidc.is.${is}`)}
        </StatusPill>
      }
    >
      <div className={classes.fact}>
        <span>{t('settings.oidc.triedAt')}</span>
        <strong>{triedAt === null ? t('common.never') : time.dateTime(triedAt)}</strong>
      </div>
      {problem !== null && (
        <p className={classes.refusal} role="alert">
          {t(`settings.oidc.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
    </Panel>
  )
}

function OidcForm({ settings }: { readonly settings: OidcSettings }) {
  const update = useAct(calls.oidc.update, { changes: [calls.oidc.settings] })
  const settingsForm = useStoredSettings<Form, OidcSettings>({
    schema: form,
    stored: settings,
    valuesOf,
    send: changed => update.mutateAsync({ body: typed(changed) }),
  })
  const fields = settingsForm.form
  return (
    <SettingsForm {...settingsForm} mayEdit>
      <IssuerPanel form={fields} settings={settings} />
      <AccountsPanel form={fields} />
    </SettingsForm>
  )
}

function IssuerPanel({ form, settings }: { readonly form: Fields; readonly settings: OidcSettings }) {
  const { t } = useTranslation()
  const { control } = form
  return (
    <Panel title={t('settings.oidc.service')}>
      <div className={classes.grid}>
        <div className={classes.wide}>
          <SwitchField
            control={control}
            name="enabled"
            label={t('settings.oidc.enabled')}
            description={t('settings.oidc.enabledHint')}
          />
        </div>
        <TextField
          control={control}
          name="label"
          label={t('settings.oidc.label')}
          description={t('settings.oidc.labelHint')}
        />
        <TextField
          control={control}
          name="issuer"
          label={t('settings.oidc.issuer')}
          description={t('settings.oidc.issuerHint')}
        />
        <TextField
          control={control}
          name="clientId"
          label={t('settings.oidc.clientId')}
          description={t('settings.oidc.clientIdHint')}
          autoComplete="off"
        />
        <PasswordField
          control={control}
          name="secret"
          label={t('settings.oidc.secret')}
          description={t(settings.hasSecret ? 'settings.oidc.hasSecret' : 'settings.oidc.noSecret')}
        />
        <TextField
          control={control}
          name="scopes"
          label={t('settings.oidc.scopes')}
          description={t('settings.oidc.scopesHint')}
        />
        <CopyButton value={settings.redirectUri}>
          {({ copied, copy }) => (
            <div className={classes.wide}>
              <Textarea
                label={t('settings.oidc.redirectUri')}
                description={t('settings.oidc.redirectUriHint')}
                value={settings.redirectUri}
                readOnly
                // The address is seen whole on a phone as well.
                autosize
                onFocus={event => event.target.select()}
              />
              <Button variant="default" mt={8} onClick={copy}>
                {t(copied ? 'settings.oidc.copied' : 'settings.oidc.copy')}
              </Button>
            </div>
          )}
        </CopyButton>
      </div>
      <Test form={form} />
    </Panel>
  )
}

/** Asks the issuer by what is in the fields now, saved or not. */
function Test({ form }: { readonly form: Fields }) {
  const { t } = useTranslation()
  const test = useAct(calls.oidc.test)
  const [issuer, clientId, secret] = form.watch(['issuer', 'clientId', 'secret'])
  return (
    <ConnectionTest
      test={test}
      input={{ body: typed({ issuer, clientId, secret }) }}
      check={() => form.trigger(['issuer', 'clientId', 'secret'])}
      isDisabled={issuer === '' || clientId === ''}
      label={t('settings.oidc.test')}
      works={() => <p>{t('settings.oidc.works')}</p>}
      refusal={problem => t(`settings.oidc.problem.${problem}`)}
    />
  )
}

const ACCOUNTS = oidcSettings.shape.newAccounts.options
const FIRST_ROLE: MappedRole = 'ROLE_GREENKEEPER'

function AccountsPanel({ form }: { readonly form: Fields }) {
  const { t } = useTranslation()
  const { control } = form
  const rows = useFieldArray({ control, name: 'roles' })
  const reason = form.formState.errors.roles?.message
  return (
    <Panel title={t('settings.oidc.accounts')}>
      <div className={classes.stack}>
        <p>{t('settings.oidc.administrators')}</p>
        <SelectField
          control={control}
          name="newAccounts"
          label={t('settings.oidc.newAccounts')}
          choices={ACCOUNTS.map(value => ({ value, label: t(`settings.oidc.gets.${value}`) }))}
        />
        <SwitchField
          control={control}
          name="linksByMail"
          label={t('settings.oidc.linksByMail')}
          description={t('settings.oidc.linksByMailHint')}
        />
        <TextField
          control={control}
          name="roleClaim"
          label={t('settings.oidc.roleClaim')}
          description={t('settings.oidc.roleClaimHint')}
        />
        <SwitchField
          control={control}
          name="followsRoles"
          label={t('settings.oidc.followsRoles')}
          description={t('settings.oidc.followsRolesHint')}
        />
        <span>{t('settings.oidc.rolesHint')}</span>
        {rows.fields.length === 0 && <span>{t('settings.oidc.noRoles')}</span>}
        {rows.fields.map((row, index) => (
          <div key={row.id} className={classes.pair}>
            <TextField
              control={control}
              name={`roles.${index}.value`}
              label={t('settings.oidc.value', { number: index + 1 })}
            />
            <div className={classes.captionButtons}>
              <SelectField
                control={control}
                name={`roles.${index}.role`}
                label={t('settings.oidc.role', { number: index + 1 })}
                choices={mappedRole.options.map(value => ({ value, label: t(`shell.roles.${value}`) }))}
              />
              <IconButton
                label={t('settings.oidc.removeRole', { number: index + 1 })}
                onClick={() => rows.remove(index)}
              >
                <IconTrash size={20} />
              </IconButton>
            </div>
          </div>
        ))}
        {reason !== undefined && (
          <p className={classes.refusal} role="alert">
            {reason}
          </p>
        )}
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} />}
            onClick={() => rows.append({ value: '', role: FIRST_ROLE })}
          >
            {t('settings.oidc.addRole')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

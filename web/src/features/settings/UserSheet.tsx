import { calls, type UserRow } from '@greensward/contract'
import { faultOf, fieldFault, password, type RoleSlug } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconLogout, IconMail } from '@tabler/icons-react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../api/index.ts'
import { spokenLanguage } from '../../i18n/index.ts'
import {
  formResolver,
  notify,
  PasswordField,
  RecordSheet,
  SelectField,
  SwitchField,
  TextField,
} from '../../ui/index.ts'

const { password: _unused, ...fields } = calls.users.create.body.shape

/** A person keeps an existing login with any letters; a new one follows the rule. */
const loginBeside = (own: string) =>
  z.string().superRefine((login, refinement) => {
    if (login === own) return
    for (const issue of fields.login.safeParse(login, { reportInput: true }).error?.issues ?? []) {
      const { code, params } = faultOf(issue)
      refinement.addIssue({ code: 'custom', message: code, params })
    }
  })

/** An invited user chooses a password; a known one keeps theirs while both fields stay empty. */
const formFor = (own: string | undefined) =>
  z
    .object({
      ...fields,
      login: own === undefined ? fields.login : loginBeside(own),
      password: z.literal('').or(password),
      repeatPassword: z.string(),
      isInvited: z.boolean(),
    })
    .refine(values => own !== undefined || values.isInvited || values.password !== '', {
      path: ['password'],
      message: fieldFault('tooShort'),
      params: { minimum: 8 },
      when: () => true,
    })
    .refine(values => values.password === values.repeatPassword, {
      path: ['repeatPassword'],
      message: fieldFault('repeatPassword'),
      // Said also while another field is refused.
      when: () => true,
    })

interface UserSheetProps {
  readonly row: UserRow | undefined
  /** The roles that this person may give. */
  readonly roles: readonly RoleSlug[]
  readonly onClose: () => void
}

export function UserSheet({ row, roles, onClose }: UserSheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.users.list, calls.profile.get] }
  const create = useAct(calls.users.create, changes)
  const update = useAct(calls.users.update, changes)
  const signOut = useAct(calls.users.signOut)
  const invite = useAct(calls.users.invite)
  /** A person who was added stays so where the mail does not leave: it can be sent again from their sheet. */
  const sendInvitation = (id: number): Promise<void> =>
    invite.mutateAsync({ params: { id }, body: { language: spokenLanguage() } }).then(
      ({ sentTo }) => notify.done(t('settings.user.invited', { email: sentTo })),
      error => notify.failed(t('settings.user.invite'), error),
    )
  const form = useForm({
    resolver: formResolver(formFor(row?.login)),
    defaultValues: {
      role: row?.role.slug ?? roles.find(role => role === 'ROLE_GREENKEEPER') ?? 'ROLE_APPLICANT',
      fullname: row?.fullname ?? '',
      phone: row?.phone ?? '',
      email: row?.email ?? '',
      login: row?.login ?? '',
      password: '',
      repeatPassword: '',
      isInvited: false,
    },
  })
  const { control } = form
  const isInvited = useWatch({ control, name: 'isInvited' })
  return (
    <RecordSheet
      title={row === undefined ? t('settings.user.add') : t('settings.user.edit')}
      form={form}
      onClose={onClose}
      onSave={({ repeatPassword: _, password: chosen, login, isInvited, ...values }) =>
        row === undefined
          ? create
              .mutateAsync({ body: { ...values, login, ...(isInvited ? {} : { password: chosen }) } })
              .then(added => (isInvited ? sendInvitation(added.id) : undefined))
          : update.mutateAsync({
              params: { id: row.id },
              body: {
                ...values,
                ...(login === row.login ? {} : { login }),
                ...(chosen === '' ? {} : { password: chosen }),
                updatedAt: row.updatedAt,
              },
            })
      }
    >
      <SelectField
        control={control}
        name="role"
        label={t('settings.user.role')}
        choices={roles.map(value => ({ value, label: t(`shell.roles.${value}`) }))}
      />
      <TextField control={control} name="fullname" label={t('settings.user.fullname')} />
      <TextField control={control} name="phone" type="tel" label={t('settings.user.phone')} />
      <TextField
        control={control}
        name="email"
        type="email"
        label={t('settings.user.email')}
        description={t('settings.user.emailHint')}
      />
      <TextField control={control} name="login" label={t('settings.user.login')} />
      {row === undefined && (
        <SwitchField
          control={control}
          name="isInvited"
          label={t('settings.user.invite')}
          description={t('settings.user.inviteHint')}
        />
      )}
      {!isInvited && (
        <>
          <PasswordField
            control={control}
            name="password"
            label={t('settings.user.password')}
            {...(row === undefined ? {} : { description: t('settings.user.passwordHint') })}
          />
          <PasswordField control={control} name="repeatPassword" label={t('settings.user.repeatPassword')} />
        </>
      )}
      {row !== undefined && row.email !== null && (
        <Button
          variant="default"
          leftSection={<IconMail size={18} />}
          loading={invite.isPending}
          onClick={() => void sendInvitation(row.id)}
        >
          {t('settings.user.inviteAgain')}
        </Button>
      )}
      {row !== undefined && (
        <Button
          variant="default"
          leftSection={<IconLogout size={18} />}
          loading={signOut.isPending}
          onClick={() =>
            signOut.mutate(
              { params: { id: row.id } },
              {
                onSuccess: ({ ended }) => notify.done(t('account.ended', { count: ended })),
                onError: error => notify.failed(t('common.error'), error),
              },
            )
          }
        >
          {t('settings.user.signOut')}
        </Button>
      )}
    </RecordSheet>
  )
}

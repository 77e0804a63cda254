import { calls, type UserRow } from '@greensward/contract'
import { mayManageUser, ROLE_SLUGS, type RoleSlug } from '@greensward/domain'
import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useProfile, useRoles } from '../../api/index.ts'
import { ErrorState, notify, Page, Pager, RecordTable, SearchField, StatusPill } from '../../ui/index.ts'
import { UserSheet } from './UserSheet.tsx'
import { useListSearch } from './useListSearch.ts'

export default function Users() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/main/settings/users' })
  const list = useListSearch(search)
  const me = useProfile()
  const roles = useRoles()
  const query = useCall(
    calls.users.list,
    { query: { ...list.query, ...(search.role === undefined ? {} : { role: search.role }) } },
    { keepPrevious: true },
  )
  const access = useCall(calls.auth.access)
  const updateAccess = useAct(calls.auth.updateAccess, { changes: [calls.auth.access] })
  const remove = useAct(calls.users.remove, { changes: [calls.users.list] })
  const [edited, setEdited] = useState<UserRow | 'new' | null>(null)
  const slug = me?.role.slug
  if (roles.error !== null) return <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
  const offered: readonly RoleSlug[] = roles.data?.items.map(role => role.slug) ?? ROLE_SLUGS
  const add = { label: t('settings.user.add'), run: () => setEdited('new') }
  const isFiltered = search.role !== undefined || search.search !== undefined
  return (
    <Page
      flush
      title={t('settings.section.users')}
      hint={query.data?.total}
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={add.run}>
          {add.label}
        </Button>
      }
      filters={
        <>
          <SearchField label={t('common.search')} value={search.search ?? ''} onSearch={list.onSearch} />
          <NativeSelect
            aria-label={t('settings.user.role')}
            value={search.role ?? ''}
            onChange={event =>
              list.go({ role: ROLE_SLUGS.find(name => name === event.currentTarget.value), page: undefined } as never)
            }
            data={[
              { value: '', label: t('settings.user.allRoles') },
              ...offered.map(value => ({ value, label: t(`shell.roles.${value}`) })),
            ]}
          />
          {access.data !== undefined && (
            <Switch
              label={t('settings.user.selfRegistration')}
              description={t('settings.user.selfRegistrationHint')}
              checked={access.data.selfRegistration}
              disabled={updateAccess.isPending}
              onChange={event =>
                updateAccess.mutate(
                  { body: { selfRegistration: event.currentTarget.checked } },
                  { onError: error => notify.failed(t('common.error'), errorText(error)) },
                )
              }
            />
          )}
          {isFiltered && (
            <Button
              variant="subtle"
              onClick={() => list.go({ role: undefined, search: undefined, page: undefined } as never)}
            >
              {t('common.resetFilters')}
            </Button>
          )}
        </>
      }
      footer={<Pager {...list} total={query.data?.total ?? 0} />}
    >
      <RecordTable
        label={t('settings.section.users')}
        query={query}
        rows={query.data?.items}
        rowKey={row => row.id}
        nameOf={row => row.fullname}
        columns={[
          { key: 'fullname', title: t('settings.user.fullname'), cell: row => <strong>{row.fullname}</strong> },
          { key: 'email', title: t('settings.user.email'), cell: row => row.email ?? '' },
          { key: 'phone', title: t('settings.user.phone'), cell: row => row.phone },
          {
            key: 'role',
            title: t('settings.user.role'),
            cell: row => (
              <StatusPill tone={row.role.slug === 'ROLE_APPLICANT' ? 'warn' : 'neutral'}>
                {t(`shell.roles.${row.role.slug}`)}
              </StatusPill>
            ),
          },
        ]}
        mayChange={row => slug !== undefined && mayManageUser(slug, row.role.slug)}
        empty={{
          icon: <IconUsers aria-hidden />,
          title: t('common.nothingFound'),
          text: t('settings.user.noneText'),
        }}
        onAdd={isFiltered ? undefined : add}
        onEdit={setEdited}
        onDelete={row => remove.mutateAsync({ params: { id: row.id } })}
        deletion={{
          title: row => t('settings.user.deleteTitle', { name: row.fullname }),
          text: row => t(row.id === me?.id ? 'settings.user.deleteSelfText' : 'settings.user.deleteText'),
          confirm: t('settings.user.delete'),
        }}
      />
      {edited !== null && slug !== undefined && (
        <UserSheet
          row={edited === 'new' ? undefined : edited}
          roles={offered.filter(role => mayManageUser(slug, edited === 'new' ? role : edited.role.slug, role))}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

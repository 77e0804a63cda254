import { calls } from '@greensward/contract'
import type { Base } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconParking, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { ForbiddenState, IconButton, Page, RecordTable } from '../../ui/index.ts'
import { BaseSheet } from './BaseSheet.tsx'

/** Where the mowers park: list, add, edit and delete. */
export default function BasesPage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const mayRead = useCan('operations.read')
  const mayEdit = useCan('mowers.edit')
  const query = useCall(calls.bases.list, { query: { perPage: 500 } }, { enabled: mayRead })
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } }, { enabled: mayRead })
  const remove = useAct(calls.bases.remove, { changes: [calls.bases.list] })
  const [edited, setEdited] = useState<Base | 'new' | null>(null)
  const title = t('garage.base.title')
  if (!mayRead)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  const nameOf = new Map(mowers.data?.items.map(({ id, name }) => [id, name]))
  const rows = query.data?.items.toSorted((a, b) => compareNames(a.name, b.name, i18n.language))
  const add = { label: t('garage.base.add'), run: () => setEdited('new') }
  return (
    <Page
      flush
      title={title}
      hint={query.data?.total}
      back={
        <IconButton label={t('garage.back')} onClick={() => void navigate({ to: '/garage' })}>
          <IconArrowLeft size={24} />
        </IconButton>
      }
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={18} />} onClick={add.run}>
            {add.label}
          </Button>
        )
      }
    >
      <RecordTable
        label={title}
        query={query}
        rows={rows}
        rowKey={row => row.id}
        nameOf={row => row.name}
        columns={[
          { key: 'name', title: t('garage.base.name'), cell: row => <strong>{row.name}</strong> },
          {
            key: 'mower',
            title: t('garage.type.mower'),
            cell: row => (row.mowerId === null ? t('garage.base.free') : (nameOf.get(row.mowerId) ?? '')),
          },
          {
            key: 'heading',
            title: t('garage.base.heading'),
            align: 'end',
            cell: row => `${Math.round(row.headingDeg)}°`,
          },
          {
            key: 'charger',
            title: t('garage.base.charger'),
            cell: row => t(row.hasCharger ? 'common.yes' : 'common.no'),
          },
        ]}
        empty={{ icon: <IconParking aria-hidden />, title: t('garage.base.none'), text: t('garage.base.noneText') }}
        onAdd={mayEdit ? add : undefined}
        onEdit={mayEdit ? setEdited : undefined}
        onDelete={mayEdit ? row => remove.mutateAsync({ params: { id: row.id } }) : undefined}
        deletion={{
          title: row => t('garage.deleteTitle', { name: row.name }),
          text: () => t('garage.base.deleteText'),
          confirm: t('garage.base.delete'),
        }}
      />
      {edited !== null && (
        <BaseSheet
          row={edited === 'new' ? undefined : edited}
          bases={query.data?.items ?? []}
          mowers={mowers.data?.items ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

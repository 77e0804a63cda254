import { type CourseVersion, calls } from '@greensward/contract'
import type { CourseFeature, Hole, ZoneType } from '@greensward/domain'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldRefusals, useAct, useCall, useCourseTime } from '../../../api/index.ts'
import { ConfirmDialog, EmptyState, ErrorState, IconButton, LoadingState, notify } from '../../../ui/index.ts'
import { DiffList } from './DiffList.tsx'
import classes from './HistoryPanel.module.css'
import type { Past } from './usePast.ts'

interface VersionsProps {
  readonly past: Past
  readonly mayEdit: boolean
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly onShow: (feature: CourseFeature) => void
  /** The revision that is to get a name; null names today. */
  readonly naming: number | null
  readonly onNamed: () => void
}

/** Revisions with a name: to look at, to compare, to come back to. */
export function Versions({ past, mayEdit, zoneTypes, holes, onShow, naming, onNamed }: VersionsProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const list = useCall(calls.courseVersions.list)
  const remove = useAct(calls.courseVersions.remove, { changes: [calls.courseVersions.list] })
  const [going, setGoing] = useState<CourseVersion | null>(null)
  const items = list.data?.items ?? []
  return (
    <>
      {mayEdit && <NameForm revision={naming} onNamed={onNamed} />}
      {list.isPending ? (
        <LoadingState />
      ) : list.error !== null ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title={t('mapHistory.noVersions')} text={t('mapHistory.noVersionsText')} />
      ) : (
        <>
          <ul className={classes.list}>
            {items.map(version => (
              <li key={version.id} className={classes.version}>
                <span>
                  <b>{version.name}</b>
                  <span className={classes.quiet}>
                    {t('mapHistory.revision', { revision: version.revision })} · {version.who} ·{' '}
                    {time.dateTime(version.at)}
                  </span>
                </span>
                <IconButton
                  label={`${t('mapHistory.look')}: ${version.name}`}
                  onClick={() => past.look(version.revision)}
                >
                  <IconEye size={20} />
                </IconButton>
                {mayEdit && (
                  <IconButton label={`${t('mapHistory.forget')}: ${version.name}`} onClick={() => setGoing(version)}>
                    <IconTrash size={20} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
          <Compare versions={items} past={past} zoneTypes={zoneTypes} holes={holes} onShow={onShow} />
        </>
      )}
      <ConfirmDialog
        opened={going !== null}
        title={t('mapHistory.forgetTitle', { name: going?.name ?? '' })}
        text={t('mapHistory.forgetText')}
        confirm={t('mapHistory.forget')}
        busy={remove.isPending}
        onClose={() => setGoing(null)}
        onConfirm={() =>
          going !== null &&
          remove.mutate(
            { params: { id: going.id } },
            {
              onSettled: () => setGoing(null),
              onError: error => notify.failed(t('common.error'), errorText(error)),
            },
          )
        }
      />
    </>
  )
}

function NameForm({ revision, onNamed }: { readonly revision: number | null; readonly onNamed: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const create = useAct(calls.courseVersions.create, { changes: [calls.courseVersions.list] })
  useEffect(() => {
    if (revision !== null) field.current?.focus()
  }, [revision])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setError(null)
    create.mutate(
      { body: { name, ...(revision === null ? {} : { revision }) } },
      {
        onSuccess: () => {
          notify.done(t('mapHistory.named', { name }))
          setName('')
          onNamed()
        },
        onError: failure =>
          setError(
            fieldRefusals(failure).some(([of]) => of === 'name') ? t('mapHistory.nameTaken') : errorText(failure),
          ),
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        ref={field}
        label={revision === null ? t('mapHistory.nameToday') : t('mapHistory.nameRevision', { revision })}
        value={name}
        maxLength={80}
        error={error}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={create.isPending} disabled={name.trim() === ''}>
        {t('mapHistory.name')}
      </Button>
    </form>
  )
}

const TODAY = 'today'

interface CompareProps extends Pick<VersionsProps, 'past' | 'zoneTypes' | 'holes' | 'onShow'> {
  readonly versions: readonly CourseVersion[]
}

/** The differences between two versions, drawn over the map. */
function Compare({ versions, past, zoneTypes, holes, onShow }: CompareProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState(TODAY)
  const query = { from: Number(from), ...(to === TODAY ? {} : { to: Number(to) }) }
  const found = useCall(calls.mapHistory.compare, { query }, { enabled: from !== '' })
  const { compare } = past
  const diff = from === '' ? undefined : found.data
  useEffect(() => {
    if (diff !== undefined) compare(diff)
    return () => compare(null)
  }, [diff, compare])
  const options = versions.map(({ name, revision }) => ({ value: String(revision), label: name }))
  return (
    <section className={classes.compare}>
      <h3>{t('mapHistory.compare')}</h3>
      <div className={classes.pair}>
        <NativeSelect
          label={t('mapHistory.before')}
          value={from}
          data={[{ value: '', label: t('mapHistory.choose') }, ...options]}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('mapHistory.after')}
          value={to}
          data={[{ value: TODAY, label: t('mapHistory.today') }, ...options]}
          onChange={event => setTo(event.currentTarget.value)}
        />
      </div>
      {from !== '' &&
        (found.isPending ? (
          <LoadingState />
        ) : found.error !== null ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <DiffList diff={found.data} zoneTypes={zoneTypes} holes={holes} onShow={onShow} />
        ))}
    </section>
  )
}

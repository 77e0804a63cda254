import type { ImportGroup, ZoneType } from '@greensward/domain'
import { NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ImportDialog.module.css'
import { groupLabel, targetChoices } from './importTargets.ts'

interface GroupsProps {
  readonly groups: readonly ImportGroup[]
  readonly zoneTypes: readonly ZoneType[]
  readonly busy: boolean
  readonly onTarget: (key: string, target: string) => void
}

/** The target of each group of objects in the file; a person can change it. */
export function Groups({ groups, zoneTypes, busy, onTarget }: GroupsProps) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const used = groups.filter(({ target }) => target !== 'ignore')
  const shown = showsAll || used.length === 0 ? groups : used
  if (groups.length === 0) return null
  return (
    <section>
      <h3 className={classes.subtitle}>{t('mapFiles.groups')}</h3>
      <ul className={classes.groups}>
        {shown.map(group => (
          <Row key={group.key} group={group} zoneTypes={zoneTypes} busy={busy} onTarget={onTarget} />
        ))}
      </ul>
      {shown.length < groups.length && (
        <button type="button" className={classes.link} onClick={() => setShowsAll(true)}>
          {t('mapFiles.leftOut', { count: groups.length - shown.length })}
        </button>
      )}
    </section>
  )
}

interface RowProps extends Omit<GroupsProps, 'groups'> {
  readonly group: ImportGroup
}

function Row({ group, zoneTypes, busy, onTarget }: RowProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li>
      <label htmlFor={id}>
        {groupLabel(group, t)} <b>{group.count}</b>
      </label>
      <NativeSelect
        id={id}
        value={group.target}
        disabled={busy}
        data={targetChoices(group.shape, zoneTypes, t)}
        onChange={event => onTarget(group.key, event.currentTarget.value)}
      />
    </li>
  )
}

/** Objects that somebody else changed meanwhile: who and what it was, and whose value stays, field by field. */
import { calls } from '@greensward/contract'
import { type CourseFeature, featureTitle } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, useCan, useCourseTime } from '../../../api/index.ts'
import type { DraftConflict } from '../../../map-editor/rebase.ts'
import { polygonAreaM2 } from '../../../map-view/measures.ts'
import { useMeasure } from '../../../ui/index.ts'
import { changeLabel } from '../history/changeLabel.ts'
import { useFieldWords } from '../history/DiffList.tsx'
import classes from './Editing.module.css'
import type { EditingContext } from './editingContext.ts'
import { show } from './ListPanels.tsx'

/** A change of another person that touched an object of the draft. */
interface Cause {
  readonly who: string
  readonly at: string
  readonly label: string
}

/** The change of somebody else is among the newest ones. */
const LOOKED_AT = 10

/** By object, the newest change that touched it. */
const readCauses = async (ids: readonly string[]): Promise<ReadonlyMap<string, Cause>> => {
  const found = new Map<string, Cause>()
  const { items } = await call(calls.map.changes, { query: { perPage: LOOKED_AT } })
  for (const { revision, who, at, ...written } of items) {
    if (ids.every(id => found.has(id))) break
    const { added, updated, removed } = await call(calls.mapHistory.change, { params: { revision } })
    const touched = new Set([...added, ...removed, ...updated.map(([, after]) => after)].map(({ id }) => id))
    for (const id of ids) if (touched.has(id) && !found.has(id)) found.set(id, { who, at, label: changeLabel(written) })
  }
  return found
}

const NOTHING: ReadonlyMap<string, Cause> = new Map()

function useCauses(conflicts: readonly DraftConflict[]): ReadonlyMap<string, Cause> {
  const mayRead = useCan('operations.read')
  const [causes, setCauses] = useState(NOTHING)
  const key = conflicts.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!mayRead || key === '') return
    let isOver = false
    // Without it the choice is the same: the list then says only that somebody changed it.
    readCauses(key.split(' ')).then(
      found => {
        if (!isOver) setCauses(found)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [mayRead, key])
  return causes
}

export function ConflictList({ context }: { readonly context: EditingContext }) {
  const { t } = useTranslation()
  const { state } = context
  const causes = useCauses(state.conflicts)
  return (
    <div className={classes.stack}>
      <p className={classes.busy}>{t('editor.conflict.text', { count: state.conflicts.length })}</p>
      <ul className={classes.problems}>
        {state.conflicts.map(conflict => (
          <Conflict key={conflict.id} conflict={conflict} cause={causes.get(conflict.id)} context={context} />
        ))}
      </ul>
    </div>
  )
}

interface ConflictProps {
  readonly conflict: DraftConflict
  readonly cause: Cause | undefined
  readonly context: EditingContext
}

function Conflict({ conflict, cause, context }: ConflictProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { store, map } = context
  const { id, mine, theirs } = conflict
  const known = theirs ?? mine
  return (
    <li>
      <b>{known === null ? '' : featureTitle(known)}</b>
      {cause !== undefined && (
        <span className={classes.quiet}>
          {t('editor.conflict.cause', { who: cause.who, at: time.dateTime(cause.at), label: cause.label })}
        </span>
      )}
      {mine !== null && theirs !== null ? (
        <FieldChoice conflict={conflict} mine={mine} theirs={theirs} context={context} />
      ) : (
        <>
          <span>{t(theirs === null ? 'editor.conflict.theyDeleted' : 'editor.conflict.youDeleted')}</span>
          <div>
            <Button variant="default" onClick={() => store.send({ type: 'settle', id, whose: 'theirs' })}>
              {t('editor.conflict.theirs')}
            </Button>
            <Button variant="default" onClick={() => store.send({ type: 'settle', id, whose: 'mine' })}>
              {t('editor.conflict.mine')}
            </Button>
          </div>
        </>
      )}
      {known !== null && (
        <div>
          <Button variant="subtle" onClick={() => show(known, map)}>
            {t('map.show')}
          </Button>
        </div>
      )}
    </li>
  )
}

interface FieldChoiceProps {
  readonly conflict: DraftConflict
  readonly mine: CourseFeature
  readonly theirs: CourseFeature
  readonly context: EditingContext
}

/** Whose value stays, for each field that both changed; their other changes and those of the draft all stay. */
function FieldChoice({ conflict: { id, fields }, mine, theirs, context }: FieldChoiceProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { store, zoneTypes, holes } = context
  const words = useFieldWords({ zoneTypes, holes })
  const [own, setOwn] = useState<readonly string[]>([])
  const textOf = (feature: CourseFeature, field: string): string | undefined => {
    if (field !== 'geometry') return words.textOf(field, (feature.properties as Record<string, unknown>)[field])
    return feature.geometry.type === 'Polygon' ? measure.area(polygonAreaM2(feature.geometry)) : undefined
  }
  const option = (whose: 'theirs' | 'mine', feature: CourseFeature, field: string) => {
    const value = textOf(feature, field)
    const word = t(`editor.conflict.${whose}`)
    return { value: whose, label: value === undefined ? word : `${word}: ${value}` }
  }
  return (
    <>
      {fields.map(field => {
        const name = words.nameOf(field === 'geometry' ? 'shape' : field)
        return (
          <fieldset key={field} className={classes.choice}>
            <legend>{name}</legend>
            <SegmentedControl
              aria-label={name}
              fullWidth
              orientation="vertical"
              value={own.includes(field) ? 'mine' : 'theirs'}
              onChange={whose =>
                setOwn(before => (whose === 'mine' ? [...before, field] : before.filter(other => other !== field)))
              }
              data={[option('theirs', theirs, field), option('mine', mine, field)]}
            />
          </fieldset>
        )
      })}
      <div>
        <Button onClick={() => store.send({ type: 'settle', id, whose: { mine: own } })}>
          {t('editor.conflict.keep')}
        </Button>
        <Button variant="default" onClick={() => store.send({ type: 'settle', id, whose: 'theirs' })}>
          {t('editor.conflict.dropMine')}
        </Button>
      </div>
    </>
  )
}

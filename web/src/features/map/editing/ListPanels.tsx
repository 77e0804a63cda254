import { type CourseFeature, compareNames, featureTitle, fixOf, type MapProblem, mapProblems } from '@greensward/domain'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/index.ts'
import classes from './Editing.module.css'
import type { EditingContext } from './editingContext.ts'

/** Nobody reads more rows than this; a person who looks for one object types its name. */
const MOST_ROWS = 200

/** Everything on the map by name: to find, to tick several, and to fly there. */
export function ObjectList({ context }: { readonly context: EditingContext }) {
  const { t, i18n } = useTranslation()
  const { store, state, map } = context
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const rows = useMemo(
    () =>
      state.features
        .map(feature => ({ feature, title: featureTitle(feature), kind: t(`map.kind.${feature.kind}`) }))
        .filter(({ title, kind }) => `${title} ${kind}`.toLowerCase().includes(wanted))
        .sort((a, b) => a.kind.localeCompare(b.kind) || compareNames(a.title, b.title, i18n.language)),
    [state.features, wanted, t, i18n.language],
  )
  const chosen = new Set(state.selection)
  return (
    <div className={classes.stack}>
      <TextInput
        label={t('editor.list.search')}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <p className={classes.quiet}>{t('editor.list.count', { count: rows.length })}</p>
      <ul className={classes.list}>
        {rows.slice(0, MOST_ROWS).map(({ feature, title, kind }) => (
          <li key={feature.id}>
            <Checkbox
              label={
                <>
                  {title} <span className={classes.kind}>{kind}</span>
                </>
              }
              checked={chosen.has(feature.id)}
              onChange={() => store.send({ type: 'select', ids: [feature.id], how: 'toggle' })}
            />
            <Button
              variant="subtle"
              aria-label={t('editor.list.showOf', { title })}
              onClick={() => {
                store.send({ type: 'select', ids: [feature.id], how: 'only' })
                show(feature, map)
              }}
            >
              {t('map.show')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const show = (feature: CourseFeature, map: EditingContext['map']): void => {
  if (feature.geometry.type === 'Point') map()?.goTo(feature.geometry.coordinates)
  else map()?.fitFeatures([feature.id])
}

/** The problems of the map, with a link to each and a fix if there is one. */
export function ProblemList({ context }: { readonly context: EditingContext }) {
  const { t } = useTranslation()
  const { store, state, zoneTypes, bounds, map } = context
  const features = useDeferredValue(state.features)
  const problems = useMemo(() => mapProblems(features, { zoneTypes, bounds }), [features, zoneTypes, bounds])
  const byId = useMemo(() => new Map(features.map(feature => [feature.id, feature])), [features])
  const { busy, mayChange, newId } = store.world()
  if (problems.length === 0) return <EmptyState title={t('editor.problem.none')} text={t('editor.problem.noneText')} />
  const titleOf = (id: string | null): string => {
    const feature = id === null ? undefined : byId.get(id)
    return feature === undefined ? '' : featureTitle(feature)
  }
  const look = (problem: MapProblem): void => {
    store.send({ type: 'select', ids: [problem.featureId], how: 'only' })
    const feature = byId.get(problem.featureId)
    if (problem.at !== null) map()?.goTo(problem.at)
    else if (feature !== undefined) show(feature, map)
  }
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>{t('editor.problem.count', { count: problems.length })}</p>
      <ul className={classes.problems}>
        {problems.slice(0, MOST_ROWS).map(problem => {
          const title = titleOf(problem.featureId)
          const names = problem.otherId === null ? title : `${title} – ${titleOf(problem.otherId)}`
          const fix = fixOf(problem, features, newId)
          const touched = fix === undefined ? [] : [...fix.removed, ...fix.updated.map(([before]) => before)]
          const mayFix = fix !== undefined && touched.every(feature => mayChange(feature) && !busy.has(feature.id))
          return (
            <li key={`${problem.reason} ${problem.featureId} ${problem.otherId}`}>
              <b>{names}</b>
              <span>{t(`editor.problem.reason.${problem.reason}`)}</span>
              <div>
                <Button
                  variant="default"
                  onClick={() => look(problem)}
                  aria-label={t('editor.problem.showOf', { names })}
                >
                  {t('map.show')}
                </Button>
                {mayFix && (
                  <Button
                    variant="light"
                    aria-label={t('editor.problem.fixOf', { names })}
                    onClick={() => {
                      look(problem)
                      store.send({
                        type: 'edit',
                        label: t('editor.step.fixed', { title }),
                        diff: fix,
                        join: null,
                      })
                    }}
                  >
                    {t(`editor.problem.fix.${fixName(problem)}`)}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export const fixName = ({
  reason,
}: Pick<MapProblem, 'reason'>): 'repair' | 'remove' | 'cut' | 'removeDouble' | 'close' | 'unset' => {
  switch (reason) {
    case 'duplicate':
      return 'removeDouble'
    case 'sliver':
      return 'close'
    case 'overlaps':
      return 'cut'
    case 'noHole':
      return 'unset'
    case 'tooFewCorners':
    case 'zeroArea':
    case 'noLength':
      return 'remove'
    default:
      return 'repair'
  }
}

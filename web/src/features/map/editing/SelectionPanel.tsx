import { appliesTo, type CourseFeature, EMPTY_DIFF, featureTitle, fixOf, type Hole, roadType } from '@greensward/domain'
import { Button, NativeSelect } from '@mantine/core'
import { IconArrowsJoin, IconScissors, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { featureOf, selectedFeatures } from '../../../map-editor/editorState.ts'
import { mayMeet } from '../../../map-editor/surgery.ts'
import { lineLengthM, polygonAreaM2 } from '../../../map-view/measures.ts'
import { useMeasure } from '../../../ui/index.ts'
import { CornerFields, PlaceFields } from './CornerFields.tsx'
import classes from './Editing.module.css'
import type { EditingContext } from './editingContext.ts'
import { FeatureForm } from './FeatureForm.tsx'
import { fixName } from './ListPanels.tsx'
import { ShapeActions, TurnFields } from './ShapeActions.tsx'

/** The selection, in fields: one object with all its properties, several with their common ones. */
export function SelectionPanel({ context }: { readonly context: EditingContext }) {
  const features = selectedFeatures(context.state)
  const [only] = features
  if (only === undefined) return null
  return features.length === 1 ? (
    <OneThing key={only.id} context={context} feature={only} />
  ) : (
    <Several context={context} features={features} />
  )
}

function OneThing({ context, feature }: { readonly context: EditingContext; readonly feature: CourseFeature }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { store, state, zoneTypes, holes, view, onDelete } = context
  const { busy, mayChange, plane } = store.world()
  if (busy.has(feature.id)) return <p className={classes.busy}>{t('errors.codes.zoneBusyEdit')}</p>
  if (!mayChange(feature)) return <p className={classes.quiet}>{t('editor.notice.forbidden')}</p>
  const { geometry } = feature
  const isArea = geometry.type === 'Polygon'
  const inside = isArea
    ? state.features.filter(
        other =>
          other.id !== feature.id &&
          (other.kind === 'radius' || (other.geometry.type === 'Polygon' && other.kind !== 'missionArea')) &&
          mayMeet(feature, other, plane),
      )
    : []
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        {geometry.type === 'Polygon'
          ? measure.area(polygonAreaM2(geometry))
          : geometry.type === 'LineString'
            ? t('editor.lengthM', { metres: Math.round(lineLengthM(geometry.coordinates)) })
            : null}
      </p>
      <Faults context={context} feature={feature} />
      <FeatureForm
        feature={feature}
        zoneTypes={zoneTypes}
        holes={holes}
        view={view}
        onChange={(after, field) =>
          store.send({
            type: 'edit',
            label: t('editor.step.changed', { title: featureTitle(feature) }),
            diff: { ...EMPTY_DIFF, updated: [[feature, after]] },
            join: `${feature.id} ${field}`,
          })
        }
      />
      <ShapeActions context={context} features={[feature]} />
      {inside.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('editor.cutOut.title')}</h3>
          <ul className={classes.list}>
            {inside.slice(0, 12).map(other => (
              <li key={other.id}>
                <span>{featureTitle(other)}</span>
                <Button
                  variant="default"
                  leftSection={<IconScissors size={18} />}
                  aria-label={t('editor.cutOut.of', { title: featureTitle(other) })}
                  onClick={() => store.send({ type: 'cutOut', from: feature.id, cutter: other.id })}
                >
                  {t('editor.cutOut.do')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <details className={classes.details}>
        <summary>
          {isArea || geometry.type === 'LineString' ? t('editor.corner.title') : t('editor.place.title')}
        </summary>
        <CornerFields context={context} feature={feature} />
      </details>
      <Button variant="default" c="error" leftSection={<IconTrash size={18} />} onClick={onDelete}>
        {t('mapPanels.delete.feature', { kind: t(`map.kind.${feature.kind}`) })}
      </Button>
    </div>
  )
}

/** The reason why this object cannot be saved, and the fix if there is one. */
function Faults({ context, feature }: { readonly context: EditingContext; readonly feature: CourseFeature }) {
  const { t } = useTranslation()
  const { store, state } = context
  const faults = state.faults.filter(({ featureId, otherId }) => featureId === feature.id || otherId === feature.id)
  if (faults.length === 0) return null
  return (
    <div className={classes.faults} role="alert">
      {faults.map(fault => {
        const fix = fixOf(fault, state.features, store.world().newId)
        const other = featureOf(state, fault.featureId === feature.id ? (fault.otherId ?? undefined) : fault.featureId)
        const reason = t(`editor.problem.reason.${fault.reason}`)
        return (
          <div key={`${fault.reason} ${fault.featureId} ${fault.otherId}`}>
            <span>{other === undefined ? reason : `${reason}: ${featureTitle(other)}`}</span>
            {fix !== undefined && (
              <Button
                variant="default"
                onClick={() =>
                  store.send({
                    type: 'edit',
                    label: t('editor.step.fixed', { title: featureTitle(feature) }),
                    diff: fix,
                    join: null,
                  })
                }
              >
                {t(`editor.problem.fix.${fixName(fault)}`)}
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}

type Change = (feature: CourseFeature) => CourseFeature

function Several({
  context,
  features,
}: {
  readonly context: EditingContext
  readonly features: readonly CourseFeature[]
}) {
  const { t } = useTranslation()
  const { store, zoneTypes, holes, onDelete } = context
  const counts = new Map<CourseFeature['kind'], number>()
  for (const { kind } of features) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const change = (make: Change): void => {
    const updated = features.flatMap(before => {
      const after = make(before)
      return after === before ? [] : [[before, after] as const]
    })
    store.send({
      type: 'edit',
      label: t('editor.step.changedMany', { count: features.length }),
      diff: { ...EMPTY_DIFF, updated },
      join: null,
    })
  }
  const all = (...kinds: readonly CourseFeature['kind'][]): boolean =>
    features.every(({ kind }) => kinds.includes(kind))
  const [a, b] = features
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        {[...counts]
          .map(([kind, count]) => `${t(count === 1 ? `map.kind.${kind}` : `map.kinds.${kind}`)}: ${count}`)
          .join(' · ')}
      </p>
      {all('zone') && (
        <NativeSelect
          label={t('map.fact.type')}
          value=""
          data={[
            { value: '', label: t('editor.several.choose') },
            ...zoneTypes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={event => {
            const zoneTypeId = event.currentTarget.value
            change(feature =>
              feature.kind === 'zone' && zoneTypeId !== '' && feature.properties.zoneTypeId !== zoneTypeId
                ? { ...feature, properties: { ...feature.properties, zoneTypeId } }
                : feature,
            )
          }}
        />
      )}
      {all('zone', 'missionArea') && holes.length > 0 && <HoleOfAll holes={holes} change={change} />}
      {all('road') && (
        <NativeSelect
          label={t('map.fact.type')}
          value=""
          data={[
            { value: '', label: t('editor.several.choose') },
            ...roadType.options.map(value => ({ value, label: t(`mapPanels.road.${value}`) })),
          ]}
          onChange={event => {
            const chosen = roadType.safeParse(event.currentTarget.value)
            if (!chosen.success) return
            change(feature =>
              feature.kind === 'road' && feature.properties.type !== chosen.data
                ? { ...feature, properties: { ...feature.properties, type: chosen.data } }
                : feature,
            )
          }}
        />
      )}
      {all('restriction', 'radius') && (
        <NativeSelect
          label={t('map.fact.appliesTo')}
          value=""
          data={[
            { value: '', label: t('editor.several.choose') },
            ...appliesTo.options.map(value => ({ value, label: t(`mapPanels.appliesTo.${value}`) })),
          ]}
          onChange={event => {
            const chosen = appliesTo.safeParse(event.currentTarget.value)
            if (!chosen.success) return
            change(feature =>
              (feature.kind === 'restriction' || feature.kind === 'radius') &&
              feature.properties.appliesTo !== chosen.data
                ? ({ ...feature, properties: { ...feature.properties, appliesTo: chosen.data } } as CourseFeature)
                : feature,
            )
          }}
        />
      )}
      <ShapeActions context={context} features={features} />
      <Button
        variant="default"
        leftSection={<IconArrowsJoin size={18} />}
        onClick={() => store.send({ type: 'merge' })}
      >
        {t('editor.tool.merge')}
      </Button>
      {features.length === 2 && a !== undefined && b !== undefined && (
        <>
          <CutBetween context={context} from={a} cutter={b} />
          <CutBetween context={context} from={b} cutter={a} />
        </>
      )}
      <Button variant="default" c="error" leftSection={<IconTrash size={18} />} onClick={onDelete}>
        {t('editor.several.delete', { count: features.length })}
      </Button>
    </div>
  )
}

function HoleOfAll({ holes, change }: { readonly holes: readonly Hole[]; readonly change: (make: Change) => void }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('map.filters.hole')}
      value="?"
      data={[
        { value: '?', label: t('editor.several.choose') },
        { value: '', label: t('common.none') },
        ...holes.map(({ id, properties }) => ({ value: id, label: properties.name })),
      ]}
      onChange={event => {
        const { value } = event.currentTarget
        if (value === '?') return
        const holeId = value === '' ? null : value
        change(feature =>
          feature.kind === 'zone' || feature.kind === 'missionArea'
            ? ({ ...feature, properties: { ...feature.properties, holeId } } as CourseFeature)
            : feature,
        )
      }}
    />
  )
}

function CutBetween({
  context,
  from,
  cutter,
}: {
  readonly context: EditingContext
  readonly from: CourseFeature
  readonly cutter: CourseFeature
}) {
  const { t } = useTranslation()
  if (from.geometry.type !== 'Polygon' || (cutter.geometry.type !== 'Polygon' && cutter.kind !== 'radius')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconScissors size={18} />}
      onClick={() => context.store.send({ type: 'cutOut', from: from.id, cutter: cutter.id })}
    >
      {t('editor.cutOut.between', { cutter: featureTitle(cutter), title: featureTitle(from) })}
    </Button>
  )
}

/** Numbers instead of the pointer, while something is drawn or moved. */
export function PlacePanel({ context }: { readonly context: EditingContext }) {
  const { t } = useTranslation()
  const { store, state } = context
  if (state.tool.kind === 'move') return <MoveBy context={context} />
  return (
    <PlaceFields
      context={context}
      from={state.sketch.points.at(-1) ?? null}
      confirm={t('editor.place.add')}
      onPlace={at => store.send({ type: 'addPoint', at })}
    />
  )
}

function MoveBy({ context }: { readonly context: EditingContext }) {
  const { t } = useTranslation()
  const { store, state } = context
  const first = featureOf(state, state.selection[0])
  const at = first === undefined ? undefined : firstPlace(first)
  if (at === undefined) return null
  return (
    <>
      <PlaceFields
        context={context}
        from={at}
        confirm={t('editor.place.move')}
        onPlace={to => {
          const { plane } = store.world()
          const [a, b] = [plane.toFlat(at), plane.toFlat(to)]
          store.send({ type: 'moveBy', eastM: b[0] - a[0], northM: b[1] - a[1] })
        }}
      />
      <TurnFields context={context} />
    </>
  )
}

const firstPlace = ({ geometry }: CourseFeature) =>
  geometry.type === 'Point'
    ? geometry.coordinates
    : geometry.type === 'LineString'
      ? geometry.coordinates[0]
      : geometry.coordinates[0]?.[0]

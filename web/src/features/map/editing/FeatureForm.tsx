import {
  appliesTo,
  type CourseFeature,
  type Hole,
  type Restriction,
  roadType,
  type Timetable,
  type ZoneType,
} from '@greensward/domain'
import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ViewState } from '../../../map-canvas/scene.ts'
import { NumberEntry } from '../../../ui/index.ts'
import classes from './FeatureForm.module.css'
import { TimetableField } from './TimetableField.tsx'
import { UntilField } from './UntilField.tsx'

interface FeatureFormProps {
  readonly feature: CourseFeature
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly view: () => ViewState | null
  /** @param field names the step: typing into one field without a break is one step */
  readonly onChange: (after: CourseFeature, field: string) => void
}

/** Without a line it holds always, and the feature has no timetable at all. */
const withTimes = (
  { timetable: _, ...properties }: Restriction['properties'],
  timetable: Timetable,
): Restriction['properties'] => (timetable.length === 0 ? properties : { ...properties, timetable })
const withClosedTimes = (
  { closedTimes: _, ...properties }: Hole['properties'],
  closedTimes: Timetable,
): Hole['properties'] => (closedTimes.length === 0 ? properties : { ...properties, closedTimes })

type FieldsOf<K extends CourseFeature['kind']> = Omit<FeatureFormProps, 'feature'> & {
  readonly feature: Extract<CourseFeature, { kind: K }>
}

/** Changes some properties of a feature. */
const setterOf =
  <F extends CourseFeature>(feature: F, onChange: FeatureFormProps['onChange']) =>
  (part: Partial<F['properties']>, field: string): void =>
    onChange({ ...feature, properties: { ...feature.properties, ...part } } as CourseFeature, field)

/** The properties of the selected feature; every change goes into the draft at once. */
export function FeatureForm({ feature, ...rest }: FeatureFormProps) {
  const { onChange } = rest
  switch (feature.kind) {
    case 'zone':
      return <ZoneFields feature={feature} {...rest} />
    case 'missionArea':
      return <AreaFields feature={feature} {...rest} />
    case 'restriction':
      return <RestrictionFields feature={feature} {...rest} />
    case 'radius':
      return <RadiusFields feature={feature} {...rest} />
    case 'road':
      return <RoadFields feature={feature} {...rest} />
    case 'markedArea':
      return <MarkedFields feature={feature} {...rest} />
    case 'note':
      return <NoteField feature={feature} {...rest} />
    case 'hole':
      return <HoleFields hole={feature} view={rest.view} onChange={onChange} />
    case 'area':
    case 'garage':
    case 'wc':
      return (
        <TitleField
          value={feature.properties.title}
          onChange={title => onChange({ ...feature, properties: { title } }, 'title')}
        />
      )
  }
}

interface FieldProps<T> {
  readonly value: T
  readonly onChange: (value: T) => void
}

function HoleField({ value, holes, onChange }: FieldProps<string | null> & { readonly holes: readonly Hole[] }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('map.filters.hole')}
      value={value ?? ''}
      data={[
        { value: '', label: t('common.none') },
        ...holes.map(hole => ({ value: hole.id, label: hole.properties.name })),
      ]}
      onChange={event => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}

function TitleField({ value, onChange }: FieldProps<string>) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('editor.field.title')}
      value={value}
      maxLength={120}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

function ClosedToField({ value, onChange }: FieldProps<(typeof appliesTo.options)[number]>) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('map.fact.appliesTo')}
      value={value}
      data={appliesTo.options.map(option => ({ value: option, label: t(`mapPanels.appliesTo.${option}`) }))}
      onChange={event => {
        const chosen = appliesTo.safeParse(event.currentTarget.value)
        if (chosen.success) onChange(chosen.data)
      }}
    />
  )
}

function ZoneFields({ feature, zoneTypes, holes, onChange }: FieldsOf<'zone'>) {
  const { t } = useTranslation()
  const { properties } = feature
  const set = setterOf(feature, onChange)
  return (
    <div className={classes.form}>
      <TitleField value={properties.title} onChange={title => set({ title }, 'title')} />
      <NativeSelect
        label={t('map.fact.type')}
        value={properties.zoneTypeId}
        data={zoneTypes.map(type => ({ value: type.id, label: type.name }))}
        onChange={event => set({ zoneTypeId: event.currentTarget.value }, 'type')}
      />
      <HoleField value={properties.holeId} holes={holes} onChange={holeId => set({ holeId }, 'hole')} />
      <Switch
        label={t('mapPanels.zone.rain')}
        checked={properties.rainModeRestricted}
        onChange={event => set({ rainModeRestricted: event.currentTarget.checked }, 'rain')}
      />
      <Switch
        label={t('mapPanels.zone.hiddenForMower')}
        checked={properties.hiddenForMower}
        onChange={event => set({ hiddenForMower: event.currentTarget.checked }, 'mower')}
      />
      <Switch
        label={t('mapPanels.zone.hiddenForBuggy')}
        checked={properties.hiddenForBuggy}
        onChange={event => set({ hiddenForBuggy: event.currentTarget.checked }, 'buggy')}
      />
    </div>
  )
}

function AreaFields({ feature, holes, onChange }: FieldsOf<'missionArea'>) {
  const { properties } = feature
  const set = setterOf(feature, onChange)
  return (
    <div className={classes.form}>
      <TitleField value={properties.title} onChange={title => set({ title }, 'title')} />
      <HoleField value={properties.holeId} holes={holes} onChange={holeId => set({ holeId }, 'hole')} />
    </div>
  )
}

function RestrictionFields({ feature, onChange }: FieldsOf<'restriction'>) {
  const { t } = useTranslation()
  const { properties } = feature
  const set = setterOf(feature, onChange)
  return (
    <div className={classes.form}>
      <TitleField value={properties.title} onChange={title => set({ title }, 'title')} />
      <ClosedToField value={properties.appliesTo} onChange={value => set({ appliesTo: value }, 'appliesTo')} />
      <TimetableField
        legend={t('editor.times.restriction')}
        hint={t('editor.times.restrictionHint')}
        value={properties.timetable ?? []}
        onChange={timetable => onChange({ ...feature, properties: withTimes(properties, timetable) }, 'timetable')}
      />
    </div>
  )
}

function RadiusFields({ feature, onChange }: FieldsOf<'radius'>) {
  const { t } = useTranslation()
  const { properties } = feature
  const set = setterOf(feature, onChange)
  return (
    <div className={classes.form}>
      <TitleField value={properties.title} onChange={title => set({ title }, 'title')} />
      <ClosedToField value={properties.appliesTo} onChange={value => set({ appliesTo: value }, 'appliesTo')} />
      <NumberEntry
        label={t('editor.field.radiusM')}
        value={properties.radiusM}
        min={0.1}
        max={1_000}
        decimalScale={2}
        onChange={value => set({ radiusM: value ?? properties.radiusM }, 'radius')}
      />
    </div>
  )
}

function RoadFields({ feature, onChange }: FieldsOf<'road'>) {
  const { t } = useTranslation()
  const { properties } = feature
  const set = setterOf(feature, onChange)
  return (
    <div className={classes.form}>
      <TitleField value={properties.title} onChange={title => set({ title }, 'title')} />
      <NativeSelect
        label={t('map.fact.type')}
        value={properties.type}
        data={roadType.options.map(option => ({ value: option, label: t(`mapPanels.road.${option}`) }))}
        onChange={event => {
          const chosen = roadType.safeParse(event.currentTarget.value)
          if (chosen.success) set({ type: chosen.data }, 'type')
        }}
      />
    </div>
  )
}

function MarkedFields({ feature, onChange }: FieldsOf<'markedArea'>) {
  const { t } = useTranslation()
  const { properties } = feature
  const set = setterOf(feature, onChange)
  return (
    <div className={classes.form}>
      <TitleField value={properties.title} onChange={title => set({ title }, 'title')} />
      <TextInput
        type="color"
        label={t('editor.field.colour')}
        value={properties.colour}
        onChange={event => set({ colour: event.currentTarget.value }, 'colour')}
      />
      <UntilField value={properties.until} onChange={until => set({ until }, 'until')} />
    </div>
  )
}

function NoteField({ feature, onChange }: FieldsOf<'note'>) {
  const { t } = useTranslation()
  const set = setterOf(feature, onChange)
  return (
    <Textarea
      label={t('editor.field.label')}
      value={feature.properties.label}
      maxLength={500}
      rows={4}
      onChange={event => set({ label: event.currentTarget.value }, 'label')}
    />
  )
}

function HoleFields({
  hole,
  view,
  onChange,
}: {
  readonly hole: Hole
  readonly view: () => ViewState | null
  readonly onChange: FeatureFormProps['onChange']
}) {
  const { t } = useTranslation()
  const { properties } = hole
  const set = setterOf(hole, onChange)
  return (
    <div className={classes.form}>
      <TextInput
        label={t('editor.field.name')}
        value={properties.name}
        maxLength={60}
        onChange={event => set({ name: event.currentTarget.value }, 'name')}
      />
      <div className={classes.two}>
        <NumberEntry
          label={t('map.fact.par')}
          value={properties.par}
          min={1}
          max={9}
          allowDecimal={false}
          onChange={value => set({ par: value ?? properties.par }, 'par')}
        />
        <NumberEntry
          label={t('map.fact.rating')}
          value={properties.rating}
          min={0}
          max={200}
          onChange={value => set({ rating: value ?? properties.rating }, 'rating')}
        />
        <NumberEntry
          label={t('editor.field.pass')}
          value={properties.pass}
          min={1}
          max={120}
          allowDecimal={false}
          onChange={value => set({ pass: value ?? properties.pass }, 'pass')}
        />
        <NumberEntry
          label={t('editor.field.sort')}
          value={properties.sort}
          min={0}
          max={1_000}
          allowDecimal={false}
          onChange={value => set({ sort: value ?? properties.sort }, 'sort')}
        />
        <NumberEntry
          label={t('map.fact.baseAngle')}
          value={properties.baseAngle}
          min={0}
          max={359.99}
          suffix="°"
          onChange={value => set({ baseAngle: value ?? properties.baseAngle }, 'baseAngle')}
        />
      </div>
      <Switch
        label={t('editor.field.isActive')}
        checked={properties.isActive}
        onChange={event => set({ isActive: event.currentTarget.checked }, 'isActive')}
      />
      <TimetableField
        legend={t('editor.times.hole')}
        hint={t('editor.times.holeHint')}
        value={properties.closedTimes ?? []}
        onChange={times => onChange({ ...hole, properties: withClosedTimes(properties, times) }, 'closedTimes')}
      />
      <Button
        variant="default"
        leftSection={<IconCamera size={18} />}
        onClick={() => {
          const now = view()
          if (now === null) return
          set({ view: { angle: Math.round(now.rotationDeg) % 360, zoom: now.zoom, center: now.centre } }, 'view')
        }}
      >
        {t('editor.useThisView')}
      </Button>
    </div>
  )
}

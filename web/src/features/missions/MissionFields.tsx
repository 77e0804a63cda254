import type { MissionRequest, Mower, OuterPass } from '@greensward/domain'
import {
  compareNames,
  type Direction,
  isDay,
  isInServiceAt,
  MAX_MOWER_WIDTH_M,
  WEEKDAYS,
  weekdayOf,
} from '@greensward/domain'
import type { MowingPattern } from '@greensward/geometry'
import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime, useVehicleValue } from '../../api/index.ts'
import { ClockInput, DayInput, NumberEntry, RepeatField, useMeasure } from '../../ui/index.ts'
import { CleanUpPassField } from './CleanUpPassField.tsx'
import { DirectionField, type LedgerEntry } from './DirectionField.tsx'
import classes from './MissionFields.module.css'
import { type MissionDraft, startsAtOf } from './missionDraft.ts'
import { PatternField } from './PatternField.tsx'
import { type PlanFile, PlanFileField } from './PlanFileField.tsx'
import { RadioCard } from './RadioCard.tsx'
import type { Ground } from './useGround.ts'

interface MissionFieldsProps {
  readonly draft: MissionDraft
  readonly shownTitle: string
  readonly onChange: (part: Partial<MissionDraft>) => void
  readonly ground: Ground
  readonly allowed: readonly Direction[]
  readonly ledger: readonly LedgerEntry[]
  readonly holeBaseAngleDeg: number
  readonly hasHole: boolean
  /** The pattern of the plan as it is now; null where several mowers share the field, each in straight rows. */
  readonly plannedPattern: MowingPattern | undefined | null
  /** The outermost pass of the plan as it is now. */
  readonly plannedOuterPass: OuterPass | undefined
  /** The refusals of the server, by field. */
  readonly refusals: ReadonlyMap<string, string>
  /** Begins to draw an area on the map. */
  readonly onDraw: () => void
  readonly isDrawing: boolean
  readonly file: PlanFile | null
  readonly onFile: (file: PlanFile | null) => void
  /** Stands below the time: whether it is free. */
  readonly slotHint: ReactNode
}

/** A refusal of the server in the shape of a field's properties. */
const refusalIn = (refusals: ReadonlyMap<string, string>, field: string): { error?: string } => {
  const text = refusals.get(field)
  return text === undefined ? {} : { error: text }
}

export function MissionFields(props: MissionFieldsProps) {
  const { draft, shownTitle, onChange, refusals, file, onFile } = props
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('missions.column.title')}
        value={shownTitle}
        maxLength={120}
        onChange={event => onChange({ title: event.currentTarget.value })}
        {...refusalIn(refusals, 'title')}
      />
      <WhereFields {...props} />
      <VehicleFields {...props} />
      {draft.kind !== 'road' && file === null && <PatternFields {...props} />}
      <TimeFields {...props} />
      {draft.kind !== 'road' && (
        <>
          <hr className={classes.line} />
          <PlanFileField file={file} onChange={onFile} />
        </>
      )}
    </>
  )
}

/** The zones, areas or roads of the chosen kind that a mission may have, by name. */
const targetsOf = ({ features, zoneTypes }: Ground, kind: MissionDraft['kind'], language: string) => {
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(type => type.id))
  return features
    .flatMap(feature =>
      feature.kind !== kind ||
      (feature.kind === 'zone' && (feature.properties.hiddenForMower || !mowable.has(feature.properties.zoneTypeId)))
        ? []
        : 'title' in feature.properties
          ? [{ value: feature.id, label: feature.properties.title }]
          : [],
    )
    .sort((a, b) => compareNames(a.label, b.label, language))
}

function WhereFields({ draft, onChange, ground, refusals, onDraw, isDrawing }: MissionFieldsProps) {
  const { t, i18n } = useTranslation()
  const hasAreas = ground.features.some(({ kind }) => kind === 'missionArea')
  const targets = targetsOf(ground, draft.kind, i18n.language)
  return (
    <div className={classes.stack}>
      <div>
        <span className={classes.label} id="mission-where">
          {t('missions.where')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby="mission-where"
          data={[
            { value: 'zone', label: t('missions.kind.zone') },
            ...(hasAreas ? [{ value: 'missionArea', label: t('missions.kind.missionArea') }] : []),
            { value: 'road', label: t('missions.kind.road') },
            { value: 'draw', label: t('missions.draw.title') },
          ]}
          value={isDrawing ? 'draw' : draft.kind}
          onChange={kind => {
            if (kind === 'draw') onDraw()
            else onChange({ kind: kind as MissionDraft['kind'], featureId: undefined })
          }}
        />
      </div>
      <Select
        label={t(`missions.kind.${draft.kind}`)}
        placeholder={t('missions.choose')}
        {...(targets.length === 0 ? { description: <Link to="/map">{t('missions.none.targets')}</Link> } : {})}
        data={targets}
        value={draft.featureId ?? null}
        onChange={value => onChange({ featureId: value ?? undefined })}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('common.nothingFound')}
        {...refusalIn(refusals, 'target.featureId')}
      />
    </div>
  )
}

function VehicleFields({ draft, onChange, ground, refusals }: MissionFieldsProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const battery = useVehicleValue(draft.mowerId ?? '', vehicle => vehicle?.telemetry.battery ?? null)
  const chosenBlade = ground.blades.find(({ id }) => id === draft.bladeId)
  const chosenMower = ground.mowers.find(({ id }) => id === draft.mowerId)
  const widest = Math.max(chosenBlade?.widthM ?? 0, chosenMower?.widthM ?? 0)
  const bladeTooWide = widest > MAX_MOWER_WIDTH_M ? widest : undefined
  const nowMs = Date.now()
  const startMs = startsAtOf(draft, time.zone)?.getTime() ?? nowMs
  const isAway = (mower: Mower): boolean => isInServiceAt(mower, startMs, nowMs)
  const labelOf = ({ name, inService, serviceUntil }: Mower): string =>
    !inService
      ? name
      : serviceUntil == null
        ? t('missions.inService', { name })
        : t('missions.inServiceUntil', { name, until: time.dateTime(serviceUntil) })
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('missions.mower')}
          placeholder={t('missions.choose')}
          {...(ground.mowers.length === 0
            ? { description: <Link to="/garage">{t('missions.none.mowers')}</Link> }
            : {})}
          data={ground.mowers
            .toSorted((a, b) => compareNames(a.name, b.name, i18n.language))
            .map(mower => ({ value: mower.id, label: labelOf(mower), disabled: isAway(mower) }))}
          value={draft.mowerId ?? null}
          allowDeselect={false}
          onChange={value =>
            onChange({
              mowerId: value ?? undefined,
              bladeId: ground.mowers.find(({ id }) => id === value)?.bladeId ?? draft.bladeId,
            })
          }
          {...(battery === null
            ? {}
            : { rightSection: <span className={classes.aside}>{measure.share(battery)}</span> })}
          rightSectionWidth={64}
          {...refusalIn(refusals, 'mowerId')}
        />
        <Select
          label={t('missions.blade')}
          placeholder={t('missions.choose')}
          {...(ground.blades.length === 0
            ? { description: <Link to="/settings/blades">{t('missions.none.blades')}</Link> }
            : {})}
          data={ground.blades.map(({ id, name, widthM }) => ({
            value: id,
            label: name.includes(measure.length(widthM)) ? name : `${name} · ${measure.length(widthM)}`,
            disabled: widthM > MAX_MOWER_WIDTH_M,
          }))}
          value={draft.bladeId ?? null}
          allowDeselect={false}
          onChange={value => onChange({ bladeId: value ?? undefined })}
          {...refusalIn(refusals, 'bladeId')}
        />
      </div>
      {bladeTooWide !== undefined && (
        <p className={classes.wrong} role="alert">
          {t('missions.tooWide', { width: measure.length(bladeTooWide), most: measure.length(MAX_MOWER_WIDTH_M) })}
        </p>
      )}
    </>
  )
}

function PatternFields(props: MissionFieldsProps) {
  const { draft, onChange, allowed, ledger, holeBaseAngleDeg, hasHole, plannedPattern, plannedOuterPass, refusals } =
    props
  const { t } = useTranslation()
  return (
    <>
      <hr className={classes.line} />
      <DirectionField
        allowed={[...allowed]}
        ledger={ledger}
        chosen={draft.direction}
        onChoose={direction => onChange({ direction })}
        angleOffsetDeg={draft.angleOffsetDeg}
        onAngleOffset={angleOffsetDeg => onChange({ angleOffsetDeg })}
        holeBaseAngleDeg={holeBaseAngleDeg}
        hasHole={hasHole}
      />
      <hr className={classes.line} />
      {plannedPattern !== null && (
        <PatternField value={draft.pattern} onChange={pattern => onChange({ pattern })} planned={plannedPattern} />
      )}
      <div className={classes.scheme}>
        <div>
          <span className={classes.label} id="mission-scheme">
            {t('missions.turnScheme')}
          </span>
          <div className={classes.schemes} role="radiogroup" aria-labelledby="mission-scheme">
            {(['oneInOne', 'oneThroughOne'] as const).map(scheme => (
              <RadioCard
                key={scheme}
                className={classes.choice}
                name="turnScheme"
                value={scheme}
                isChecked={draft.turnScheme === scheme}
                onChoose={() => onChange({ turnScheme: scheme })}
              >
                <TurnSchemePicture scheme={scheme} />
                <b>{t(`missions.scheme.${scheme}`)}</b>
              </RadioCard>
            ))}
          </div>
        </div>
        <NumberEntry
          label={t('missions.cleaningCycles')}
          value={draft.cleaningCycles}
          min={0}
          max={5}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={value => onChange({ cleaningCycles: value ?? 0 })}
          {...refusalIn(refusals, 'cleaningCycles')}
        />
      </div>
      {plannedPattern !== null && draft.cleaningCycles > 0 && (
        <CleanUpPassField
          value={draft.cleanUpPass}
          onChange={cleanUpPass => onChange({ cleanUpPass })}
          planned={plannedOuterPass}
        />
      )}
    </>
  )
}

function TimeFields({ draft, onChange, refusals, slotHint }: MissionFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <hr className={classes.line} />
      <div className={classes.when}>
        <h2 className={classes.heading} id="mission-when">
          {t('missions.when')}
        </h2>
        <SegmentedControl
          aria-labelledby="mission-when"
          data={[
            { value: 'now', label: t('missions.now') },
            { value: 'later', label: t('missions.dateAndTime') },
          ]}
          value={draft.when}
          onChange={when => onChange({ when: when as MissionDraft['when'] })}
        />
      </div>
      {draft.when === 'now' ? (
        <p className={classes.note}>{t('missions.nowText')}</p>
      ) : (
        <>
          <div className={classes.pair}>
            <DayInput
              label={t('missions.date')}
              value={draft.day}
              onChange={day => onChange({ day })}
              {...refusalIn(refusals, 'startsAt')}
            />
            <ClockInput label={t('missions.clock')} value={draft.clock} onChange={clock => onChange({ clock })} />
          </div>
          <RepeatField
            value={draft.repeat}
            onChange={repeat => onChange({ repeat })}
            weekday={WEEKDAYS[isDay(draft.day) ? weekdayOf(draft.day) : 0] ?? 'mon'}
            error={refusals.get('repeat')}
          />
          {slotHint}
          <Checkbox
            label={t('missions.byItself', { time: draft.clock })}
            description={t('missions.byItselfText')}
            checked={draft.startsByItself}
            onChange={event => onChange({ startsByItself: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}

/** Five swaths: driven one beside the other, or every second one and back through those left out. */
function TurnSchemePicture({ scheme }: { readonly scheme: MissionRequest['turnScheme'] }) {
  const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6, strokeLinecap: 'round' } as const
  return (
    <svg width="52" height="32" viewBox="0 0 52 32" aria-hidden="true" color="#b86b00">
      {scheme === 'oneInOne' ? (
        <path {...stroke} d="M6 27V8a5 5 0 0 1 10 0v16a5 5 0 0 0 10 0V8a5 5 0 0 1 10 0v16a5 5 0 0 0 10 0V6" />
      ) : (
        <>
          <path {...stroke} d="M6 27V13a10 9 0 0 1 20 0v6a10 9 0 0 0 20 0V6" />
          <path {...stroke} strokeDasharray="3 3" d="M16 6v20M36 6v20" />
        </>
      )}
    </svg>
  )
}

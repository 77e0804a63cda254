/** The form of the page that plans the course. */
import { compareNames } from '@greensward/domain'
import { Checkbox, MultiSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { ClockInput, DayInput, NumberEntry } from '../../../ui/index.ts'
import type { Ground } from '../useGround.ts'
import classes from './CoursePlanPage.module.css'
import { beginOf, type CountedType, type CourseDraft, type ReadDraft, readyMowers } from './courseDraft.ts'

interface CourseFieldsProps {
  readonly ground: Ground
  readonly types: readonly CountedType[]
  readonly draft: CourseDraft
  readonly read: ReadDraft
  readonly title: string
  /** Whether the standing plans bind some mower to some types of zones. */
  readonly isBound: boolean
  readonly onChange: (part: Partial<CourseDraft>) => void
  /** The server's refusal of a field. */
  readonly refusalAt: (field: string) => { error?: string }
}

const toggled = (ids: readonly string[], id: string, isOn: boolean): string[] =>
  isOn ? [...ids, id] : ids.filter(other => other !== id)

export function CourseFields(props: CourseFieldsProps) {
  return (
    <>
      <ZoneFields {...props} />
      <MowerFields {...props} />
      <WindowFields {...props} />
    </>
  )
}

function ZoneFields({ types, draft, read: { ofTypes, taken, chosen }, onChange }: CourseFieldsProps) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <h2 className={classes.heading}>{t('fleetPlans.course.zones')}</h2>
      {types.length === 0 && <p className={classes.note}>{t('fleetPlans.course.noZones')}</p>}
      <fieldset className={classes.types}>
        <legend className={classes.label}>{t('fleetPlans.course.types')}</legend>
        {types.map(({ type, count: number }) => (
          <Checkbox
            key={type.id}
            label={
              <span className={classes.type}>
                <span className={classes.swatch} style={{ background: type.color }} aria-hidden />
                {type.name} · {t('fleetPlans.course.typeCount', { count: number })}
              </span>
            }
            checked={draft.typeIds.includes(type.id)}
            onChange={event =>
              onChange({
                typeIds: toggled(draft.typeIds, type.id, event.currentTarget.checked),
              })
            }
          />
        ))}
      </fieldset>
      <MultiSelect
        label={t('fleetPlans.course.except')}
        {...(draft.except.length === 0 ? { placeholder: t('fleetPlans.course.exceptHint') } : {})}
        data={ofTypes
          .map(({ id, properties }) => ({ value: id, label: properties.title }))
          .sort((a, b) => compareNames(a.label, b.label, i18n.language))}
        value={draft.except.filter(id => ofTypes.some(zone => zone.id === id))}
        onChange={except => onChange({ except })}
        searchable
        clearable
        nothingFoundMessage={t('common.nothingFound')}
      />
      {taken.length > 0 && (
        <Checkbox
          label={t('fleetPlans.course.leaveTaken', { count: taken.length })}
          checked={!draft.mowsTwice}
          onChange={event => onChange({ mowsTwice: !event.currentTarget.checked })}
        />
      )}
      <p className={classes.note} role="status">
        {t('fleetPlans.course.chosen', { count: chosen.length })}
      </p>
    </>
  )
}

function MowerFields({ ground, types, draft, isBound, onChange, refusalAt }: CourseFieldsProps) {
  const { t } = useTranslation()
  const { zone } = useCourseTime()
  const ready = readyMowers(ground, beginOf(draft, zone))
  // One that was chosen stays in view, also where another day is chosen on which it is still in service.
  const listed = ground.mowers.filter(mower => ready.includes(mower) || draft.mowerIds.includes(mower.id))
  return (
    <>
      <hr className={classes.line} />
      <h2 className={classes.heading}>{t('fleetPlans.course.mowers')}</h2>
      {listed.length === 0 && <p className={classes.note}>{t('fleetPlans.course.noMowers')}</p>}
      {isBound && <p className={classes.note}>{t('fleetPlans.course.ofPlans')}</p>}
      {listed.map(({ id, name, color, bladeId }) => (
        <div key={id} className={classes.mower}>
          <Checkbox
            label={
              <span className={classes.type}>
                <span className={classes.disc} style={{ background: color }} aria-hidden />
                {name}
                <small className={classes.note}>{ground.blades.find(blade => blade.id === bladeId)?.name}</small>
              </span>
            }
            checked={draft.mowerIds.includes(id)}
            onChange={event =>
              onChange({
                mowerIds: toggled(draft.mowerIds, id, event.currentTarget.checked),
              })
            }
          />
          {draft.mowerIds.includes(id) && (
            <MultiSelect
              aria-label={`${name}: ${t('fleetPlans.course.mayMow')}`}
              {...((draft.mayMow[id] ?? []).length === 0 ? { placeholder: t('fleetPlans.course.all') } : {})}
              data={types.map(({ type }) => ({ value: type.id, label: type.name }))}
              value={[...(draft.mayMow[id] ?? [])]}
              onChange={only => onChange({ mayMow: { ...draft.mayMow, [id]: only } })}
            />
          )}
        </div>
      ))}
      {refusalAt('mowers').error !== undefined && (
        <p className={classes.refusal} role="alert">
          {refusalAt('mowers').error}
        </p>
      )}
    </>
  )
}

function WindowFields({ draft, read: { isBackwards }, title, onChange, refusalAt }: CourseFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <hr className={classes.line} />
      <h2 className={classes.heading}>{t('fleetPlans.course.window')}</h2>
      <div className={classes.window}>
        <DayInput label={t('fleetPlans.course.day')} value={draft.day} onChange={day => onChange({ day })} />
        <ClockInput
          label={t('fleetPlans.course.from')}
          value={draft.from}
          onChange={from => onChange({ from })}
          {...refusalAt('startsAt')}
        />
        <ClockInput
          label={t('fleetPlans.course.to')}
          value={draft.to}
          onChange={to => onChange({ to })}
          {...(isBackwards ? { error: t('fleetPlans.course.wrongTimes') } : refusalAt('endsAt'))}
        />
      </div>
      <NumberEntry
        label={t('fleetPlans.course.laps')}
        value={draft.laps}
        min={0}
        max={5}
        clampBehavior="strict"
        allowDecimal={false}
        onChange={value => onChange({ laps: value ?? 0 })}
      />
      <TextInput
        label={t('fleetPlans.course.name')}
        value={title}
        maxLength={60}
        onChange={event => onChange({ title: event.currentTarget.value })}
      />
      <Checkbox
        label={t('fleetPlans.course.byItself')}
        checked={draft.byItself}
        onChange={event => onChange({ byItself: event.currentTarget.checked })}
      />
    </>
  )
}

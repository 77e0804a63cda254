/** Plans one kind of job: on all holes and for everybody it takes four presses. It may come again on later days. */
import { calls } from '@greensward/contract'
import {
  type Hole,
  type JobPlace,
  placeRanges,
  type Repeat,
  type StaffJob,
  type StaffJobKind,
  type StaffJobRepeat,
  sharePlaces,
  WEEKDAYS,
  weekdayOf,
} from '@greensward/domain'
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, loadError, readFailedAgain, useAct, useCall } from '../../api/index.ts'
import { DayInput, ErrorState, LoadingState, NumberEntry, notify, RepeatField, Sheet } from '../../ui/index.ts'
import { usePlaceText } from './jobTexts.ts'
import classes from './PlanJobs.module.css'

interface PlanJobsProps {
  readonly day: string
  /** Jobs that the day has already: holes that have the chosen kind are left out at first. */
  readonly known: readonly StaffJob[]
  /** Repeated jobs that are changed. */
  readonly repeated?: StaffJobRepeat
  /** They come again from the start. */
  readonly comesAgain?: boolean
  readonly onClose: () => void
}

export function PlanJobs(props: PlanJobsProps) {
  const { t } = useTranslation()
  const kinds = useCall(calls.jobKinds.list, { query: { perPage: 500 } })
  const map = useCall(calls.map.get)
  const people = useCall(calls.jobs.people)
  const readings = [kinds, map, people]
  const failed = loadError(readings)
  if (failed === null && kinds.data !== undefined && map.data !== undefined && people.data !== undefined)
    return (
      <PlanForm
        {...props}
        kinds={kinds.data.items}
        holes={map.data.features
          .flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
          .toSorted((a, b) => a.properties.sort - b.properties.sort)}
        people={people.data.items}
      />
    )
  return (
    <Sheet opened onClose={props.onClose} title={t('jobs.plan.title')}>
      {failed === null ? <LoadingState /> : <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />}
    </Sheet>
  )
}

interface PlanFormProps extends PlanJobsProps {
  readonly kinds: readonly StaffJobKind[]
  readonly holes: readonly Hole[]
  readonly people: readonly { readonly id: number; readonly fullname: string }[]
}

const CHANGES = { changes: [calls.jobs.list, calls.jobs.mine, calls.jobRepeats.list] }

/** All that is chosen, and what follows from it. */
const usePlan = ({ day, known, repeated, comesAgain = false, holes }: PlanFormProps) => {
  const [kindId, setKindId] = useState(repeated?.kindId ?? '')
  const [holeIds, setHoleIds] = useState<readonly string[]>(
    () => repeated?.places.flatMap(place => ('holeId' in place ? [place.holeId] : [])) ?? holes.map(({ id }) => id),
  )
  const [other, setOther] = useState(
    () => repeated?.places.flatMap(place => ('name' in place ? [place.name] : [])).join(', ') ?? '',
  )
  const [personIds, setPersonIds] = useState<readonly number[]>(repeated?.personIds ?? [])
  const [minutes, setMinutes] = useState<number | null>(repeated?.minutes ?? null)
  const [note, setNote] = useState(repeated?.note ?? '')
  const [repeat, setRepeat] = useState<Repeat | null>(
    repeated?.repeat ?? (comesAgain ? { kind: 'daily', until: null } : null),
  )
  const [pausedUntil, setPausedUntil] = useState(repeated?.pausedUntil ?? null)
  const others = [...new Set(other.split(',').map(name => name.trim()))].filter(name => name !== '')
  const places: JobPlace[] = [
    ...holes.flatMap(({ id }) => (holeIds.includes(id) ? [{ holeId: id }] : [])),
    ...others.map(name => ({ name })),
  ]
  const chooseKind = (id: string): void => {
    setKindId(id)
    if (repeated !== undefined) return
    const has = new Set(known.flatMap(job => (job.kindId === id && job.holeId !== null ? [job.holeId] : [])))
    setHoleIds(holes.flatMap(hole => (has.has(hole.id) ? [] : [hole.id])))
  }
  return {
    day,
    ...{ kindId, holeIds, other, personIds, minutes, note, repeat, pausedUntil, places },
    ...{ chooseKind, setHoleIds, setOther, setPersonIds, setMinutes, setNote, setRepeat, setPausedUntil },
  }
}
type Plan = ReturnType<typeof usePlan>

const toggled = <T,>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list.filter(one => one !== item) : [...list, item]

const useSave = ({ repeated, onClose }: PlanFormProps, plan: Plan) => {
  const { t } = useTranslation()
  const once = useAct(calls.jobs.plan, CHANGES)
  const add = useAct(calls.jobRepeats.create, CHANGES)
  const update = useAct(calls.jobRepeats.update, CHANGES)
  const { kindId, places, personIds, minutes, note, repeat, pausedUntil, day } = plan
  const work = { kindId, places, personIds: [...personIds], minutes, note }
  const saved = (message: string) => ({
    onSuccess: () => {
      notify.done(message)
      onClose()
    },
  })
  const save = (): void => {
    if (repeated !== undefined && repeat !== null)
      update.mutate(
        { params: { id: repeated.id }, body: { ...work, repeat, pausedUntil, updatedAt: repeated.updatedAt } },
        saved(t('common.saved')),
      )
    else if (repeat !== null)
      add.mutate({ body: { ...work, repeat, firstDay: day, pausedUntil: null } }, saved(t('common.saved')))
    else once.mutate({ body: { ...work, day } }, saved(t('jobs.plan.planned', { count: places.length })))
  }
  return {
    save,
    isSaving: once.isPending || add.isPending || update.isPending,
    error: once.error ?? add.error ?? update.error,
  }
}

function PlanForm(props: PlanFormProps) {
  const { t } = useTranslation()
  const { kinds, holes, people, repeated, day, onClose } = props
  const plan = usePlan(props)
  const placeText = usePlaceText()
  const { save, isSaving, error } = useSave(props, plan)
  const kind = kinds.find(({ id }) => id === plan.kindId)
  const lacks =
    kind === undefined ? t('jobs.plan.kindNeeded') : plan.places.length === 0 ? t('jobs.plan.placeNeeded') : null
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t(repeated === undefined ? 'jobs.plan.title' : 'jobs.plan.repeatTitle')}
      footer={
        <div className={classes.footer}>
          <p className={classes.makes} aria-live="polite">
            {lacks ?? <Makes plan={plan} usual={kind?.minutes ?? 0} />}
          </p>
          {error !== null && (
            <p className={classes.refusal} role="alert">
              {errorText(error)}
            </p>
          )}
          <Button fullWidth loading={isSaving} disabled={lacks !== null} onClick={save}>
            {t(repeated === undefined ? 'jobs.plan.save' : 'common.save')}
          </Button>
        </div>
      }
    >
      <div className={classes.form}>
        <Choices legend={t('jobs.plan.kind')}>
          {kinds.length === 0 && <UsualKinds />}
          {kinds.map(({ id, name }) => (
            <Choice key={id} isOn={id === plan.kindId} onPress={() => plan.chooseKind(id)}>
              {name}
            </Choice>
          ))}
        </Choices>
        <Choices legend={t('jobs.plan.places')}>
          <Choice
            isOn={false}
            isWide
            onPress={() => plan.setHoleIds(plan.holeIds.length === holes.length ? [] : holes.map(({ id }) => id))}
          >
            {t(plan.holeIds.length === holes.length ? 'jobs.plan.noHoles' : 'jobs.plan.all')}
          </Choice>
          {holes.map(({ id, properties: { name } }) => (
            <Choice
              key={id}
              label={placeText([{ holeId: id, place: name, position: 0 }])}
              isOn={plan.holeIds.includes(id)}
              onPress={() => plan.setHoleIds(toggled(plan.holeIds, id))}
            >
              {placeRanges([{ holeId: id, place: name, position: 0 }])[0]?.from}
            </Choice>
          ))}
        </Choices>
        <TextInput
          label={t('jobs.plan.otherPlace')}
          description={t('jobs.plan.otherPlaceHint')}
          value={plan.other}
          maxLength={120}
          onChange={event => plan.setOther(event.currentTarget.value)}
        />
        <Choices legend={t('jobs.plan.people')} note={t('jobs.plan.noPeople')}>
          <Choice
            isOn={false}
            isWide
            onPress={() => plan.setPersonIds(plan.personIds.length === people.length ? [] : people.map(({ id }) => id))}
          >
            {t(plan.personIds.length === people.length ? 'jobs.plan.nobody' : 'jobs.plan.everybody')}
          </Choice>
          {people.map(({ id, fullname }) => (
            <Choice
              key={id}
              isOn={plan.personIds.includes(id)}
              onPress={() => plan.setPersonIds(toggled(plan.personIds, id))}
            >
              {fullname}
            </Choice>
          ))}
        </Choices>
        <NumberEntry
          label={t('jobs.plan.minutes')}
          value={plan.minutes ?? kind?.minutes}
          min={1}
          max={720}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={value => plan.setMinutes(value ?? null)}
        />
        <TextInput
          label={t('jobs.plan.note')}
          value={plan.note}
          maxLength={300}
          onChange={event => plan.setNote(event.currentTarget.value)}
        />
        <RepeatField
          value={plan.repeat}
          onChange={plan.setRepeat}
          weekday={WEEKDAYS[weekdayOf(day)] ?? 'mon'}
          error={undefined}
          once={repeated === undefined}
        />
        {repeated !== undefined && (
          <DayInput
            label={t('jobs.repeats.pause')}
            value={plan.pausedUntil ?? ''}
            isOptional
            onChange={next => plan.setPausedUntil(next || null)}
          />
        )}
      </div>
    </Sheet>
  )
}

/** How much work it is, before it is saved. */
function Makes({ plan: { places, personIds, minutes }, usual }: { readonly plan: Plan; readonly usual: number }) {
  const { t } = useTranslation()
  const each = minutes ?? usual
  const shares = sharePlaces(places.length, personIds.length)
  const most = Math.max(0, ...personIds.map((_, index) => shares.filter(share => share === index).length))
  const makes = t('jobs.plan.makes', { count: places.length, minutes: places.length * each })
  return personIds.length === 0 ? makes : `${makes}, ${t('jobs.plan.share', { minutes: most * each })}`
}

const USUAL = { cups: 5, bunkers: 15, blowing: 10, rolling: 10, irrigation: 10, teeMarkers: 4, divots: 10, litter: 5 }

/** A course without kinds gets those that most courses have, in the words of the person. */
function UsualKinds() {
  const { t } = useTranslation()
  const create = useAct(calls.jobKinds.create, { changes: [calls.jobKinds.list] })
  const [isBusy, setBusy] = useState(false)
  const addAll = async (): Promise<void> => {
    setBusy(true)
    try {
      for (const [key, minutes] of Object.entries(USUAL))
        await create.mutateAsync({ body: { name: t(`jobs.usualKinds.${key as keyof typeof USUAL}`), minutes } })
    } catch (error) {
      notify.failed(t('jobs.board.notChanged'), error)
    }
    setBusy(false)
  }
  return (
    <div className={classes.usual}>
      <p>{t('jobs.plan.noKinds')}</p>
      <Button variant="default" loading={isBusy} onClick={() => void addAll()}>
        {t('jobs.plan.usual')}
      </Button>
    </div>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly note?: string
  readonly children: ReactNode
}

function Choices({ legend, note, children }: ChoicesProps) {
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      <div className={classes.buttons}>{children}</div>
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </fieldset>
  )
}

interface ChoiceProps {
  /** Where the text alone does not say what it is. */
  readonly label?: string
  readonly isOn: boolean
  /** It chooses or clears all others. */
  readonly isWide?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Choice({ label, isOn, isWide = false, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes.choice}
      data-wide={isWide || undefined}
      aria-label={label}
      aria-pressed={isWide ? undefined : isOn}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** Plan the course: choose zones, mowers and a time; see each mower's round; accept and the missions are made. */
import type { CourseFeature, Zone } from '@greensward/domain'
import { type CourseRequest, calls } from '@greensward/domain/contract'
import { Button, Checkbox, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { IconArrowLeft, IconCalendarPlus, IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, faultText, fieldRefusals, useAct, useCourseTime, useMay } from '../../api/index.ts'
import { CourseMapView, type PreviewDrawing } from '../../map/index.ts'
import { EmptyState, ErrorState, ForbiddenState, IconButton, LoadingState, notify, Page } from '../../ui/index.ts'
import { addDays, dayOf, momentOf } from '../../ui/zonedTime.ts'
import { type Ground, useGround } from '../useGround.ts'
import classes from './CoursePlanPage.module.css'
import { Rounds } from './Rounds.tsx'
import { useCourseJob } from './useCourseJob.ts'

export default function CoursePlanPage() {
  const { t } = useTranslation()
  const mayPlan = useMay('missions.plan')
  const ground = useGround()
  const title = t('fleetPlans.course.title')
  if (!mayPlan)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  if (ground.error !== null)
    return (
      <Page title={title}>
        <ErrorState error={ground.error} onRetry={ground.readAgain} />
      </Page>
    )
  if (ground.data === undefined)
    return (
      <Page title={title}>
        <LoadingState />
      </Page>
    )
  return <CoursePlanForm ground={ground.data} />
}

const mowableZones = ({ features, zoneTypes }: Ground): Zone[] => {
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
  return features.filter(
    (feature: CourseFeature): feature is Zone =>
      feature.kind === 'zone' && !feature.properties.hiddenForMower && mowable.has(feature.properties.zoneTypeId),
  )
}

interface Draft {
  readonly typeIds: readonly string[]
  readonly except: readonly string[]
  readonly mowerIds: readonly string[]
  /** What each mower may mow; nothing named is everything. */
  readonly mayMow: Readonly<Record<string, readonly string[]>>
  readonly day: string
  readonly from: string
  readonly to: string
  readonly laps: number
  readonly byItself: boolean
  readonly title: string
}

const momentOn = (day: string, clock: string, zone: string): Date | undefined => {
  const found = /^(\d{2}):(\d{2})$/.exec(clock)
  if (found === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = momentOf(day, Number(found[1]), Number(found[2]), zone)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function CoursePlanForm({ ground }: { readonly ground: Ground }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const time = useCourseTime()
  const zones = useMemo(() => mowableZones(ground), [ground])
  const fit = ground.mowers.filter(({ inService, bladeId }) => !inService && bladeId !== null)
  const types = ground.zoneTypes
    .map(type => ({ type, count: zones.filter(({ properties }) => properties.zoneTypeId === type.id).length }))
    .filter(({ count }) => count > 0)
  const [draft, setDraft] = useState<Draft>(() => ({
    typeIds: types.slice(0, 1).map(({ type }) => type.id),
    except: [],
    mowerIds: fit.map(({ id }) => id),
    mayMow: {},
    day: addDays(dayOf(new Date(), time.zone), 1),
    from: '05:00',
    to: '11:00',
    laps: 2,
    byItself: false,
    title: '',
  }))
  const job = useCourseJob()
  const accept = useAct(calls.fleetPlans.acceptCourse, { changes: [calls.missions.list] })
  const change = (part: Partial<Draft>): void => {
    setDraft(before => ({ ...before, ...part }))
    job.setStale()
  }

  const ofTypes = zones.filter(({ properties }) => draft.typeIds.includes(properties.zoneTypeId))
  const chosen = ofTypes.filter(({ id }) => !draft.except.includes(id))
  const [startsAt, endsAt] = [momentOn(draft.day, draft.from, time.zone), momentOn(draft.day, draft.to, time.zone)]
  const isBackwards = startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt
  const title = draft.title || t('fleetPlans.course.nameDefault', { day: draft.day })
  const request: CourseRequest | undefined =
    startsAt === undefined || endsAt === undefined || isBackwards || chosen.length === 0 || draft.mowerIds.length === 0
      ? undefined
      : {
          title,
          zoneIds: chosen.map(({ id }) => id),
          mowers: draft.mowerIds.map(mowerId => {
            const only = draft.mayMow[mowerId] ?? []
            return { mowerId, zoneTypeIds: only.length === 0 ? null : [...only] }
          }),
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          cleaningCycles: draft.laps,
          turnScheme: 'oneInOne',
          startsByItself: draft.byItself,
        }
  const refusals = fieldRefusals(job.error)
  const refusalAt = (field: string): { error?: string } => {
    const found = [...refusals].find(([name]) => name === field || name.startsWith(`${field}.`))
    return found === undefined ? {} : { error: found[1] }
  }

  const { plan } = job
  const count = plan?.rounds.reduce((sum, { stops }) => sum + stops.length, 0) ?? 0
  const drawing = useMemo<PreviewDrawing | null>(
    () =>
      plan === null
        ? null
        : {
            featureId: null,
            legs: [],
            uncovered: [],
            approach: null,
            parts: plan.rounds
              .filter(({ stops }) => stops.length > 0)
              .map(({ mowerId, stops }) => ({
                kind: 'ways' as const,
                colour: ground.mowers.find(({ id }) => id === mowerId)?.color ?? '#0b7390',
                lines: stops.map(({ way }) => way),
                stops: stops.flatMap(({ way }) => way.slice(-1)),
              })),
          },
    [plan, ground.mowers],
  )
  const zoneIds = chosen.map(({ id }) => id).join(' ')
  const fitTo = useMemo(() => (zoneIds === '' ? undefined : zoneIds.split(' ')), [zoneIds])

  const acceptAll = async (): Promise<void> => {
    if (job.id === null) return
    try {
      const { items } = await accept.mutateAsync({ params: { id: job.id } })
      notify.done(t('fleetPlans.course.accepted', { count: items.length }))
      void navigate({ to: '/schedule', search: { day: draft.day } })
    } catch (error) {
      notify.failed(t('fleetPlans.course.notAccepted'), error)
    }
  }

  return (
    <div className={classes.page}>
      <section className={classes.form} aria-label={t('fleetPlans.course.title')}>
        <header className={classes.head}>
          <IconButton label={t('fleetPlans.course.back')} onClick={() => void navigate({ to: '/missions' })}>
            <IconArrowLeft size={24} />
          </IconButton>
          <h1 className={classes.title}>{t('fleetPlans.course.title')}</h1>
        </header>
        <div className={classes.fields}>
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
                  change({
                    typeIds: event.currentTarget.checked
                      ? [...draft.typeIds, type.id]
                      : draft.typeIds.filter(id => id !== type.id),
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
              .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))}
            value={draft.except.filter(id => ofTypes.some(zone => zone.id === id))}
            onChange={except => change({ except })}
            searchable
            clearable
            nothingFoundMessage={t('common.nothingFound')}
          />
          <p className={classes.note} role="status">
            {t('fleetPlans.course.chosen', { count: chosen.length })}
          </p>
          <hr className={classes.line} />
          <h2 className={classes.heading}>{t('fleetPlans.course.mowers')}</h2>
          {fit.length === 0 && <p className={classes.note}>{t('fleetPlans.course.noMowers')}</p>}
          {fit.map(({ id, name, color, bladeId }) => (
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
                  change({
                    mowerIds: event.currentTarget.checked
                      ? [...draft.mowerIds, id]
                      : draft.mowerIds.filter(other => other !== id),
                  })
                }
              />
              {draft.mowerIds.includes(id) && (
                <MultiSelect
                  aria-label={`${name}: ${t('fleetPlans.course.mayMow')}`}
                  {...((draft.mayMow[id] ?? []).length === 0 ? { placeholder: t('fleetPlans.course.all') } : {})}
                  data={types.map(({ type }) => ({ value: type.id, label: type.name }))}
                  value={[...(draft.mayMow[id] ?? [])]}
                  onChange={only => change({ mayMow: { ...draft.mayMow, [id]: only } })}
                />
              )}
            </div>
          ))}
          {refusalAt('mowers').error !== undefined && (
            <p className={classes.refusal} role="alert">
              {refusalAt('mowers').error}
            </p>
          )}
          <hr className={classes.line} />
          <h2 className={classes.heading}>{t('fleetPlans.course.window')}</h2>
          <div className={classes.window}>
            <TextInput
              type="date"
              label={t('fleetPlans.course.day')}
              value={draft.day}
              onChange={event => change({ day: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={t('fleetPlans.course.from')}
              value={draft.from}
              onChange={event => change({ from: event.currentTarget.value })}
              {...refusalAt('startsAt')}
            />
            <TextInput
              type="time"
              label={t('fleetPlans.course.to')}
              value={draft.to}
              onChange={event => change({ to: event.currentTarget.value })}
              {...(isBackwards ? { error: t('fleetPlans.course.wrongTimes') } : refusalAt('endsAt'))}
            />
          </div>
          <NumberInput
            label={t('fleetPlans.course.laps')}
            value={draft.laps}
            min={0}
            max={5}
            clampBehavior="strict"
            allowDecimal={false}
            onChange={value => change({ laps: typeof value === 'number' ? value : 0 })}
          />
          <TextInput
            label={t('fleetPlans.course.name')}
            value={title}
            maxLength={60}
            onChange={event => change({ title: event.currentTarget.value })}
          />
          <Checkbox
            label={t('fleetPlans.course.byItself')}
            checked={draft.byItself}
            onChange={event => change({ byItself: event.currentTarget.checked })}
          />
        </div>
        <footer className={classes.foot}>
          <Button
            h={48}
            variant={plan === null || job.isStale ? 'filled' : 'default'}
            leftSection={<IconRoute size={20} />}
            disabled={request === undefined}
            loading={job.isWorking}
            onClick={() => request !== undefined && void job.begin(request)}
          >
            {t(plan === null ? 'fleetPlans.course.plan' : 'fleetPlans.course.planAgain')}
          </Button>
          {count > 0 && (
            <Button
              h={48}
              leftSection={<IconCalendarPlus size={20} />}
              disabled={job.isStale || job.isWorking}
              loading={accept.isPending}
              onClick={() => void acceptAll()}
            >
              {t('fleetPlans.course.accept', { count })}
            </Button>
          )}
        </footer>
      </section>
      <section className={classes.map} aria-label={t('fleetPlans.course.map')}>
        <CourseMapView
          label={t('fleetPlans.course.map')}
          preview={drawing}
          {...(fitTo === undefined ? {} : { fitTo })}
          controls="plain"
        />
      </section>
      <section className={classes.result} aria-label={t('fleetPlans.course.result')}>
        {job.isWorking ? (
          <div className={classes.progress} role="status">
            <span>
              {job.state === 'ordering'
                ? t('fleetPlans.course.ordering')
                : t('fleetPlans.course.measuring', { done: job.done, total: job.total })}
            </span>
            <progress value={job.done} max={Math.max(1, job.total)} aria-label={t('fleetPlans.course.plan')} />
          </div>
        ) : job.error !== null || job.reason !== null ? (
          <ErrorState
            error={`${t('fleetPlans.course.failed')}: ${(job.reason === null ? undefined : faultText(job.reason)) ?? [errorText(job.error), ...refusals.map(([, reason]) => reason)].join(' ')}`}
            onRetry={() => request !== undefined && void job.begin(request)}
          />
        ) : plan === null ? (
          <EmptyState title={t('fleetPlans.course.empty')} text={t('fleetPlans.course.emptyText')} />
        ) : (
          <>
            {job.isStale && (
              <p className={classes.stale} role="status">
                {t('fleetPlans.course.stale')}
              </p>
            )}
            <Rounds plan={plan} ground={ground} />
          </>
        )}
      </section>
    </div>
  )
}

/** Plan a mission: choose on the left, see the plan in the middle, see whether it could start on the right. */
import {
  autoDirection,
  type CourseFeature,
  gateOpen,
  type Mission,
  type Mower,
  swathHeadingDeg,
} from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft, IconCalendarPlus, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  fieldRefusals,
  isKind,
  liveStore,
  messageOf,
  useAct,
  useCall,
  useCourseTime,
  useMay,
  useVehicle,
} from '../api/index.ts'
import { CourseMapView, type PreviewDrawing, type Thing } from '../map/index.ts'
import { ErrorState, ForbiddenState, IconButton, LoadingState, notify, Page, StatusPill } from '../ui/index.ts'
import { GateList } from './GateList.tsx'
import { MissionFields } from './MissionFields.tsx'
import classes from './MissionFormPage.module.css'
import { draftOf, emptyDraft, type MissionDraft, proposedTitle, requestOf, startsAtOf } from './missionDraft.ts'
import { PlanFigures } from './PlanFigures.tsx'
import type { CourseForPlan, PlanWish } from './preview/planMessages.ts'
import { usePlanPreview } from './preview/usePlanPreview.ts'
import { useGround } from './useGround.ts'

export default function MissionFormPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const editedId = typeof search.mission === 'string' ? search.mission : undefined
  const mayPlan = useMay('missions.plan')
  const ground = useGround()
  const settings = useCall(calls.settings.get)
  const edited = useCall(calls.missions.get, { params: { id: editedId ?? '' } }, { enabled: editedId !== undefined })
  const time = useCourseTime()

  const title = t(editedId === undefined ? 'missions.new' : 'missions.edit')
  if (!mayPlan)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  const failed = ground.error ?? settings.error ?? edited.error
  if (failed !== null)
    return (
      <Page title={title}>
        <ErrorState error={messageOf(failed)} onRetry={() => window.location.reload()} />
      </Page>
    )
  if (ground.data === undefined || settings.data === undefined || (editedId !== undefined && edited.data === undefined))
    return <LoadingState />

  const { features, mowers } = ground.data
  const zoneId = typeof search.zone === 'string' ? search.zone : undefined
  const target = features.find(({ id }) => id === zoneId)
  const mower = mowers.find(({ id }) => id === search.mower) ?? likelyMower(mowers)
  const start: MissionDraft =
    edited.data !== undefined
      ? draftOf(edited.data, new Date(), time.zone)
      : {
          ...emptyDraft(new Date(), time.zone),
          ...(target?.kind === 'road' || target?.kind === 'missionArea' ? { kind: target.kind } : {}),
          featureId: target?.id,
          mowerId: mower?.id,
          bladeId: mower?.bladeId ?? undefined,
        }
  return <MissionForm key={editedId ?? 'new'} title={title} start={start} edited={edited.data} ground={ground.data} />
}

interface MissionFormProps {
  readonly title: string
  readonly start: MissionDraft
  readonly edited: Mission | undefined
  readonly ground: NonNullable<ReturnType<typeof useGround>['data']>
}

function MissionForm({ title, start, edited, ground }: MissionFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const time = useCourseTime()
  const mayOperate = useMay('mowers.operate')
  const [draft, setDraft] = useState(start)
  const change = (part: Partial<MissionDraft>): void => setDraft(before => ({ ...before, ...part }))

  const target = ground.features.find(({ id }) => id === draft.featureId)
  const mower = ground.mowers.find(({ id }) => id === draft.mowerId)
  const blade = ground.blades.find(({ id }) => id === draft.bladeId)
  const zoneType = ground.zoneTypes.find(type => target?.kind === 'zone' && type.id === target.properties.zoneTypeId)
  const hole = holeOf(ground.features, target)
  const holeBaseAngleDeg = hole?.properties.baseAngle ?? 0
  const ledgerCall = useCall(
    calls.missions.ledger,
    { params: { id: draft.featureId ?? '' } },
    { enabled: draft.featureId !== undefined && draft.kind !== 'road' },
  )
  const ledger = draft.kind === 'road' ? [] : (ledgerCall.data?.items ?? [])
  const allowed = zoneType?.directions ?? ALL_DIRECTIONS
  const auto = autoDirection(
    allowed,
    ledger.map(({ direction }) => direction),
  )
  const direction = draft.direction === 'auto' ? (auto ?? '12-6') : draft.direction
  const headingDeg = swathHeadingDeg(holeBaseAngleDeg, direction, draft.angleOffsetDeg)
  const shownTitle = draft.title !== '' ? draft.title : proposedTitle(target, t(`missions.direction.${direction}`))

  const course = useMemo<CourseForPlan>(
    () => ({ features: ground.features, zoneTypes: ground.zoneTypes }),
    [ground.features, ground.zoneTypes],
  )
  const wish = useMemo<PlanWish | undefined>(
    () =>
      draft.featureId === undefined || mower === undefined || blade === undefined
        ? undefined
        : {
            target: { kind: draft.kind, featureId: draft.featureId },
            mower,
            blade,
            headingDeg,
            turnScheme: draft.turnScheme,
            cleaningCycles: draft.cleaningCycles,
          },
    [draft.featureId, draft.kind, draft.turnScheme, draft.cleaningCycles, mower, blade, headingDeg],
  )
  const preview = usePlanPreview(course, wish)

  const request = requestOf(draft, shownTitle, time.zone)
  // The server plans the same again with the machine's live state beside it: that is where the gate comes from.
  const [settled] = useDebouncedValue(JSON.stringify(request), 500)
  const checked = useCall(
    calls.missions.preview,
    { body: settled === undefined ? (request as never) : JSON.parse(settled) },
    {
      enabled: settled !== undefined && request !== undefined && preview.plan !== undefined,
      refetchInterval: 4_000,
      keepPrevious: true,
    },
  )
  const vehicle = useVehicle(draft.mowerId ?? '')

  const create = useAct(calls.missions.create, { changes: [calls.missions.list] })
  const update = useAct(calls.missions.update, { changes: [calls.missions.list, calls.missions.get] })
  const begin = useAct(calls.missions.start, { changes: [calls.missions.list] })
  const saving = create.isPending || update.isPending || begin.isPending
  const failure = create.error ?? update.error
  const refusals = new Map(fieldRefusals(failure))

  const save = async (): Promise<Mission | undefined> => {
    if (request === undefined) return undefined
    try {
      return edited === undefined
        ? await create.mutateAsync({ body: request })
        : await update.mutateAsync({ params: { id: edited.id }, body: { ...request, updatedAt: edited.updatedAt } })
    } catch (error) {
      notify.failed(t('missions.notSaved'), isKind(error, 'conflict') ? t('common.changedElsewhere') : error)
      return undefined
    }
  }
  const saveOnly = async (): Promise<void> => {
    const mission = await save()
    if (mission !== undefined) void navigate({ to: '/missions/$id', params: { id: mission.id } })
  }
  const saveAndStart = async (): Promise<void> => {
    const mission = await save()
    if (mission === undefined) return
    void navigate({ to: '/missions/$id', params: { id: mission.id } })
    try {
      const outcome = await begin.mutateAsync({ params: { id: mission.id } })
      if (outcome.outcome !== 'accepted')
        notify.failed(t('missions.notStarted'), outcome.reason ?? t('missions.noAnswer'))
    } catch (error) {
      notify.failed(t('missions.notStarted'), error)
    }
  }

  // Their identity stays while they are equal, so that the map redraws only what changed.
  const drawing = useMemo<PreviewDrawing | null>(
    () =>
      preview.plan === undefined
        ? null
        : {
            featureId: draft.featureId ?? null,
            legs: preview.plan.legs,
            uncovered: preview.plan.uncovered,
            approach: null,
          },
    [preview.plan, draft.featureId],
  )
  const selection = useMemo<Thing | null>(
    () => (draft.featureId === undefined ? null : { kind: 'feature', id: draft.featureId }),
    [draft.featureId],
  )
  const fitTo = useMemo(() => (draft.featureId === undefined ? undefined : [draft.featureId]), [draft.featureId])
  const startsAt = startsAtOf(draft, time.zone)
  const gate = checked.data?.gate ?? []
  const startsNow = draft.when === 'now'

  useEffect(() => {
    if (draft.direction !== 'auto' && !allowed.includes(draft.direction))
      setDraft(before => ({ ...before, direction: 'auto' }))
  }, [allowed, draft.direction])

  return (
    <div className={classes.page}>
      <section className={classes.form} aria-label={title}>
        <header className={classes.head}>
          <IconButton label={t('missions.back')} onClick={() => void navigate({ to: '/missions' })}>
            <IconArrowLeft size={24} />
          </IconButton>
          <h1 className={classes.title}>{title}</h1>
        </header>
        <div className={classes.fields}>
          <MissionFields
            draft={draft}
            shownTitle={shownTitle}
            onChange={change}
            ground={ground}
            allowed={allowed}
            ledger={ledger}
            holeBaseAngleDeg={holeBaseAngleDeg}
            hasHole={hole !== undefined}
            refusals={refusals}
          />
        </div>
        <footer className={classes.foot}>
          <Button variant="subtle" h={48} onClick={() => void navigate({ to: '/missions' })}>
            {t('common.cancel')}
          </Button>
          <span className={classes.spread} />
          {mayOperate && startsNow && (
            <Button
              h={48}
              variant="default"
              leftSection={<IconPlayerPlay size={20} />}
              disabled={request === undefined || preview.plan === undefined || !gateOpen(gate)}
              loading={saving}
              onClick={() => void saveAndStart()}
            >
              {t('missions.startNow')}
            </Button>
          )}
          <Button
            h={48}
            leftSection={<IconCalendarPlus size={20} />}
            disabled={request === undefined || preview.plan === undefined || shownTitle === ''}
            loading={saving}
            onClick={() => void saveOnly()}
          >
            {t('missions.saveAsPlanned')}
          </Button>
        </footer>
      </section>

      <section className={classes.preview} aria-label={t('missions.preview')}>
        <header className={classes.head}>
          <h2 className={classes.subtitle}>{t('missions.preview')}</h2>
          {preview.plan !== undefined && (
            <StatusPill tone={preview.computing ? 'neutral' : 'success'}>
              {t(preview.computing ? 'missions.computing' : 'missions.upToDate')}
            </StatusPill>
          )}
        </header>
        <div className={classes.map}>
          <CourseMapView
            label={t('missions.previewMap')}
            preview={drawing}
            {...(blade === undefined ? {} : { previewWidthM: blade.widthM })}
            selection={selection}
            {...(fitTo === undefined ? {} : { fitTo })}
            controls="plain"
            onSelect={thing => {
              const picked = thing?.kind === 'feature' && ground.features.find(feature => feature.id === thing.id)
              if (picked && (picked.kind === 'zone' || picked.kind === 'missionArea' || picked.kind === 'road'))
                change({ kind: picked.kind, featureId: picked.id })
            }}
            legend={
              preview.plan !== undefined && (
                <ul className={classes.legend}>
                  <li data-kind="lap">{t('missions.legend.laps')}</li>
                  <li data-kind="swath">{t('missions.legend.swaths')}</li>
                  <li data-kind="transit">{t('missions.legend.transit')}</li>
                  <li data-kind="uncovered">{t('missions.legend.uncovered')}</li>
                </ul>
              )
            }
          />
          {preview.refusal !== undefined && (
            <p className={classes.refusal} role="alert">
              {t(`missions.refusal.${preview.refusal.kind}`)} {preview.refusal.message}
            </p>
          )}
          {draft.featureId === undefined && <p className={classes.hint}>{t('missions.chooseZone')}</p>}
        </div>
        <PlanFigures
          stats={preview.plan?.stats}
          slivers={preview.plan?.uncovered.length ?? 0}
          laps={draft.cleaningCycles}
          startsAt={startsAt ?? new Date()}
          battery={vehicle?.telemetry.battery ?? null}
          mower={mower}
        />
        {preview.plan !== undefined && preview.plan.warnings.length > 0 && (
          <ul className={classes.warnings}>
            {preview.plan.warnings.map(({ kind, message }) => (
              <li key={kind + message}>{t(`missions.warning.${kind}`, { defaultValue: message })}</li>
            ))}
          </ul>
        )}
      </section>

      <aside className={classes.gate} aria-label={t('missions.gate.title')}>
        {gate.length > 0 ? (
          <>
            <GateList lines={gate} hint={t('missions.gate.live')} />
            <Button variant="default" loading={checked.isFetching} onClick={() => void checked.refetch()}>
              {t('missions.gate.again')}
            </Button>
          </>
        ) : checked.isError ? (
          <ErrorState error={messageOf(checked.error)} onRetry={() => void checked.refetch()} />
        ) : (
          <p className={classes.quiet}>{t('missions.gate.later')}</p>
        )}
        <p className={classes.quiet}>{t(startsNow ? 'missions.gate.opensNow' : 'missions.gate.opensThen')}</p>
      </aside>
    </div>
  )
}

/** The first mower that could start: on the air and without a mission; failing that, any that is not in service. */
const likelyMower = (mowers: readonly Mower[]): Mower | undefined => {
  const fit = mowers.filter(({ inService, bladeId }) => !inService && bladeId !== null)
  const live = fit.filter(({ id }) => liveStore.get(id)?.telemetry.link === 'live')
  return live.find(({ id }) => liveStore.get(id)?.missionId === null) ?? live[0] ?? fit[0]
}

const ALL_DIRECTIONS = ['12-6', '2-8', '3-9', '10-4', 'diagonal-left', 'diagonal-right'] as const

const holeOf = (features: readonly CourseFeature[], target: CourseFeature | undefined) => {
  const holeId = target?.kind === 'zone' || target?.kind === 'missionArea' ? target.properties.holeId : null
  return features.find(feature => feature.kind === 'hole' && feature.id === holeId) as
    | Extract<CourseFeature, { kind: 'hole' }>
    | undefined
}

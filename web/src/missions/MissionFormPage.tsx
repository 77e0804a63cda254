/** Plan a mission: choose on the left, see the plan in the middle, see whether it could start on the right. */
import {
  autoDirection,
  type CourseFeature,
  clockOf,
  gateOpen,
  type Mission,
  type MissionRequest,
  type Mower,
  swathHeadingDeg,
} from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft, IconCalendarPlus, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ApiFailure,
  fieldRefusals,
  isKind,
  liveStore,
  messageOf,
  queryClient,
  readAnew,
  useAct,
  useCall,
  useCourseTime,
  useMay,
  useVehicle,
} from '../api/index.ts'
import { type CourseMapHandle, CourseMapView, type PreviewDrawing, type Thing } from '../map/index.ts'
import {
  ErrorState,
  ForbiddenState,
  GateList,
  IconButton,
  LoadingState,
  notify,
  Page,
  StatusPill,
} from '../ui/index.ts'
import { MissionFields } from './MissionFields.tsx'
import classes from './MissionFormPage.module.css'
import { draftOf, emptyDraft, type MissionDraft, proposedTitle, requestOf, startsAtOf } from './missionDraft.ts'
import { PlanFigures } from './PlanFigures.tsx'
import type { PlanFile } from './PlanFileField.tsx'
import type { CourseForPlan, PlanWish } from './preview/planMessages.ts'
import { usePlanPreview } from './preview/usePlanPreview.ts'
import { SlotHint } from './SlotHint.tsx'
import { ShareField } from './sharing/ShareField.tsx'
import { SplitParts } from './sharing/SplitParts.tsx'
import { useSplit } from './sharing/useSplit.ts'
import { useDrawnArea } from './useDrawnArea.ts'
import { useGround } from './useGround.ts'

const NOBODY: readonly string[] = []

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
  const [file, setFile] = useState<PlanFile | null>(null)
  const [further, setFurther] = useState<readonly string[]>([])
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const map = useRef<CourseMapHandle>(null)
  const drawn = useDrawnArea(map, featureId => setDraft(before => ({ ...before, kind: 'missionArea', featureId })))
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
      file !== null || draft.featureId === undefined || mower === undefined || blade === undefined
        ? undefined
        : {
            target: { kind: draft.kind, featureId: draft.featureId },
            mower,
            blade,
            headingDeg,
            turnScheme: draft.turnScheme,
            cleaningCycles: draft.cleaningCycles,
          },
    [file, draft.featureId, draft.kind, draft.turnScheme, draft.cleaningCycles, mower, blade, headingDeg],
  )
  const computed = usePlanPreview(course, wish)

  const request = requestOf(draft, shownTitle, time.zone)
  // The server plans the same again with the machine's live state beside it: that is where the gate comes from.
  const asked = request === undefined || file === null ? request : { ...request, qgcPlan: file.content }
  const [settled] = useDebouncedValue(JSON.stringify(asked), 500)
  const checked = useCall(
    calls.missions.preview,
    { body: settled === undefined ? (request as never) : JSON.parse(settled) },
    {
      enabled: settled !== undefined && request !== undefined && (file !== null || computed.plan !== undefined),
      // A file goes to the server each time, so it goes less often.
      refetchInterval: file === null ? 4_000 : 15_000,
      keepPrevious: true,
    },
  )
  const vehicle = useVehicle(draft.mowerId ?? '')
  const fileRefusal = file !== null && checked.isError ? messageOfRefusal(checked.error) : undefined
  const sharers = edited === undefined && file === null && draft.repeat === null ? further : NOBODY
  const split = useSplit(request, sharers, ground)
  const isShared = split.body !== null
  const preview =
    file === null
      ? computed
      : {
          plan: checked.isError ? undefined : checked.data?.plan,
          refusal: undefined,
          computing: checked.isFetching,
        }

  const create = useAct(calls.missions.create, { changes: [calls.missions.list] })
  const update = useAct(calls.missions.update, { changes: [calls.missions.list, calls.missions.get] })
  const createSplit = useAct(calls.fleetPlans.split, { changes: [calls.missions.list] })
  const putPlan = useAct(calls.missions.putPlan, { changes: [calls.missions.get, calls.missions.path] })
  const begin = useAct(calls.missions.start, { changes: [calls.missions.list] })
  const saving = create.isPending || createSplit.isPending || update.isPending || putPlan.isPending || begin.isPending
  const failure = create.error ?? createSplit.error ?? update.error ?? putPlan.error
  const refusals = new Map(fieldRefusals(failure))

  const changeSaved = async (before: Mission, wanted: MissionRequest): Promise<Mission> => {
    const repeats = draft.when === 'later' ? draft.repeat : null
    const isOther = JSON.stringify(repeats) !== JSON.stringify(before.series?.repeat ?? null)
    const changed = await update.mutateAsync({
      params: { id: before.id },
      body: {
        ...wanted,
        updatedAt: before.updatedAt,
        ...(before.series === null ? {} : { scope: isOther ? 'following' : scope }),
        ...(isOther ? { repeat: repeats } : {}),
      },
    })
    return file === null
      ? changed
      : putPlan.mutateAsync({
          params: { id: before.id },
          body: { qgcPlan: file.content, updatedAt: changed.updatedAt },
        })
  }

  const save = async (): Promise<Mission | undefined> => {
    if (request === undefined) return undefined
    try {
      return edited === undefined
        ? await create.mutateAsync({
            body: {
              ...request,
              repeat: draft.when === 'later' ? draft.repeat : null,
              ...(file === null ? {} : { qgcPlan: file.content }),
            },
          })
        : await changeSaved(edited, request)
    } catch (error) {
      notify.failed(t('missions.notSaved'), isKind(error, 'conflict') ? t('common.changedElsewhere') : error)
      // Somebody else took the time meanwhile: the hint below the time says so and proposes others.
      if (isKind(error, 'scheduleConflict')) void readAnew(queryClient, calls.missions.slots)
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

  const saveShared = async (): Promise<readonly Mission[] | undefined> => {
    if (split.body === null) return undefined
    try {
      const { items } = await createSplit.mutateAsync({ body: split.body })
      void navigate({ to: '/missions', search: { sort: '-createdAt' } })
      return items
    } catch (error) {
      notify.failed(t('missions.notSaved'), error)
      return undefined
    }
  }
  const startShared = async (): Promise<void> => {
    // All at once, for they were planned to set off together; the server lets them through its gate one by one.
    const starts = ((await saveShared()) ?? []).map(async mission => {
      try {
        const outcome = await begin.mutateAsync({ params: { id: mission.id } })
        if (outcome.outcome !== 'accepted') notify.failed(mission.title, outcome.reason ?? t('missions.noAnswer'))
      } catch (error) {
        notify.failed(mission.title, error)
      }
    })
    await Promise.all(starts)
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
            onDraw={drawn.begin}
            isDrawing={drawn.isDrawing}
            file={file}
            onFile={setFile}
            slotHint={
              request !== undefined &&
              startsAt instanceof Date && (
                <SlotHint
                  missionId={edited?.id ?? null}
                  mowerId={request.mowerId}
                  target={request.target}
                  startsAt={startsAt}
                  durationS={Math.max(draft.slotS ?? 0, preview.plan?.stats.durationS ?? edited?.stats.durationS ?? 60)}
                  onTake={slot => {
                    const at = new Date(slot.startsAt)
                    change({ day: time.dayOf(at), clock: clockOf(at, time.zone) })
                  }}
                />
              )
            }
          />
          {edited === undefined && draft.kind !== 'road' && file === null && draft.repeat === null && (
            <ShareField
              mowers={ground.mowers}
              firstId={draft.mowerId}
              further={further}
              onChange={chosen => setFurther(chosen)}
            />
          )}
          {edited !== undefined && edited.series !== null && (
            <div className={classes.scope}>
              <span id="mission-scope">{t('missions.scope.title')}</span>
              <SegmentedControl
                aria-labelledby="mission-scope"
                data={[
                  { value: 'one', label: t('missions.scope.one') },
                  { value: 'following', label: t('missions.scope.following') },
                ]}
                value={scope}
                onChange={value => setScope(value === 'following' ? 'following' : 'one')}
              />
            </div>
          )}
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
              disabled={
                isShared
                  ? split.preview === undefined
                  : request === undefined || preview.plan === undefined || !gateOpen(gate)
              }
              loading={saving}
              onClick={() => void (isShared ? startShared() : saveAndStart())}
            >
              {isShared
                ? t('fleetPlans.startAll', { count: split.preview?.parts.length ?? sharers.length + 1 })
                : t('missions.startNow')}
            </Button>
          )}
          <Button
            h={48}
            leftSection={<IconCalendarPlus size={20} />}
            disabled={
              shownTitle === '' ||
              (isShared ? split.preview === undefined : request === undefined || preview.plan === undefined)
            }
            loading={saving}
            onClick={() => void (isShared ? saveShared() : saveOnly())}
          >
            {isShared
              ? t('fleetPlans.saveAll', { count: split.preview?.parts.length ?? sharers.length + 1 })
              : t('missions.saveAsPlanned')}
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
            ref={map}
            label={t('missions.previewMap')}
            preview={isShared ? split.drawing : drawing}
            {...(blade === undefined ? {} : { previewWidthM: blade.widthM })}
            selection={selection}
            {...(fitTo === undefined ? {} : { fitTo })}
            controls="plain"
            onSelect={thing => {
              if (drawn.isDrawing) return
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
          {isShared && split.error !== null && (
            <p className={classes.refusal} role="alert">
              {t('fleetPlans.notSplit')}: {messageOf(split.error)}
            </p>
          )}
          {isShared && split.preview === undefined && split.error === null && (
            <p className={classes.hint} role="status">
              {t('fleetPlans.splitting')}
            </p>
          )}
          {fileRefusal !== undefined && (
            <p className={classes.refusal} role="alert">
              {t('missions.file.refused')} {fileRefusal}
            </p>
          )}
          {drawn.isDrawing ? (
            <div className={classes.drawing} role="toolbar" aria-label={t('missions.draw.title')}>
              <span>{t('missions.draw.hint')}</span>
              <Button variant="default" onClick={drawn.undo} disabled={drawn.corners === 0}>
                {t('missions.draw.undo')}
              </Button>
              <Button onClick={drawn.finish} disabled={drawn.corners < 3}>
                {t('missions.draw.finish')}
              </Button>
              <Button variant="subtle" onClick={drawn.cancel}>
                {t('common.cancel')}
              </Button>
            </div>
          ) : (
            draft.featureId === undefined && <p className={classes.hint}>{t('missions.chooseZone')}</p>
          )}
        </div>
        {isShared && split.preview !== undefined && (
          <SplitParts preview={split.preview} mowers={ground.mowers} startsAt={startsAt ?? new Date()} />
        )}
        {!isShared && (
          <PlanFigures
            stats={preview.plan?.stats}
            slivers={preview.plan?.uncovered.length ?? 0}
            laps={draft.cleaningCycles}
            startsAt={startsAt ?? new Date()}
            battery={vehicle?.telemetry.battery ?? null}
            mower={mower}
          />
        )}
        {!isShared && preview.plan !== undefined && preview.plan.warnings.length > 0 && (
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

/** Of a refused file the reason itself counts: which item, which place. */
const messageOfRefusal = (error: unknown): string => (error instanceof ApiFailure ? error.message : messageOf(error))

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

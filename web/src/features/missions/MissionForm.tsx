/** Choose on the left, see the plan in the middle, see whether it could start on the right. */
import { clockOf, gateOpen, type Mission } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconCalendarPlus, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCan, useCourseTime } from '../../api/index.ts'
import type { CourseMapHandle } from '../../map-view/index.ts'
import { ErrorState, GateList, IconButton } from '../../ui/index.ts'
import { MissionFields } from './MissionFields.tsx'
import classes from './MissionFormPage.module.css'
import { type MissionDraft, startsAtOf } from './missionDraft.ts'
import type { PlanFile } from './PlanFileField.tsx'
import { PlanPicture } from './PlanPicture.tsx'
import { SlotHint } from './SlotHint.tsx'
import { ShareField } from './sharing/ShareField.tsx'
import { useSplit } from './sharing/useSplit.ts'
import { useDrawnArea } from './useDrawnArea.ts'
import { useMissionSaving } from './useMissionSaving.ts'
import { type Ground, type PlannedDrive, usePlannedDrive } from './usePlannedDrive.ts'

const EMPTY: readonly string[] = []

interface MissionFormProps {
  readonly title: string
  readonly start: MissionDraft
  readonly edited: Mission | undefined
  readonly ground: Ground
}

export function MissionForm({ title, start, edited, ground }: MissionFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const time = useCourseTime()
  const [draft, setDraft] = useState(start)
  const [file, setFile] = useState<PlanFile | null>(null)
  const [further, setFurther] = useState<readonly string[]>([])
  const [scope, setScope] = useState<Scope>('one')
  const map = useRef<CourseMapHandle>(null)
  const drawn = useDrawnArea(map, featureId => setDraft(before => ({ ...before, kind: 'missionArea', featureId })))
  const change = (part: Partial<MissionDraft>): void => setDraft(before => ({ ...before, ...part }))

  const drive = usePlannedDrive(draft, file, ground)
  const { allowed, hole, holeBaseAngleDeg, ledger, preview, request, shownTitle } = drive
  const sharers = edited === undefined && file === null && draft.repeat === null ? further : EMPTY
  const split = useSplit(request, sharers, ground)
  const isShared = split.body !== null
  const { saving, refusals, saveOnly, saveAndStart, saveShared, startShared } = useMissionSaving({
    draft,
    edited,
    request,
    file,
    scope,
    splitBody: split.body,
  })
  const startsAt = startsAtOf(draft, time.zone)

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
            plannedPattern={further.length > 0 ? null : preview.plan?.pattern}
            plannedOuterPass={preview.plan?.outerPass}
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
          {edited !== undefined && edited.series !== null && <ScopeField scope={scope} onChange={setScope} />}
        </div>
        <FormButtons
          saving={saving}
          draft={draft}
          drive={drive}
          split={split}
          sharers={sharers.length}
          onStart={() => void (isShared ? startShared() : saveAndStart())}
          onSave={() => void (isShared ? saveShared() : saveOnly())}
        />
      </section>

      <PlanPicture
        map={map}
        draft={draft}
        drive={drive}
        split={split}
        ground={ground}
        drawn={drawn}
        startsAt={startsAt ?? new Date()}
        onTarget={change}
      />

      <GatePanel drive={drive} startsNow={draft.when === 'now'} />
    </div>
  )
}

interface FormButtonsProps {
  readonly saving: boolean
  readonly draft: MissionDraft
  readonly drive: PlannedDrive
  readonly split: ReturnType<typeof useSplit>
  /** Mowers that share the area, besides the first. */
  readonly sharers: number
  readonly onStart: () => void
  readonly onSave: () => void
}

function FormButtons({ saving, draft, drive, split, sharers, onStart, onSave }: FormButtonsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayOperate = useCan('mowers.operate')
  const isShared = split.body !== null
  const count = split.preview?.parts.length ?? sharers + 1
  const isMissing = isShared
    ? split.preview === undefined
    : drive.request === undefined || drive.preview.plan === undefined
  return (
    <footer className={classes.foot}>
      <Button variant="subtle" h={48} onClick={() => void navigate({ to: '/missions' })}>
        {t('common.cancel')}
      </Button>
      <span className={classes.spread} />
      {mayOperate && draft.when === 'now' && (
        <Button
          h={48}
          variant="default"
          leftSection={<IconPlayerPlay size={20} />}
          disabled={isMissing || (!isShared && !gateOpen(drive.checked.data?.gate ?? []))}
          loading={saving}
          onClick={onStart}
        >
          {isShared ? t('fleetPlans.startAll', { count }) : t('missions.startNow')}
        </Button>
      )}
      <Button
        h={48}
        leftSection={<IconCalendarPlus size={20} />}
        disabled={drive.shownTitle === '' || isMissing}
        loading={saving}
        onClick={onSave}
      >
        {isShared ? t('fleetPlans.saveAll', { count }) : t('missions.saveAsPlanned')}
      </Button>
    </footer>
  )
}

function GatePanel({ drive: { checked }, startsNow }: { readonly drive: PlannedDrive; readonly startsNow: boolean }) {
  const { t } = useTranslation()
  const gate = checked.data?.gate ?? []
  return (
    <aside className={classes.gate} aria-label={t('missions.gate.title')}>
      {gate.length > 0 ? (
        <>
          <GateList lines={gate} hint={t('missions.gate.live')} />
          <Button variant="default" loading={checked.isFetching} onClick={() => void checked.refetch()}>
            {t('missions.gate.again')}
          </Button>
        </>
      ) : checked.isError ? (
        <ErrorState error={errorText(checked.error)} onRetry={() => void checked.refetch()} />
      ) : (
        <p className={classes.quiet}>{t('missions.gate.later')}</p>
      )}
      <p className={classes.quiet}>{t(startsNow ? 'missions.gate.opensNow' : 'missions.gate.opensThen')}</p>
    </aside>
  )
}

type Scope = 'one' | 'following'

/** Whether a change of a series concerns one occurrence or the following ones too. */
function ScopeField({ scope, onChange }: { readonly scope: Scope; readonly onChange: (scope: Scope) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.scope}>
      <span id="mission-scope">{t('missions.scope.title')}</span>
      <SegmentedControl
        aria-labelledby="mission-scope"
        data={[
          { value: 'one', label: t('missions.scope.one') },
          { value: 'following', label: t('missions.scope.following') },
        ]}
        value={scope}
        onChange={value => onChange(value === 'following' ? 'following' : 'one')}
      />
    </div>
  )
}

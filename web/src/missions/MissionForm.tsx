/** Choose on the left, see the plan in the middle, see whether it could start on the right. */
import { clockOf, gateOpen, type Mission } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconCalendarPlus, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCourseTime, useMay } from '../api/index.ts'
import type { CourseMapHandle } from '../map/index.ts'
import { ErrorState, GateList, IconButton } from '../ui/index.ts'
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
import { type Ground, usePlannedDrive } from './usePlannedDrive.ts'

const NOBODY: readonly string[] = []

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
  const mayOperate = useMay('mowers.operate')
  const [draft, setDraft] = useState(start)
  const [file, setFile] = useState<PlanFile | null>(null)
  const [further, setFurther] = useState<readonly string[]>([])
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const map = useRef<CourseMapHandle>(null)
  const drawn = useDrawnArea(map, featureId => setDraft(before => ({ ...before, kind: 'missionArea', featureId })))
  const change = (part: Partial<MissionDraft>): void => setDraft(before => ({ ...before, ...part }))

  const drive = usePlannedDrive(draft, file, ground)
  const { allowed, checked, hole, holeBaseAngleDeg, ledger, preview, request, shownTitle } = drive
  const sharers = edited === undefined && file === null && draft.repeat === null ? further : NOBODY
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
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconDownload, IconPlayerPlay } from '@tabler/icons-react'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText, useVehicleValue } from '../../api/index.ts'
import { type CourseMapHandle, CourseMapView, type MapObject, type PreviewDrawing } from '../../map-view/index.ts'
import { StatusPill } from '../../ui/index.ts'
import classes from './MissionFormPage.module.css'
import type { MissionDraft } from './missionDraft.ts'
import { PlanFigures } from './PlanFigures.tsx'
import { PlayBar } from './playing/PlayBar.tsx'
import { usePlay } from './playing/usePlay.ts'
import { saveDraftPlan } from './qgcPlanFile.ts'
import { SplitParts } from './sharing/SplitParts.tsx'
import type { useSplit } from './sharing/useSplit.ts'
import { tightBendsOf } from './tightBendsOf.ts'
import type { useDrawnArea } from './useDrawnArea.ts'
import type { Ground, PlannedDrive } from './usePlannedDrive.ts'

/** As a working mission is drawn on the map. */
const MOWN = '#42bf4f'

interface PlanPictureProps {
  readonly map: RefObject<CourseMapHandle | null>
  readonly draft: MissionDraft
  readonly drive: PlannedDrive
  readonly split: ReturnType<typeof useSplit>
  readonly ground: Ground
  readonly drawn: ReturnType<typeof useDrawnArea>
  readonly startsAt: Date
  /** A zone, an area or a road was pressed on the map. */
  readonly onTarget: (target: Pick<MissionDraft, 'kind' | 'featureId'>) => void
}

/** The plan on the map while it is being chosen, and its figures. */
export function PlanPicture({ map, draft, drive, split, ground, drawn, startsAt, onTarget }: PlanPictureProps) {
  const { t } = useTranslation()
  const { blade, preview } = drive
  const isShared = split.body !== null
  const { begin, play } = usePlay(isShared ? undefined : preview.plan, draft.mowerId)
  const mown = play?.mown
  // Their identity stays while they are equal, so that the map redraws only what changed.
  const drawing = useMemo<PreviewDrawing | null>(
    () =>
      preview.plan === undefined
        ? null
        : {
            featureId: draft.featureId ?? null,
            legs: preview.plan.legs,
            uncovered: preview.plan.uncovered,
            tightBends: tightBendsOf(preview.plan),
            approach: null,
            ...(mown === undefined ? {} : { parts: [{ kind: 'swaths', colour: MOWN, lines: mown, stops: [] }] }),
          },
    [preview.plan, draft.featureId, mown],
  )
  const selection = useMemo<MapObject | null>(
    () => (draft.featureId === undefined ? null : { kind: 'feature', id: draft.featureId }),
    [draft.featureId],
  )
  const fitTo = useMemo(() => (draft.featureId === undefined ? undefined : [draft.featureId]), [draft.featureId])
  return (
    <section className={classes.preview} aria-label={t('missions.preview')}>
      <header className={classes.head}>
        <h2 className={classes.subtitle}>{t('missions.preview')}</h2>
        {preview.plan !== undefined && (
          <StatusPill tone={preview.computing ? 'neutral' : 'success'}>
            {t(preview.computing ? 'missions.computing' : 'missions.upToDate')}
          </StatusPill>
        )}
        <span className={classes.spread} />
        {begin !== undefined && (
          <Button variant="default" leftSection={<IconPlayerPlay size={20} />} onClick={begin}>
            {t('missions.play.begin')}
          </Button>
        )}
        {!isShared && preview.plan !== undefined && (
          <Button
            variant="default"
            leftSection={<IconDownload size={20} />}
            onClick={() => saveDraftPlan(draft, drive, ground)}
          >
            {t('missions.column.plan')}
          </Button>
        )}
      </header>
      {play !== null && <PlayBar play={play} />}
      <div className={classes.map}>
        <CourseMapView
          ref={map}
          label={t('missions.previewMap')}
          preview={isShared ? split.drawing : drawing}
          {...(blade === undefined ? {} : { previewWidthM: blade.widthM })}
          selection={selection}
          {...(fitTo === undefined ? {} : { fitTo })}
          controls="plain"
          {...(play === null ? {} : { vehicles: play.vehicles })}
          onSelect={thing => {
            if (drawn.isDrawing) return
            const picked = thing?.kind === 'feature' && ground.features.find(feature => feature.id === thing.id)
            if (picked && (picked.kind === 'zone' || picked.kind === 'missionArea' || picked.kind === 'road'))
              onTarget({ kind: picked.kind, featureId: picked.id })
          }}
          legend={
            preview.plan !== undefined && (
              <ul className={classes.legend}>
                <li data-kind="lap">{t('missions.legend.laps')}</li>
                <li data-kind="swath">{t('missions.legend.swaths')}</li>
                <li data-kind="transit">{t('missions.legend.transit')}</li>
                <li data-kind="uncovered">{t('missions.legend.uncovered')}</li>
                {tightBendsOf(preview.plan).length > 0 && (
                  <li data-kind="tightBends">{t('missions.legend.tightBends')}</li>
                )}
              </ul>
            )
          }
        />
        <Notices drive={drive} split={split} draft={draft} drawn={drawn} />
      </div>
      <Figures drive={drive} split={split} draft={draft} ground={ground} startsAt={startsAt} />
    </section>
  )
}

/** Over the map: refusals, hints, and the tools while an area is drawn. */
function Notices({ drive, split, draft, drawn }: Pick<PlanPictureProps, 'drive' | 'split' | 'draft' | 'drawn'>) {
  const { t } = useTranslation()
  const { preview, fileRefusal } = drive
  const isShared = split.body !== null
  return (
    <>
      {preview.refusal !== undefined && (
        <p className={classes.refusal} role="alert">
          {codeText(preview.refusal) ?? t(`missions.refusal.${preview.refusal.kind}`)}
        </p>
      )}
      {isShared && split.error !== null && (
        <p className={classes.refusal} role="alert">
          {t('fleetPlans.notSplit')}: {errorText(split.error)}
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
    </>
  )
}

type FiguresProps = Pick<PlanPictureProps, 'drive' | 'split' | 'draft' | 'ground' | 'startsAt'>

/** Below the map: the figures and the warnings of the plan, or its parts where several mowers share it. */
function Figures({ drive: { mower, preview }, split, draft, ground, startsAt }: FiguresProps) {
  const battery = useVehicleValue(draft.mowerId ?? '', vehicle => vehicle?.telemetry.battery ?? null)
  const isShared = split.body !== null
  return (
    <>
      {isShared && split.preview !== undefined && (
        <SplitParts preview={split.preview} mowers={ground.mowers} startsAt={startsAt} />
      )}
      {!isShared && (
        <PlanFigures
          stats={preview.plan?.stats}
          slivers={preview.plan?.uncovered.length ?? 0}
          laps={draft.cleaningCycles}
          startsAt={startsAt}
          battery={battery}
          mower={mower}
        />
      )}
      {!isShared && preview.plan !== undefined && preview.plan.warnings.length > 0 && (
        <ul className={classes.warnings}>
          {preview.plan.warnings.map(warning => (
            <li key={JSON.stringify(warning)}>{codeText(warning) ?? warning.code}</li>
          ))}
        </ul>
      )}
    </>
  )
}

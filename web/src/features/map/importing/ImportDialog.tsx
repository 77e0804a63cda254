import { calls, type ImportPreview, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  boundsAround,
  chosenFeatures,
  type ImportOptions,
  importDiff,
  importTarget,
  liesWithin,
  unionOf,
} from '@greensward/domain'
import { Button, Progress, Radio } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ApiFailure,
  call,
  errorText,
  firstRefusal,
  invalidate,
  queryClient,
  upload,
  useCan,
} from '../../../api/index.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import { type Course, OSM_LABEL } from '../../../map-view/courseReadings.ts'
import { linesLostText } from '../../../map-view/linesLost.ts'
import { FileDrop, notify, useMeasure } from '../../../ui/index.ts'
import { BesideMap } from '../BesideMap.tsx'
import { useMapChange } from '../useMapChange.ts'
import { CoordinateSystems } from './CoordinateSystems.tsx'
import { Findings, StandingThings } from './Findings.tsx'
import { Groups } from './Groups.tsx'
import classes from './ImportDialog.module.css'
import { type ImportDraft, type ImportMode, NO_DRAFT } from './importDraft.ts'
import { ProjectionQuestion } from './ProjectionQuestion.tsx'
import { SingleObjects } from './SingleObjects.tsx'
import { UnitOfDrawing } from './UnitOfDrawing.tsx'
import { UnitQuestion } from './UnitQuestion.tsx'

interface ImportDialogProps {
  readonly course: Course
  readonly draft: ImportDraft
  readonly onDraft: (draft: ImportDraft) => void
  readonly map: () => CourseMapHandle | null
  readonly onClose: () => void
}

/** The preview of a draft that the server keeps under its id. */
type ReadFile = ResultOf<typeof lateCalls.imports.create>

type Question = 'projection' | 'unit'

type State =
  | { readonly step: 'choose'; readonly error: string | null }
  | { readonly step: 'reading'; readonly file: File; readonly sent: number }
  | { readonly step: 'asking'; readonly file: File; readonly question: Question; readonly message: string }
  | { readonly step: 'look'; readonly file: File; readonly preview: ReadFile; readonly isReading: boolean }

const ACCEPTED = '.osm,.xml,.geojson,.json,.geojsons,.geojsonl,.kml,.kmz,.gpx,.zip,.dxf,.gpkg,.gml'
const SOURCES: Readonly<Record<ImportPreview['format'], string>> = {
  osm: OSM_LABEL,
  geojson: 'GeoJSON',
  kml: 'KML',
  gpx: 'GPX',
  shapefile: 'Shapefile',
  dxf: 'DXF',
  gpkg: 'GeoPackage',
  gml: 'GML',
}

const NOTHING: ReadonlySet<string> = new Set()

/** Formats in which whole courses come. */
const WHOLE: readonly ImportPreview['format'][] = ['osm', 'geojson']

/** What has to be known to read the file; null where the refusal is final. */
const questionIn = (error: unknown): Question | null => {
  if (!(error instanceof ApiFailure) || typeof error.details !== 'object' || error.details === null) return null
  const { reason } = error.details as { readonly reason?: unknown }
  return reason === 'needsProjection' ? 'projection' : reason === 'needsUnit' ? 'unit' : null
}

/**
 * The file on the server, read again with other options when the person chooses some.
 * @param onFirst called with the format when the file is read for the first time
 */
function useReading(onFirst: (format: ImportPreview['format']) => void) {
  const [state, setState] = useState<State>({ step: 'choose', error: null })
  const [options, setOptions] = useState<ImportOptions>({ mapping: {} })
  const look = (file: File, found: ReadFile): void => {
    if (state.step !== 'look') onFirst(found.format)
    setState({ step: 'look', file, preview: found, isReading: false })
  }
  const read = async (file: File, given: ImportOptions): Promise<void> => {
    setOptions(given)
    setState(now =>
      now.step === 'look' && now.file === file ? { ...now, isReading: true } : { step: 'reading', file, sent: 0 },
    )
    try {
      const found = await upload(
        lateCalls.imports.create,
        file,
        sent => setState(now => (now.step === 'reading' ? { ...now, sent } : now)),
        {},
        { options: JSON.stringify(given) },
      )
      look(file, found)
    } catch (error) {
      const question = questionIn(error)
      setState(
        question === null
          ? { step: 'choose', error: firstRefusal(error) }
          : { step: 'asking', file, question, message: errorText(error) },
      )
    }
  }
  const ask = (file: File, question: Question, message: string): void =>
    setState({ step: 'asking', file, question, message })
  return { state, setState, ask, options, read }
}

/** What of a draft goes onto the map; objects that were left out by hand are those of one draft. */
function useImportChoice(preview: ReadFile | undefined, present: Course['features']) {
  const [mode, setMode] = useState<ImportMode>('add')
  const [withDuplicates, setWithDuplicates] = useState(false)
  const [byHand, setByHand] = useState<{ readonly draftId: string; readonly ids: ReadonlySet<string> } | null>(null)
  const draftId = preview?.id
  const leaveOut = byHand !== null && byHand.draftId === draftId ? byHand.ids : NOTHING
  const offered = useMemo(
    () => (preview === undefined ? [] : chosenFeatures(preview, { mode, withDuplicates })),
    [preview, mode, withDuplicates],
  )
  const diff = useMemo(
    () => (preview === undefined ? undefined : importDiff(preview, present, { mode, withDuplicates, leaveOut })),
    [preview, present, mode, withDuplicates, leaveOut],
  )
  return {
    mode,
    setMode,
    withDuplicates,
    setWithDuplicates,
    leaveOut,
    setLeaveOut: (ids: ReadonlySet<string>) => setByHand(draftId === undefined ? null : { draftId, ids }),
    offered,
    diff,
  }
}

/**
 * Imports a course: the server reads the file and keeps a draft, the map shows it, and only the choices go back. The change
 * can be undone.
 */
export function ImportDialog({ course, draft, onDraft, map, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  // Only the format of a whole course replaces it unasked.
  const { state, setState, ask, options, read } = useReading(format =>
    choice.setMode(course.features.length > 0 && WHOLE.includes(format) ? 'replace' : 'add'),
  )
  const change = useMapChange(t('mapPanels.conflict'))
  const hasDraft = draft.features.length > 0
  useEffect(() => {
    if (hasDraft) map()?.fitDraft()
  }, [hasDraft, map])

  const choice = useImportChoice(state.step === 'look' ? state.preview : undefined, course.features)
  const { mode, withDuplicates, leaveOut, diff } = choice
  const lost = diff === undefined ? null : linesLostText(diff, t)
  const asked = useRef(onDraft)
  asked.current = onDraft
  useEffect(() => asked.current(diff === undefined ? NO_DRAFT : { features: diff.added }), [diff])

  const begin = (file: File | undefined): void => {
    if (file !== undefined) void read(file, { mapping: {} })
  }
  const mayWiden = useCan('settings.edit')
  const { settings } = course
  const isBeyond = diff !== undefined && settings !== undefined && !liesWithin(diff.added, settings)
  /** An addition must lie within the bounds, and not everybody may widen them. */
  const isBarred = isBeyond && mode === 'add' && !mayWiden
  const accept = async (file: File, { id, format }: ReadFile): Promise<void> => {
    if (diff === undefined) return
    const label = t('mapFiles.import.label', { source: SOURCES[format], name: file.name })
    const around = boundsAround(diff.added)
    // A course that replaces this one brings its own bounds; an addition must lie within them.
    const widens = isBeyond && mode === 'add' && mayWiden && settings !== undefined && around !== undefined
    try {
      if (widens) await call(calls.settings.update, { body: unionOf(settings, around) })
      const left = leaveOut.size === 0 ? {} : { leaveOut: [...leaveOut] }
      const body = { baseRevision: course.revision, label: label.slice(0, 120), mode, withDuplicates, ...left }
      if (!(await change.attempt(() => call(lateCalls.imports.apply, { params: { id }, body })))) return
    } catch (error) {
      notify.failed(t('mapFiles.import.boundsFailed'), error)
      return
    } finally {
      if (widens) void invalidate(queryClient, calls.settings.get)
    }
    notify.done(t('mapFiles.import.done', { count: diff.added.length }))
    onClose()
    map()?.fitFeatures(diff.added.map(({ id }) => id))
  }
  return (
    <BesideMap title={t('mapFiles.import.title')} isLow={state.step === 'look'} onClose={onClose}>
      <div className={classes.body}>
        {state.step === 'choose' && (
          <FileDrop
            focused
            accept={ACCEPTED}
            title={t('mapFiles.import.choose')}
            kinds={t('mapFiles.kinds')}
            error={state.error}
            onFile={begin}
          />
        )}
        {state.step === 'reading' && <Reading file={state.file} sent={state.sent} />}
        {state.step === 'asking' && state.question === 'unit' && (
          <UnitQuestion message={state.message} onAnswer={unit => void read(state.file, { ...options, unit })} />
        )}
        {state.step === 'asking' && state.question === 'projection' && (
          <ProjectionQuestion
            message={state.message}
            centreLon={settings?.centerLon ?? 0}
            centreLat={settings?.centerLat ?? 0}
            onAnswer={epsg => void read(state.file, { ...options, epsg })}
          />
        )}
        {state.step === 'look' && (
          <>
            <CoordinateSystems
              used={state.preview.coordinateSystems}
              onChoose={() => ask(state.file, 'projection', t('mapFiles.coordinates.question'))}
            />
            <UnitOfDrawing
              used={state.preview.drawingUnit}
              onChoose={() => ask(state.file, 'unit', t('mapFiles.unit.question'))}
            />
            <Findings preview={state.preview} added={diff?.added ?? []} map={map} />
            <Groups
              groups={state.preview.groups}
              zoneTypes={course.zoneTypes}
              busy={state.isReading}
              onTarget={(key, target) => {
                const chosen = importTarget.safeParse(target)
                if (chosen.success)
                  void read(state.file, { ...options, mapping: { ...options.mapping, [key]: chosen.data } })
              }}
            />
            <SingleObjects features={choice.offered} leftOut={leaveOut} onLeaveOut={choice.setLeaveOut} />
            <ModeField mode={mode} onChange={choice.setMode} />
            {mode === 'add' && (
              <StandingThings
                preview={state.preview}
                withDuplicates={withDuplicates}
                onDuplicates={choice.setWithDuplicates}
              />
            )}
          </>
        )}
        {lost !== null && <p className={classes.notice}>{lost}</p>}
        {isBeyond && <BeyondNotice isBarred={isBarred} />}
        {change.error !== null && (
          <p className={classes.error} role="alert">
            {change.error}
          </p>
        )}
      </div>
      {(state.step === 'look' || state.step === 'asking') && (
        <footer className={classes.footer}>
          <Button variant="default" onClick={() => setState({ step: 'choose', error: null })}>
            {t('mapFiles.import.other')}
          </Button>
          {state.step === 'look' && (
            <Button
              loading={change.busy}
              disabled={state.isReading || isBarred || (diff?.added.length ?? 0) === 0}
              onClick={() => void accept(state.file, state.preview)}
            >
              {t(`mapFiles.import.confirm.${mode}`)}
            </Button>
          )}
        </footer>
      )}
    </BesideMap>
  )
}

function Reading({ file, sent }: { readonly file: File; readonly sent: number }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  return (
    <div role="status">
      <p>
        {sent < 1
          ? t('mapFiles.import.sending', { name: file.name, share: measure.share(sent) })
          : t('mapFiles.import.reading', { name: file.name })}
      </p>
      <Progress value={sent * 100} animated={sent >= 1} aria-label={t('mapFiles.import.title')} />
    </div>
  )
}

function ModeField({ mode, onChange }: { readonly mode: ImportMode; readonly onChange: (mode: ImportMode) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('mapFiles.import.mode')}
      value={mode}
      onChange={value => onChange(value === 'replace' ? 'replace' : 'add')}
    >
      <Radio
        mt={8}
        value="replace"
        label={t('mapFiles.import.replace')}
        description={t('mapFiles.import.replaceText')}
      />
      <Radio mt={8} value="add" label={t('mapFiles.import.add')} description={t('mapFiles.import.addText')} />
    </Radio.Group>
  )
}

function BeyondNotice({ isBarred }: { readonly isBarred: boolean }) {
  const { t } = useTranslation()
  return <p className={classes.notice}>{t(isBarred ? 'mapFiles.import.beyond' : 'mapFiles.import.beyondMoves')}</p>
}

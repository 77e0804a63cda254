import { type ImportOptions, importTarget } from '@greensward/domain'
import { calls, type ImportPreview } from '@greensward/domain/contract'
import { Button, Progress, Radio } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ApiFailure,
  call,
  errorText,
  fieldRefusals,
  isKind,
  queryClient,
  readAnew,
  upload,
  useMay,
} from '../../api/index.ts'
import { notify, useMeasure } from '../../ui/index.ts'
import { BesideMap } from '../BesideMap.tsx'
import type { CourseMapHandle } from '../CourseMapView.tsx'
import { type Course, OSM_LABEL } from '../courseReadings.ts'
import { linesLostText } from '../linesLost.ts'
import { useMapChange } from '../useMapChange.ts'
import { boundsAround, liesWithin, unionOf } from './bounds.ts'
import { CoordinateSystems } from './CoordinateSystems.tsx'
import { Findings, StandingThings } from './Findings.tsx'
import { Groups } from './Groups.tsx'
import classes from './ImportDialog.module.css'
import { type ImportDraft, type ImportMode, importDiff, NO_DRAFT } from './importDraft.ts'
import { ProjectionQuestion } from './ProjectionQuestion.tsx'

interface ImportDialogProps {
  readonly course: Course
  readonly draft: ImportDraft
  readonly onDraft: (draft: ImportDraft) => void
  readonly map: () => CourseMapHandle | null
  readonly onClose: () => void
}

type State =
  | { readonly step: 'choose'; readonly error: string | null }
  | { readonly step: 'reading'; readonly file: File; readonly sent: number }
  | { readonly step: 'asking'; readonly file: File; readonly message: string }
  | { readonly step: 'look'; readonly file: File; readonly preview: ImportPreview; readonly isReading: boolean }

const ACCEPTED = '.osm,.xml,.geojson,.json,.kml,.kmz,.gpx,.zip,.dxf'
const SOURCES: Readonly<Record<ImportPreview['format'], string>> = {
  osm: OSM_LABEL,
  geojson: 'GeoJSON',
  kml: 'KML',
  gpx: 'GPX',
  shapefile: 'Shapefile',
  dxf: 'DXF',
}

/** Formats in which whole courses come. */
const WHOLE: readonly ImportPreview['format'][] = ['osm', 'geojson']

/** Of wrong choices the first counts. */
const reasonOf = (error: unknown): string =>
  (isKind(error, 'invalid') ? fieldRefusals(error)[0]?.[1] : undefined) ?? errorText(error)

const asksForProjection = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure &&
  typeof error.details === 'object' &&
  error.details !== null &&
  'reason' in error.details &&
  error.details.reason === 'needsProjection'

/** A course from a file: read, looked at on the map, then one change that can be undone. */
export function ImportDialog({ course, draft, onDraft, map, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const first = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>({ step: 'choose', error: null })
  const [options, setOptions] = useState<ImportOptions>({ mapping: {} })
  const [mode, setMode] = useState<ImportMode>('add')
  const [withDuplicates, setWithDuplicates] = useState(false)
  const [over, setOver] = useState(false)
  const change = useMapChange(t('map.conflict'))
  useEffect(() => first.current?.focus(), [])
  const hasDraft = draft.features.length > 0
  useEffect(() => {
    if (hasDraft) map()?.fitDraft()
  }, [hasDraft, map])

  const preview = state.step === 'look' ? state.preview : undefined
  const diff = useMemo(
    () => (preview === undefined ? undefined : importDiff(preview, course.features, { mode, withDuplicates })),
    [preview, course.features, mode, withDuplicates],
  )
  const lost = diff === undefined ? null : linesLostText(diff, t)
  const asked = useRef(onDraft)
  asked.current = onDraft
  useEffect(() => asked.current(diff === undefined ? NO_DRAFT : { features: diff.added }), [diff])

  /** A drawing of some things is rarely the whole course; only those who say so let it take the course's place. */
  const look = (file: File, found: ImportPreview): void => {
    if (state.step !== 'look') setMode(course.features.length > 0 && WHOLE.includes(found.format) ? 'replace' : 'add')
    setState({ step: 'look', file, preview: found, isReading: false })
  }
  const read = async (file: File, given: ImportOptions): Promise<void> => {
    setOptions(given)
    setState(now =>
      now.step === 'look' && now.file === file ? { ...now, isReading: true } : { step: 'reading', file, sent: 0 },
    )
    try {
      const found = await upload(
        calls.map.import,
        file,
        sent => setState(now => (now.step === 'reading' ? { ...now, sent } : now)),
        {},
        { options: JSON.stringify(given) },
      )
      look(file, found)
    } catch (error) {
      setState(
        asksForProjection(error)
          ? { step: 'asking', file, message: errorText(error) }
          : { step: 'choose', error: reasonOf(error) },
      )
    }
  }
  const begin = (file: File | undefined): void => {
    if (file !== undefined) void read(file, { mapping: {} })
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    begin(event.dataTransfer.files[0])
  }
  const mayWiden = useMay('settings.edit')
  const { settings } = course
  const isBeyond = diff !== undefined && settings !== undefined && !liesWithin(diff.added, settings)
  /** An addition must lie within the bounds, and not everybody may widen them. */
  const isBarred = isBeyond && mode === 'add' && !mayWiden
  const accept = async (file: File, format: ImportPreview['format']): Promise<void> => {
    if (diff === undefined) return
    const label = t('mapFiles.import.label', { source: SOURCES[format], name: file.name })
    const around = boundsAround(diff.added)
    // A course that takes the place of this one takes the bounds along by itself; what is added to it must find room.
    const widens = isBeyond && mode === 'add' && mayWiden && settings !== undefined && around !== undefined
    try {
      if (widens) await call(calls.settings.update, { body: unionOf(settings, around) })
      if (!(await change.send(label, diff, course.revision))) return
    } catch (error) {
      notify.failed(t('mapFiles.import.boundsFailed'), error)
      return
    } finally {
      if (widens) void readAnew(queryClient, calls.settings.get)
    }
    notify.done(t('mapFiles.import.done', { count: diff.added.length }))
    onClose()
    map()?.fitFeatures(diff.added.map(({ id }) => id))
  }
  return (
    <BesideMap title={t('mapFiles.import.title')} isLow={state.step === 'look'} onClose={onClose}>
      <div className={classes.body}>
        {state.step === 'choose' && (
          <>
            <label
              className={classes.drop}
              data-over={over || undefined}
              onDragOver={event => {
                event.preventDefault()
                setOver(true)
              }}
              onDragLeave={() => setOver(false)}
              onDrop={drop}
            >
              <IconFileImport size={32} aria-hidden />
              <b>{t('mapFiles.import.choose')}</b>
              <span>{t('mapFiles.kinds')}</span>
              <input
                ref={first}
                type="file"
                accept={ACCEPTED}
                onChange={event => begin(event.currentTarget.files?.[0])}
              />
            </label>
            {state.error !== null && (
              <p className={classes.error} role="alert">
                {state.error}
              </p>
            )}
          </>
        )}
        {state.step === 'reading' && (
          <div role="status">
            <p>
              {state.sent < 1
                ? t('mapFiles.import.sending', { name: state.file.name, share: measure.share(state.sent) })
                : t('mapFiles.import.reading', { name: state.file.name })}
            </p>
            <Progress value={state.sent * 100} animated={state.sent >= 1} aria-label={t('mapFiles.import.title')} />
          </div>
        )}
        {state.step === 'asking' && (
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
              onChoose={() =>
                setState({ step: 'asking', file: state.file, message: t('mapFiles.coordinates.question') })
              }
            />
            <Findings preview={state.preview} mode={mode} count={diff?.added.length ?? 0} map={map} />
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
            <Radio.Group
              label={t('mapFiles.import.mode')}
              value={mode}
              onChange={value => setMode(value === 'replace' ? 'replace' : 'add')}
            >
              <Radio
                mt={8}
                value="replace"
                label={t('mapFiles.import.replace')}
                description={t('mapFiles.import.replaceText')}
              />
              <Radio mt={8} value="add" label={t('mapFiles.import.add')} description={t('mapFiles.import.addText')} />
            </Radio.Group>
            {mode === 'add' && (
              <StandingThings
                preview={state.preview}
                withDuplicates={withDuplicates}
                onDuplicates={setWithDuplicates}
              />
            )}
          </>
        )}
        {lost !== null && <p className={classes.notice}>{lost}</p>}
        {isBeyond && (
          <p className={classes.notice}>{t(isBarred ? 'mapFiles.import.beyond' : 'mapFiles.import.beyondMoves')}</p>
        )}
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
              onClick={() => void accept(state.file, state.preview.format)}
            >
              {t(`mapFiles.import.confirm.${mode}`)}
            </Button>
          )}
        </footer>
      )}
    </BesideMap>
  )
}

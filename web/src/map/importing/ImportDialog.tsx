import { calls, type ImportPreview } from '@greensward/domain/contract'
import { Button, Progress, Radio } from '@mantine/core'
import { IconFileImport, IconX } from '@tabler/icons-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, messageOf, queryClient, readAnew, upload, useMay } from '../../api/index.ts'
import { IconButton, notify, StatusPill, useMeasure } from '../../ui/index.ts'
import type { CourseMapHandle } from '../CourseMapView.tsx'
import { type Course, OSM_LABEL } from '../courseReadings.ts'
import { useMapChange } from '../useMapChange.ts'
import { boundsAround, liesWithin, unionOf } from './bounds.ts'
import classes from './ImportDialog.module.css'
import { type ImportDraft, type ImportMode, importDiff, NO_DRAFT } from './importDraft.ts'

interface ImportDialogProps {
  readonly course: Course
  readonly draft: ImportDraft
  readonly onDraft: (draft: ImportDraft) => void
  readonly map: () => CourseMapHandle | null
  readonly onClose: () => void
}

type State =
  | { readonly step: 'choose'; readonly error: string | null }
  | { readonly step: 'reading'; readonly name: string; readonly sent: number }
  | { readonly step: 'look'; readonly name: string; readonly preview: ImportPreview }

/** A course from a file: read, looked at on the map, then one change that can be undone. */
export function ImportDialog({ course, draft, onDraft, map, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const title = useId()
  const first = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>({ step: 'choose', error: null })
  const [mode, setMode] = useState<ImportMode>(course.features.length === 0 ? 'add' : 'replace')
  const [over, setOver] = useState(false)
  const change = useMapChange(t('map.conflict'))
  useEffect(() => first.current?.focus(), [])
  const hasDraft = draft.features.length > 0
  useEffect(() => {
    if (hasDraft) map()?.fitDraft()
  }, [hasDraft, map])

  const read = async (file: File): Promise<void> => {
    setState({ step: 'reading', name: file.name, sent: 0 })
    try {
      const preview = await upload(calls.map.import, file, sent => setState({ step: 'reading', name: file.name, sent }))
      setState({ step: 'look', name: file.name, preview })
      onDraft({ features: preview.features })
    } catch (error) {
      onDraft(NO_DRAFT)
      setState({ step: 'choose', error: messageOf(error) })
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) void read(file)
  }
  const mayWiden = useMay('settings.edit')
  const { settings } = course
  const isBeyond = state.step === 'look' && settings !== undefined && !liesWithin(state.preview.features, settings)
  const accept = async (name: string, preview: ImportPreview): Promise<void> => {
    const source = preview.format === 'osm' ? OSM_LABEL : 'GeoJSON'
    const label = t('map.import.label', { source, name })
    const around = boundsAround(preview.features)
    // A course that takes the place of this one takes the bounds along by itself; what is added to it must find room.
    const widens = isBeyond && mode === 'add' && mayWiden && settings !== undefined && around !== undefined
    try {
      if (widens) await call(calls.settings.update, { body: unionOf(settings, around) })
      if (!(await change.send(label, importDiff(preview, course.features, mode), course.revision))) return
    } catch (error) {
      notify.failed(t('map.import.boundsFailed'), error)
      return
    } finally {
      if (widens) void readAnew(queryClient, calls.settings.get)
    }
    notify.done(t('map.import.done', { count: preview.features.length }))
    onClose()
    map()?.fitFeatures(preview.features.map(({ id }) => id))
  }
  return (
    <section className={classes.dialog} role="dialog" aria-labelledby={title}>
      <header className={classes.head}>
        <h2 id={title}>{t('map.import.title')}</h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <IconX size={20} />
        </IconButton>
      </header>
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
              <b>{t('map.import.choose')}</b>
              <span>{t('map.import.kinds')}</span>
              <input
                ref={first}
                type="file"
                accept=".osm,.xml,.geojson,.json"
                onChange={event => {
                  const file = event.currentTarget.files?.[0]
                  if (file !== undefined) void read(file)
                }}
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
                ? t('map.import.sending', { name: state.name, share: measure.share(state.sent) })
                : t('map.import.reading', { name: state.name })}
            </p>
            <Progress value={state.sent * 100} animated={state.sent >= 1} aria-label={t('map.import.title')} />
          </div>
        )}
        {state.step === 'look' && <Findings preview={state.preview} map={map} />}
        {state.step === 'look' && (
          <Radio.Group
            label={t('map.import.mode')}
            value={mode}
            onChange={value => setMode(value === 'replace' ? 'replace' : 'add')}
          >
            <Radio mt={8} value="replace" label={t('map.import.replace')} description={t('map.import.replaceText')} />
            <Radio mt={8} value="add" label={t('map.import.add')} description={t('map.import.addText')} />
          </Radio.Group>
        )}
        {isBeyond && (
          <p className={classes.notice}>
            {t(mode === 'replace' || mayWiden ? 'map.import.beyondMoves' : 'map.import.beyond')}
          </p>
        )}
        {change.error !== null && (
          <p className={classes.error} role="alert">
            {change.error}
          </p>
        )}
      </div>
      {state.step === 'look' && (
        <footer className={classes.footer}>
          <Button
            variant="default"
            onClick={() => {
              onDraft(NO_DRAFT)
              setState({ step: 'choose', error: null })
            }}
          >
            {t('map.import.other')}
          </Button>
          <Button
            loading={change.busy}
            disabled={state.preview.features.length === 0}
            onClick={() => void accept(state.name, state.preview)}
          >
            {t(`map.import.confirm.${mode}`)}
          </Button>
        </footer>
      )}
    </section>
  )
}

function Findings({ preview, map }: { readonly preview: ImportPreview; readonly map: () => CourseMapHandle | null }) {
  const { t } = useTranslation()
  const ignored = Object.values(preview.ignored).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <h3 className={classes.subtitle}>{t('map.import.found', { count: preview.features.length })}</h3>
      <ul className={classes.counts}>
        {Object.entries(preview.counts)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => (
            <li key={kind}>
              {t(`map.kinds.${kind}`, { defaultValue: kind })} <b>{count}</b>
            </li>
          ))}
      </ul>
      {ignored > 0 && <span className={classes.quiet}>{t('map.import.ignored', { count: ignored })}</span>}
      {preview.refused.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{t('map.import.faults', { count: preview.refused.length })}</h3>
          <ul className={classes.faults}>
            {preview.refused.map(fault => (
              <li key={`${fault.source} ${fault.becomes} ${fault.reason} ${fault.at?.join(' ') ?? ''}`}>
                <div>
                  <StatusPill tone={fault.repaired ? 'success' : 'error'}>
                    {t(fault.repaired ? 'map.import.repaired' : 'map.import.refused')}
                  </StatusPill>{' '}
                  <b>{fault.source}</b>
                  <br />
                  {fault.message}
                </div>
                {fault.at !== null && (
                  <Button
                    variant="subtle"
                    px={8}
                    onClick={() => {
                      if (fault.at !== null) map()?.goTo(fault.at)
                    }}
                  >
                    {t('map.show')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Records a boundary while somebody walks or drives it: a point for each step of the device or the mower. */
import type { FixType, Mower, Position } from '@greensward/domain'
import { Button, NativeSelect } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVehicle } from '../../../api/index.ts'
import type { EditorState } from '../../../map-editor/editorState.ts'
import { drawnShape } from '../../../map-editor/modes/sketchMode.ts'
import { lineLengthM } from '../../../map-view/measures.ts'
import { useMeasure, useNow } from '../../../ui/index.ts'
import { useOwnFix } from '../own/useOwnFix.ts'
import classes from './Editing.module.css'
import type { EditingContext } from './editingContext.ts'

/** Nearer points say nothing new about a boundary. */
const STEP_M = 0.5
/** What is less accurate is not a boundary. */
const WORST_M = 5
/** Lengths are written with one digit: an RTK position is within the least of them. */
const LEAST_SHOWN_M = 0.1
/** Of a mower that does not report how accurate its position is. */
const ACCURACY_OF_FIX: Partial<Readonly<Record<FixType, number>>> = { rtkFixed: 0.03, rtkFloat: 0.5 }
/** An older position is where the machine was. */
const FRESH_MS = 3_000

interface Fix {
  readonly position: Position
  readonly accuracyM: number
}

const DEVICE = 'device'

/** Whether what is drawn has a boundary or a line, which can be walked. */
export const canBeWalked = (state: EditorState): boolean => {
  const shape = drawnShape(state)
  return state.tool.kind === 'draw' && (shape === 'polygon' || shape === 'line')
}

interface TrackRecorderProps {
  readonly context: EditingContext
  /** Those whose tracks this person may see. */
  readonly mowers: readonly Pick<Mower, 'id' | 'name'>[]
  /** It pauses, and what is recorded stays; another opening continues it. */
  readonly onEnd: () => void
}

export function TrackRecorder({ context, mowers, onEnd }: TrackRecorderProps) {
  const { t } = useTranslation()
  const { store, state } = context
  const [source, setSource] = useState(DEVICE)
  const least = drawnShape(state) === 'polygon' ? 3 : 2
  return (
    <section className={classes.track} aria-label={t('editor.track.open')}>
      {mowers.length > 0 && (
        <NativeSelect
          label={t('editor.track.source')}
          value={source}
          data={[
            { value: DEVICE, label: t('editor.track.device') },
            ...mowers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={event => setSource(event.currentTarget.value)}
        />
      )}
      {source === DEVICE ? (
        <DeviceTrack context={context} />
      ) : (
        <MowerTrack key={source} context={context} mowerId={source} />
      )}
      <div className={classes.actions}>
        <Button
          h={48}
          leftSection={<IconCheck size={18} />}
          disabled={state.sketch.points.length < least}
          onClick={() => {
            onEnd()
            store.send({ type: 'endTrack' })
          }}
        >
          {t('editor.finish')}
        </Button>
        <Button h={48} variant="default" onClick={onEnd}>
          {t('editor.track.pause')}
        </Button>
      </div>
    </section>
  )
}

function DeviceTrack({ context }: { readonly context: EditingContext }) {
  const { t } = useTranslation()
  const { fix, fault } = useOwnFix(0)
  return <Recorded context={context} fix={fix} missing={t(`mapPanels.own.${fault ?? 'waiting'}`)} />
}

function MowerTrack({ context, mowerId }: { readonly context: EditingContext; readonly mowerId: string }) {
  const { t } = useTranslation()
  const vehicle = useVehicle(mowerId)
  const now = useNow(1_000).getTime()
  const { position = null, accuracyM = null, fixType = null, ageMs = null } = vehicle?.telemetry ?? {}
  const sinceMs = vehicle === undefined ? 0 : Math.max(0, now - vehicle.receivedAt)
  const accuracy = accuracyM ?? (fixType === null ? undefined : ACCURACY_OF_FIX[fixType])
  const isFresh = position !== null && accuracy !== undefined && ageMs !== null && ageMs + sinceMs <= FRESH_MS
  const fix = isFresh ? { position, accuracyM: accuracy } : null
  return <Recorded context={context} fix={fix} missing={t('editor.track.mowerSilent')} />
}

interface RecordedProps {
  readonly context: EditingContext
  readonly fix: Fix | null
  /** Why the position is unknown. */
  readonly missing: string
}

/** Adds a point for each step, and says how accurate the last one was. */
function Recorded({ context: { store, state }, fix, missing }: RecordedProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const last = useRef<Position | null>(null)
  const isGood = fix !== null && fix.accuracyM <= WORST_M
  const [lon, lat] = fix?.position ?? []
  useEffect(() => {
    if (!isGood || lon === undefined || lat === undefined) return
    const at: Position = [lon, lat]
    if (last.current !== null && lineLengthM([last.current, at]) < STEP_M) return
    last.current = at
    store.send({ type: 'addPoint', at })
  }, [store, isGood, lon, lat])
  const { length } = state.sketch.points
  return (
    <p className={classes.quiet} role="status">
      {fix === null
        ? missing
        : t(isGood ? 'editor.track.recording' : 'editor.track.inaccurate', {
            count: length,
            accuracy: measure.length(Math.max(LEAST_SHOWN_M, fix.accuracyM)),
          })}
    </p>
  )
}

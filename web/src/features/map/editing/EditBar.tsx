import type { FeatureKind } from '@greensward/domain'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconDeviceFloppy,
  IconRoute,
  IconScribble,
  IconWalk,
  IconX,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Padding } from '../../../map-canvas/scene.ts'
import type { EditorState } from '../../../map-editor/editorState.ts'
import { canBeTraced, mayFollowEdge } from '../../../map-editor/modes/sketchMode.ts'
import { IconButton } from '../../../ui/index.ts'
import classes from './EditBar.module.css'
import type { EditingContext } from './editingContext.ts'
import { KeyHint, type SideList, ToolBar } from './ToolBar.tsx'
import { canBeWalked, TrackRecorder } from './TrackRecorder.tsx'

const TOP_PX = 16
/** Around the buttons of the card. */
const INSET_PX = 4

interface EditBarProps {
  readonly context: EditingContext
  readonly kinds: readonly FeatureKind[]
  readonly changes: number
  readonly busy: boolean
  readonly error: string | null
  readonly padding: Padding
  /** Where its place begins on a wide screen: right of the control panel, or of the button that opens it. */
  readonly leftPx: number
  readonly isPhone: boolean
  readonly list: SideList | null
  readonly onList: (list: SideList | null) => void
  readonly onSave: () => void
  readonly onLeave: () => void
  /** Where its lower edge is, in pixels from the top of the map. */
  readonly onToolbar: (px: number) => void
  /** On phones above the tools, elsewhere beside the map. */
  readonly panel: ReactNode
}

/** Tools, undo and save: one card above the map, on phones one above and one below it. */
export function EditBar(props: EditBarProps) {
  const { context, kinds, padding, leftPx, isPhone, list, onList, onToolbar } = props
  const { t } = useTranslation()
  const bar = useElementSize<HTMLDivElement>()
  useEffect(() => onToolbar(bar.height === 0 ? 0 : TOP_PX + bar.height + 2 * INSET_PX), [onToolbar, bar.height])
  if (isPhone) {
    return (
      <>
        <div
          ref={bar.ref}
          className={`${classes.bar} ${classes.phoneTop}`}
          role="toolbar"
          aria-label={t('editor.draft')}
        >
          <DraftButtons {...props} />
        </div>
        <div className={classes.phoneDock}>
          {props.panel}
          <div className={`${classes.bar} ${classes.phoneBottom}`}>
            <Words {...props} />
            <SketchButtons context={context} large />
            <div className={classes.tools} role="toolbar" aria-label={t('editor.title')}>
              <ToolBar context={context} kinds={kinds} list={list} onList={onList} large />
            </div>
          </div>
        </div>
      </>
    )
  }
  return (
    <>
      <div
        ref={bar.ref}
        className={classes.bar}
        style={{
          top: TOP_PX,
          left: leftPx,
          maxWidth: `calc(100% - ${leftPx + padding.right + 88}px)`,
        }}
      >
        <div className={classes.row} role="toolbar" aria-label={t('editor.title')}>
          <ToolBar context={context} kinds={kinds} list={list} onList={onList} large={false} />
        </div>
        <div className={classes.row} role="toolbar" aria-label={t('editor.draft')}>
          <DraftButtons {...props} />
        </div>
        <SketchButtons context={context} large={false} />
        <Words {...props} />
      </div>
      {props.panel}
    </>
  )
}

function DraftButtons({ context, changes, busy, isPhone, onSave, onLeave }: EditBarProps) {
  const { t } = useTranslation()
  const { store, state } = context
  const { done, undone } = state.history
  const { points, undone: points0, isDone } = state.sketch
  const undoLabel = done.at(-1)?.label
  const redoLabel = undone.at(-1)?.label
  const size = isPhone ? 48 : 40
  return (
    <>
      <IconButton
        label={undoLabel === undefined ? t('editor.undo') : t('editor.undoOf', { label: undoLabel })}
        size={size}
        disabled={undoLabel === undefined && (points.length === 0 || isDone)}
        onClick={() => store.send({ type: 'undo' })}
      >
        <IconArrowBackUp size={20} />
      </IconButton>
      <IconButton
        label={redoLabel === undefined ? t('editor.redo') : t('editor.redoOf', { label: redoLabel })}
        size={size}
        disabled={redoLabel === undefined && points0.length === 0}
        onClick={() => store.send({ type: 'redo' })}
      >
        <IconArrowForwardUp size={20} />
      </IconButton>
      {isPhone ? (
        <IconButton label={t('editor.leave')} size={size} onClick={onLeave}>
          <IconX size={20} />
        </IconButton>
      ) : (
        <Button variant="subtle" h={40} leftSection={<IconX size={18} />} onClick={onLeave}>
          {t('editor.leave')}
        </Button>
      )}
      <Button
        h={size}
        px={14}
        leftSection={<IconDeviceFloppy size={18} />}
        disabled={changes === 0}
        loading={busy}
        aria-label={changes === 0 ? t('common.save') : t('editor.save', { count: changes })}
        onClick={onSave}
      >
        {changes === 0 ? t('common.save') : isPhone ? changes : t('editor.save', { count: changes })}
      </Button>
    </>
  )
}

/** For hands without a keyboard: finish, take back, give up; or the boundary is walked, or drawn in one drag. */
function SketchButtons({ context, large }: { readonly context: EditingContext; readonly large: boolean }) {
  const { t } = useTranslation()
  const { store, state, mowers } = context
  const { isDone } = state.sketch
  const mayTrace = canBeTraced(state)
  // The buttons of a drawing would move the card while a finger is drawing.
  const points = mayTrace ? [] : state.sketch.points
  const [isWalking, setWalking] = useState(false)
  const [hasWalked, setWalked] = useState(false)
  const mayWalk = canBeWalked(state)
  const height = large ? 48 : 36
  if (isWalking && mayWalk) return <TrackRecorder context={context} mowers={mowers} onEnd={() => setWalking(false)} />
  // Corners that were pressed want no recorder; one that paused may continue.
  const offersWalk = mayWalk && (points.length === 0 || hasWalked)
  if (points.length === 0 && !offersWalk && !mayTrace) return null
  const press = (key: 'Enter' | 'Backspace' | 'Escape'): void => {
    store.send({ type: 'key', key, shift: false, rotationDeg: 0 })
  }
  return (
    <div className={classes.sketch}>
      {points.length > 0 && !isDone && (
        <Button h={height} leftSection={<IconCheck size={18} />} onClick={() => press('Enter')}>
          {t('editor.finish')}
        </Button>
      )}
      {points.length > 0 && !isDone && (
        <Button h={height} variant="default" onClick={() => press('Backspace')}>
          {t('editor.takeBack')}
        </Button>
      )}
      {mayFollowEdge(state) && (
        <Button
          h={height}
          variant="default"
          aria-keyshortcuts="f"
          leftSection={<IconRoute size={18} />}
          rightSection={large ? undefined : <KeyHint of="f" />}
          onClick={() => store.send({ type: 'followEdge' })}
        >
          {t('editor.followEdge')}
        </Button>
      )}
      {points.length > 0 && (
        <Button h={height} variant="default" onClick={() => press('Escape')}>
          {isDone ? t('editor.measureAgain') : t('editor.giveUp')}
        </Button>
      )}
      {mayTrace && (
        <Button
          h={height}
          variant={state.freehand ? 'light' : 'default'}
          aria-pressed={state.freehand}
          leftSection={<IconScribble size={18} />}
          onClick={() => store.send({ type: 'freehand', on: !state.freehand })}
        >
          {t('editor.freehand')}
        </Button>
      )}
      {offersWalk && (
        <Button
          h={height}
          variant="default"
          leftSection={<IconWalk size={18} />}
          onClick={() => {
            setWalked(true)
            setWalking(true)
          }}
        >
          {t('editor.track.open')}
        </Button>
      )}
    </div>
  )
}

/** The next step, and the reason for a refusal. */
function Words({ context, error, busy, isPhone }: EditBarProps) {
  const { t } = useTranslation()
  const { notice } = context.state
  const hint = hintOf(context.state, t, isPhone ? 'editor.hintTouch' : 'editor.hint')
  return (
    <>
      {hint !== null && !busy && <p className={classes.hint}>{hint}</p>}
      <div role="status" className={classes.said}>
        {notice?.tone === 'info' && (
          <p className={classes.info}>{t(`editor.notice.${notice.key}`, { ...notice.values })}</p>
        )}
      </div>
      <div role="alert" className={classes.said}>
        {(error !== null || notice?.tone === 'refused') && (
          <p className={classes.error}>{error ?? refusalText(notice, t)}</p>
        )}
      </div>
    </>
  )
}

const refusalText = (notice: EditorState['notice'], t: TFunction): string => {
  if (notice === null) return ''
  // These two are texts of the catalogue, letter by letter.
  if (notice.key === 'busyEdit') return t('errors.codes.zoneBusyEdit')
  if (notice.key === 'busyDelete') return t('errors.codes.zoneBusyDelete')
  return t(`editor.notice.${notice.key}`, { ...notice.values })
}

/** @param words the group of hints: a phone has neither Enter nor Alt */
const hintOf = (state: EditorState, t: TFunction, words: string): string | null => {
  const { tool, selection, sketch } = state
  if (state.freehand && canBeTraced(state)) return t('editor.freehandHint')
  switch (tool.kind) {
    case 'draw':
      return t(`${words}.draw.${drawHint(tool.feature)}`)
    case 'split':
      return t(`${words}.split`)
    case 'cut':
      return t(`${words}.cut`)
    case 'measure':
      return sketch.isDone ? null : t(`${words}.measure`)
    case 'move':
      return t(`${words}.move`)
    case 'box':
      return t(`${words}.box`)
    case 'select':
      return selection.length === 0 ? t(`${words}.select`) : selection.length === 1 ? t(`${words}.corners`) : null
  }
}

const drawHint = (kind: FeatureKind): 'area' | 'line' | 'hole' | 'point' | 'circle' => {
  switch (kind) {
    case 'hole':
      return 'hole'
    case 'road':
      return 'line'
    case 'radius':
      return 'circle'
    case 'note':
    case 'garage':
    case 'wc':
      return 'point'
    default:
      return 'area'
  }
}

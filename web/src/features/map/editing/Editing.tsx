/** The map as a drawing board: tools above it, the properties of what is selected beside it. */
import {
  type CourseFeature,
  EMPTY_DIFF,
  featureTitle,
  type Hole,
  isActive,
  type MapBounds,
  type Mission,
  type Mower,
  withHolesLeft,
} from '@greensward/domain'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId, useIsCut, useProfile } from '../../../api/index.ts'
import type { EditSession, EditSurface } from '../../../map-canvas/editSurface.ts'
import { layerOf, type MapObject, type Padding, type ShownLayers, type ViewState } from '../../../map-canvas/scene.ts'
import { type Drawing, drawingOf } from '../../../map-editor/drawingOf.ts'
import { selectedFeatures, type World } from '../../../map-editor/editorState.ts'
import { createEditorStore } from '../../../map-editor/editorStore.ts'
import { planeAt } from '../../../map-editor/plane.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import type { Course } from '../../../map-view/courseReadings.ts'
import { linesLostText } from '../../../map-view/linesLost.ts'
import { ConfirmDialog, notify, useMeasure } from '../../../ui/index.ts'
import { drawableKinds, mayChange } from '../panels/featureRights.ts'
import type { Rights } from '../panels/inspectorContext.ts'
import { draftLabel } from './draftLabel.ts'
import { EditBar } from './EditBar.tsx'
import type { EditingContext } from './editingContext.ts'
import { SidePanel } from './SidePanel.tsx'
import { saveDraft } from './saveDraft.ts'
import type { SideList } from './ToolBar.tsx'
import { toolOfKey } from './toolKeys.ts'
import type { EditingState } from './useEditing.ts'
import { useEditKeys } from './useEditKeys.ts'
import { useKeptDraft } from './useKeptDraft.ts'

interface EditingProps {
  readonly editing: EditingState
  readonly course: Course
  readonly mowers: readonly Pick<Mower, 'id' | 'name'>[]
  /** Planned and active ones: a zone with an active mission cannot be edited. */
  readonly missions: readonly Mission[]
  readonly rights: Rights
  readonly map: () => CourseMapHandle | null
  readonly view: () => ViewState | null
  /** The features that layers and filters show, so that they can be selected. */
  readonly shows: (feature: CourseFeature) => boolean
  readonly layers: ShownLayers
  readonly selection: MapObject | null
  readonly onSelect: (thing: MapObject | null) => void
  readonly padding: Padding
  /** Where the toolbar begins, in pixels. */
  readonly leftPx: number
  /** Keeps the panel clear of the dock, in pixels. */
  readonly bottomPx: number
  readonly isPhone: boolean
}

const useWorld = ({ course, missions, rights, shows, layers }: EditingProps): World => {
  const { t } = useTranslation()
  const profile = useProfile()
  const { settings } = course
  const [plane] = useState(() => planeAt(settings === undefined ? [0, 0] : [settings.centerLon, settings.centerLat]))
  const bounds = useMemo((): MapBounds | null => {
    if (settings === undefined) return null
    const { topLeftLon, topLeftLat, bottomRightLon, bottomRightLat } = settings
    // Bounds that were never set do not count.
    if (topLeftLon === bottomRightLon || topLeftLat === bottomRightLat) return null
    return { topLeft: [topLeftLon, topLeftLat], bottomRight: [bottomRightLon, bottomRightLat] }
  }, [settings])
  return {
    today: course.features,
    zoneTypes: course.zoneTypes,
    bounds,
    busy: new Set(missions.filter(({ status }) => isActive(status)).map(({ target }) => target.featureId)),
    mayChange: feature => mayChange(feature, rights),
    isShown: feature => {
      const layer = layerOf(feature)
      return (layer === undefined || layers.has(layer)) && shows(feature)
    },
    plane,
    newId: randomId,
    now: () => new Date().toISOString(),
    author: profile?.fullname ?? '',
    say: (key, values) => (key.startsWith('kind.') ? t(`map.${key}`) : t(`editor.step.${key}`, { ...values })),
  }
}

type Store = ReturnType<typeof createEditorStore>
type PanelState = ReturnType<Store['panel']>

/** The selection of the editor and that of the page follow each other. */
function useSharedSelection(
  store: Store,
  chosen: readonly string[],
  selection: MapObject | null,
  onSelect: EditingProps['onSelect'],
): void {
  const shared = useRef<string | null>(null)
  const alone = chosen.length === 1 ? (chosen[0] ?? null) : null
  const select = useRef(onSelect)
  select.current = onSelect
  useEffect(() => {
    if (shared.current === alone) return
    shared.current = alone
    select.current(alone === null ? null : { kind: 'feature', id: alone })
  }, [alone])
  const asked = selection?.kind === 'feature' ? selection.id : null
  useEffect(() => {
    if (shared.current === asked) return
    shared.current = asked
    const isSeveral = store.state().selection.length > 1
    if (asked !== null || !isSeveral) store.send({ type: 'select', ids: asked === null ? [] : [asked], how: 'only' })
  }, [asked, store])
}

/** The pointer belongs to the editor for as long as it is open. */
function useCanvasSession(store: Store, map: EditingProps['map']): void {
  const measure = useMeasure()
  const words = useRef(measure)
  words.current = measure
  useEffect(() => {
    const session: EditSession = {
      happened: (type, pointer) => {
        const after = store.send({ type, pointer })
        if (type === 'down') return after.drag !== null
        // A double click where something is drawn ends it and does not zoom.
        return (
          type !== 'doubleClick' || !['select', 'box', 'move'].includes(after.tool.kind) || after.selection.length > 0
        )
      },
      left: () => store.send({ type: 'leave' }),
      givenUp: () => store.send({ type: 'giveUp' }),
      drawing: (): Drawing => drawingOf(store.state(), store.world(), words.current),
    }
    let surface: EditSurface | null = null
    let waiting = 0
    // A draft that comes back with a reload may be there before the map is.
    const begin = (): void => {
      surface = map()?.edit(session) ?? null
      if (surface === null) {
        waiting = requestAnimationFrame(begin)
        return
      }
      surface.repaint()
      // The button that opened the editor is gone, and the focus with it.
      if (document.activeElement === document.body) map()?.focus()
    }
    begin()
    const end = store.onPaint(() => surface?.repaint())
    return () => {
      cancelAnimationFrame(waiting)
      end()
      surface?.stop()
    }
  }, [map, store])
}

function useSaving(store: Store, state: PanelState, revision: number, onFaults: () => void) {
  const { t } = useTranslation()
  const { draft, history } = state
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ readonly text: string; readonly isUnanswered: boolean } | null>(null)
  const isCut = useIsCut()
  const save = async (): Promise<void> => {
    setError(null)
    if (state.faults.length > 0) {
      onFaults()
      setError({ text: t('editor.notice.faults', { count: state.faults.length }), isUnanswered: false })
      return
    }
    if (state.conflicts.length > 0) return
    setBusy(true)
    const outcome = await saveDraft(store, draftLabel(history, draft, t), revision)
    setBusy(false)
    if (outcome.kind === 'saved') notify.done(t('common.saved'))
    else if (outcome.kind === 'refused') setError(outcome)
  }
  // The network is back: what it kept from the server can be sent again.
  useEffect(() => {
    if (!isCut) setError(before => (before?.isUnanswered === true ? null : before))
  }, [isCut])
  // A refusal of the server concerns the draft that it saw.
  const judged = useRef(draft)
  useEffect(() => {
    if (judged.current !== draft) setError(null)
    judged.current = draft
  }, [draft])
  return { busy, error: error?.text ?? null, save }
}

interface DeleteQuestionProps {
  readonly state: PanelState
  readonly opened: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function DeleteQuestion({ state, opened, onClose, onConfirm }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const chosen = selectedFeatures(state)
  const [first] = chosen
  return (
    <ConfirmDialog
      opened={opened && first !== undefined}
      title={
        chosen.length === 1 && first !== undefined
          ? t('mapPanels.delete.title', { title: featureTitle(first) })
          : t('editor.several.deleteTitle', { count: chosen.length })
      }
      text={[
        linesLostText(withHolesLeft(state.features, { ...EMPTY_DIFF, removed: chosen }), t),
        t('editor.deleteText', { count: chosen.length }),
      ]
        .filter(text => text !== null)
        .join(' ')}
      confirm={
        chosen.length === 1 && first !== undefined
          ? t('mapPanels.delete.feature', { kind: t(`map.kind.${first.kind}`) })
          : t('editor.several.delete', { count: chosen.length })
      }
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}

export function Editing(props: EditingProps) {
  const { editing, course, mowers, rights, map, view, selection, onSelect, padding, leftPx, bottomPx, isPhone } = props
  const { t } = useTranslation()
  const userId = useProfile()?.id
  const world = useWorld(props)
  const [store] = useState(() => createEditorStore(world))
  const state = useSyncExternalStore(store.subscribe, store.panel)
  const [list, setList] = useState<SideList | null>(null)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const { show, showPanel } = editing

  useEffect(() => store.setWorld(world))
  useEffect(() => show(state.features), [show, state.features])
  useEffect(() => () => show(null), [show])
  useEffect(() => () => showPanel(false), [showPanel])
  const { restored, isFull } = useKeptDraft(store, userId)

  useSharedSelection(store, state.selection, selection, onSelect)
  useCanvasSession(store, map)
  const askToDelete = useCallback(() => setAsksToDelete(true), [])
  const rotationDeg = useCallback(() => view()?.rotationDeg ?? 0, [view])
  const kinds = useMemo(() => drawableKinds(rights), [rights])
  const { zoneTypes } = course
  const toolOf = useCallback((key: string) => toolOfKey(key, kinds, zoneTypes), [kinds, zoneTypes])
  useEditKeys(store, { rotationDeg, onDelete: askToDelete, toolOf })

  const { draft } = state
  const changes = draft.added.length + draft.updated.length + draft.removed.length
  const leave = (): void => {
    if (changes > 0) setAsksToLeave(true)
    else editing.close()
  }
  const { busy, error, save } = useSaving(store, state, course.revision, () => setList('problems'))
  const blocker = useBlocker({
    // A session that ends keeps the draft: it is there again after signing in.
    shouldBlockFn: ({ next }) => changes > 0 && next.pathname !== '/map' && next.pathname !== '/login',
    enableBeforeUnload: () => changes > 0,
    withResolver: true,
  })

  const context: EditingContext = {
    store,
    state,
    zoneTypes: course.zoneTypes,
    holes: state.features
      .filter((feature): feature is Hole => feature.kind === 'hole')
      .sort((a, b) => a.properties.sort - b.properties.sort),
    bounds: world.bounds,
    mowers: rights.seesOperations ? mowers : [],
    map,
    view,
    onDelete: askToDelete,
  }
  return (
    <>
      <EditBar
        context={context}
        kinds={kinds}
        changes={changes}
        busy={busy}
        error={error ?? (isFull ? t('editor.notice.full') : null)}
        padding={padding}
        leftPx={leftPx}
        isPhone={isPhone}
        list={list}
        onList={setList}
        onSave={() => void save()}
        onLeave={leave}
        onToolbar={editing.setToolbarPx}
        panel={
          <SidePanel
            context={context}
            list={list}
            restored={restored}
            isPhone={isPhone}
            bottomPx={bottomPx}
            onShown={showPanel}
            onClose={() => {
              if (list !== null) setList(null)
              else store.send({ type: 'select', ids: [], how: 'only' })
            }}
          />
        }
      />
      <DeleteQuestion
        state={state}
        opened={asksToDelete}
        onClose={() => setAsksToDelete(false)}
        onConfirm={() => {
          setAsksToDelete(false)
          store.send({ type: 'removeSelection' })
        }}
      />
      <ConfirmDialog
        opened={asksToLeave || blocker.status === 'blocked'}
        title={t('editor.leaveTitle')}
        text={t('editor.leaveText', { count: changes })}
        confirm={t('editor.leaveConfirm')}
        onClose={() => {
          setAsksToLeave(false)
          blocker.reset?.()
        }}
        onConfirm={() => {
          setAsksToLeave(false)
          store.send({ type: 'discard' })
          editing.close()
          blocker.proceed?.()
        }}
      />
    </>
  )
}

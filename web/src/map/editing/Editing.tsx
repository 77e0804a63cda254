import { type CourseFeature, EMPTY_DIFF, type FeatureKind, featureTitle, type Hole } from '@greensward/domain'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId, useProfile } from '../../api/index.ts'
import { ConfirmDialog, notify } from '../../ui/index.ts'
import type { CourseMapHandle } from '../CourseMapView.tsx'
import type { Reshaping } from '../canvas/canvasDoor.ts'
import type { Padding, Thing, ViewState } from '../canvas/scene.ts'
import type { ShapeChange } from '../canvas/shapeEditor.ts'
import type { Sketch } from '../canvas/sketch.ts'
import type { Course } from '../courseReadings.ts'
import { newFeature, SHAPE_OF } from '../editor/newFeature.ts'
import { drawableKinds, mayChange } from '../panels/featureRights.ts'
import { InspectorFrame } from '../panels/InspectorFrame.tsx'
import type { Rights } from '../panels/inspectorContext.ts'
import { EditBar } from './EditBar.tsx'
import classes from './Editing.module.css'
import { FeatureForm } from './FeatureForm.tsx'
import { reshaped } from './reshaped.ts'
import type { MapEditor } from './useMapEditor.ts'

interface EditingProps {
  readonly editor: MapEditor
  readonly course: Course
  readonly rights: Rights
  readonly map: () => CourseMapHandle | null
  readonly view: () => ViewState | null
  readonly selection: Thing | null
  readonly onSelect: (thing: Thing | null) => void
  readonly padding: Padding
  /** Keeps the panel clear of the dock, in pixels. */
  readonly bottomPx: number
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)

/** The map as a drawing board: tools above it, the properties of what is selected beside it. */
export function Editing(props: EditingProps) {
  const { editor, course, rights, map, view, selection, onSelect, padding, bottomPx } = props
  const { t } = useTranslation()
  const profile = useProfile()
  const [drawing, setDrawing] = useState<FeatureKind | null>(null)
  const [movesWhole, setMovesWhole] = useState(false)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const reshaping = useRef<Reshaping | null>(null)
  const sketch = useRef<Sketch | null>(null)
  const holes = editor.features.filter((feature): feature is Hole => feature.kind === 'hole')
  const selected = selection?.kind === 'feature' ? editor.features.find(({ id }) => id === selection.id) : undefined
  const target = selected !== undefined && mayChange(selected, rights) ? selected : undefined

  const remove = (feature: CourseFeature): void => {
    editor.edit(t('map.delete.label', { title: featureTitle(feature) }), { ...EMPTY_DIFF, removed: [feature] })
    onSelect(null)
  }
  const leave = (): void => {
    if (editor.changes > 0) setAsksToLeave(true)
    else editor.close()
  }
  const add = (kind: FeatureKind, points: Parameters<typeof newFeature>[0]['points']): void => {
    const feature = newFeature({
      id: randomId(),
      kind,
      points,
      title: t('map.edit.newTitle', { kind: t(`map.kind.${kind}`) }),
      zoneTypeId: course.zoneTypes[0]?.id ?? '',
      author: profile?.fullname ?? '',
      now: new Date().toISOString(),
      holes: holes.length,
    })
    setDrawing(null)
    if (feature === undefined) return
    editor.edit(t('map.edit.added', { kind: t(`map.kind.${kind}`) }), { ...EMPTY_DIFF, added: [feature] })
    onSelect({ kind: 'feature', id: feature.id })
  }
  const save = async (): Promise<void> => {
    if (await editor.save()) notify.done(t('common.saved'))
  }
  const reshape = (change: ShapeChange): void => {
    const before = editor.features.find(({ id }) => id === change.id)
    const after = before === undefined ? undefined : reshaped(before, change)
    if (before === undefined || after === undefined) return
    editor.edit(t('map.edit.moved', { title: featureTitle(before) }), { ...EMPTY_DIFF, updated: [[before, after]] })
  }

  // The canvas and the window call back later: they always meet the newest of these.
  const latest = useRef({ add, remove, reshape, leave, target, drawing, editor, onSelect, setDrawing })
  latest.current = { add, remove, reshape, leave, target, drawing, editor, onSelect, setDrawing }

  useEffect(() => {
    const started = map()?.reshape(change => latest.current.reshape(change)) ?? null
    reshaping.current = started
    return () => {
      started?.stop()
      reshaping.current = null
    }
  }, [map])
  useEffect(() => reshaping.current?.use(movesWhole ? 'whole' : 'corners'), [movesWhole])
  useEffect(() => {
    if (drawing === null) return
    const started = map()?.sketch({
      shape: SHAPE_OF[drawing],
      snaps: true,
      onChange: () => undefined,
      onEnd: points => latest.current.add(drawing, points),
    })
    sketch.current = started ?? null
    return () => {
      started?.stop()
      sketch.current = null
    }
  }, [drawing, map])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]') !== null) return
      const now = latest.current
      if (event.key === 'Escape') {
        if (now.drawing !== null) now.setDrawing(null)
        else now.onSelect(null)
      } else if (event.key === 'Enter' && now.drawing !== null) sketch.current?.finish()
      else if (event.key === 'Backspace' && now.drawing !== null) sketch.current?.undo()
      else if (event.key === 'Delete' && now.target !== undefined) {
        if (reshaping.current?.removeCorner() !== true) now.remove(now.target)
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
        event.preventDefault()
        if (event.shiftKey) now.editor.redo()
        else now.editor.undo()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => editor.changes > 0 && next.pathname !== '/map',
    enableBeforeUnload: () => editor.changes > 0,
    withResolver: true,
  })

  return (
    <>
      <EditBar
        editor={editor}
        kinds={drawableKinds(rights)}
        drawing={drawing}
        movesWhole={movesWhole}
        hasTarget={target !== undefined}
        padding={padding}
        onDraw={kind => {
          onSelect(null)
          setDrawing(kind)
        }}
        onMoveWhole={setMovesWhole}
        onDelete={() => {
          if (target !== undefined) remove(target)
        }}
        onSave={() => void save()}
        onLeave={leave}
      />
      {target !== undefined && (
        <aside className={classes.panel} style={{ maxHeight: `calc(100% - ${16 + bottomPx}px)` }}>
          <InspectorFrame
            title={featureTitle(target)}
            kind={t(`map.kind.${target.kind}`)}
            onClose={() => onSelect(null)}
          >
            <FeatureForm
              key={target.id}
              feature={target}
              zoneTypes={course.zoneTypes}
              holes={holes}
              view={view}
              onChange={(after, field) =>
                editor.edit(
                  t('map.edit.changed', { title: featureTitle(target) }),
                  { ...EMPTY_DIFF, updated: [[target, after]] },
                  `${target.id} ${field}`,
                )
              }
            />
          </InspectorFrame>
        </aside>
      )}
      <ConfirmDialog
        opened={asksToLeave || blocker.status === 'blocked'}
        title={t('map.edit.leaveTitle')}
        text={t('map.edit.leaveText', { count: editor.changes })}
        confirm={t('map.edit.leaveConfirm')}
        onClose={() => {
          setAsksToLeave(false)
          blocker.reset?.()
        }}
        onConfirm={() => {
          setAsksToLeave(false)
          editor.close()
          blocker.proceed?.()
        }}
      />
    </>
  )
}

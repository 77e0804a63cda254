import { featureTitle } from '@greensward/domain'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectedFeatures } from '../../../map-editor/editorState.ts'
import { IconButton } from '../../../ui/index.ts'
import { ConflictList } from './ConflictList.tsx'
import classes from './Editing.module.css'
import type { EditingContext } from './editingContext.ts'
import { ObjectList, ProblemList } from './ListPanels.tsx'
import { PlacePanel, SelectionPanel } from './SelectionPanel.tsx'
import type { SideList } from './ToolBar.tsx'

interface SidePanelProps {
  readonly context: EditingContext
  readonly list: SideList | null
  /** Steps of a draft that was kept from before. */
  readonly restored: number
  readonly isPhone: boolean
  readonly bottomPx: number
  readonly onShown: (on: boolean) => void
  readonly onClose: () => void
}

interface Content {
  /** Whether two contents are about the same object, also after a new name. */
  readonly about: string
  readonly title: string
  readonly kind: string | null
  readonly body: ReactNode
  readonly closable: boolean
  /** Opens by itself on a phone, where it hides half of the map. */
  readonly opens: boolean
  /** Rarely wanted: folded up also where there is room. */
  readonly folds: boolean
}

/** Beside the map: what has to be decided first, then the list that was asked for, then what is selected. */
export function SidePanel({ context, list, restored, isPhone, bottomPx, onShown, onClose }: SidePanelProps) {
  const { t } = useTranslation()
  const content = useContent(context, list, restored)
  const [opened, setOpened] = useState<string | null>(null)
  const isShown = content !== null
  useEffect(() => onShown(isShown), [onShown, isShown])
  if (content === null) return null
  const { about, title, kind, body, closable, opens, folds } = content
  const mayFold = folds || (isPhone && !opens)
  const isOpen = !mayFold || opened === about
  return (
    <aside
      className={isPhone ? classes.phonePanel : classes.panel}
      {...(isPhone ? {} : { style: { maxHeight: `calc(100% - ${16 + bottomPx}px)` } })}
      aria-label={title}
    >
      <header className={classes.head}>
        <h2>
          {title}
          {kind !== null && <span className={classes.headKind}>{kind}</span>}
        </h2>
        {mayFold && (
          <IconButton
            label={isOpen ? t('editor.panel.fold') : t('editor.panel.unfold')}
            size={isPhone ? 44 : 40}
            aria-expanded={isOpen}
            onClick={() => setOpened(isOpen ? null : about)}
          >
            {isOpen ? <IconChevronDown size={20} /> : <IconChevronUp size={20} />}
          </IconButton>
        )}
        {closable && (
          <IconButton label={t('common.close')} size={isPhone ? 44 : 40} onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        )}
      </header>
      {isOpen && <div className={classes.body}>{body}</div>}
    </aside>
  )
}

const useContent = (context: EditingContext, list: SideList | null, restored: number): Content | null => {
  const { t } = useTranslation()
  const { state } = context
  const { tool, conflicts, history } = state
  /** The tool stays after a thing is drawn, and the thing wants its name. */
  const isNaming = tool.kind === 'draw' && state.selection.length > 0 && state.sketch.points.length === 0
  if (conflicts.length > 0)
    return {
      about: 'conflicts',
      title: t('editor.conflict.title'),
      kind: null,
      body: <ConflictList context={context} />,
      closable: false,
      opens: true,
      folds: false,
    }
  if (list !== null)
    return {
      about: list,
      title: t(`editor.list.${list}`),
      kind: null,
      body: list === 'objects' ? <ObjectList context={context} /> : <ProblemList context={context} />,
      closable: true,
      opens: true,
      folds: false,
    }
  if (
    (tool.kind === 'draw' && !isNaming) ||
    tool.kind === 'split' ||
    tool.kind === 'cut' ||
    tool.kind === 'measure' ||
    tool.kind === 'move'
  )
    return {
      about: 'numbers',
      title: tool.kind === 'draw' ? t(`map.kind.${tool.feature}`) : t(`editor.tool.${tool.kind}`),
      kind: tool.kind === 'move' ? t('editor.place.byNumbers') : t('editor.place.next'),
      body: <PlacePanel context={context} />,
      closable: false,
      opens: false,
      folds: true,
    }
  const features = selectedFeatures(state)
  const [first] = features
  if (first !== undefined)
    return {
      about: state.selection.join(' '),
      title: features.length === 1 ? featureTitle(first) : t('editor.several.title', { count: features.length }),
      kind: features.length === 1 ? t(`map.kind.${first.kind}`) : null,
      body: <SelectionPanel context={context} />,
      closable: true,
      opens: false,
      folds: false,
    }
  if (restored > 0 && history.done.length === restored)
    return {
      about: 'restored',
      title: t('editor.restored.title'),
      kind: null,
      body: <p className={classes.quiet}>{t('editor.restored.text', { count: restored })}</p>,
      closable: false,
      opens: false,
      folds: false,
    }
  return null
}

import type { FeatureKind, ZoneType } from '@greensward/domain'
import { Button, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsJoin,
  IconArrowsMove,
  IconList,
  IconMagnet,
  IconPlus,
  IconPointer,
  IconRuler2,
  IconScissors,
  IconSelect,
  IconSlice,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tool } from '../../../map-editor/editorState.ts'
import { IconButton } from '../../../ui/index.ts'
import classes from './EditBar.module.css'
import type { EditingContext } from './editingContext.ts'
import { keyOfKind, keyOfTool, keyOfZoneType } from './toolKeys.ts'

export type SideList = 'objects' | 'problems'

interface ToolBarProps {
  readonly context: EditingContext
  readonly kinds: readonly FeatureKind[]
  readonly list: SideList | null
  readonly onList: (list: SideList | null) => void
  /** Fingers in gloves want more room. */
  readonly large: boolean
}

const GROUPS: readonly (readonly FeatureKind[])[] = [
  ['restriction', 'radius'],
  ['hole', 'road'],
  ['missionArea', 'area', 'markedArea'],
  ['garage', 'wc', 'note'],
]

/** The tools of the map. */
export function ToolBar({ context, kinds, list, onList, large }: ToolBarProps) {
  const { t } = useTranslation()
  const { store, state, zoneTypes, map } = context
  const size = large ? 48 : 40
  const use = (tool: Tool): void => {
    store.send({ type: 'use', tool })
  }
  const button = (kind: Exclude<Tool['kind'], 'draw'>, icon: ReactNode, disabled = false) => (
    <IconButton
      label={t(`editor.tool.${kind}`)}
      aria-keyshortcuts={keyOfTool(kind)}
      size={size}
      aria-pressed={state.tool.kind === kind}
      variant={state.tool.kind === kind ? 'light' : 'subtle'}
      disabled={disabled}
      onClick={() => use({ kind })}
    >
      {icon}
    </IconButton>
  )
  const hasSelection = state.selection.length > 0
  return (
    <>
      <DrawMenu
        kinds={kinds}
        zoneTypes={zoneTypes}
        size={size}
        drawn={state.tool}
        onDraw={tool => {
          use(tool)
          map()?.focus()
        }}
      />
      {button('select', <IconPointer size={20} />)}
      {button('box', <IconSelect size={20} />)}
      {button('move', <IconArrowsMove size={20} />, !hasSelection)}
      <span className={classes.line} />
      {button('split', <IconSlice size={20} />, !hasSelection)}
      {button('cut', <IconScissors size={20} />, !hasSelection)}
      <IconButton
        label={t('editor.tool.merge')}
        size={size}
        disabled={state.selection.length < 2}
        onClick={() => store.send({ type: 'merge' })}
      >
        <IconArrowsJoin size={20} />
      </IconButton>
      {button('measure', <IconRuler2 size={20} />)}
      <IconButton
        label={t('editor.tool.snap')}
        size={size}
        aria-pressed={state.snaps}
        variant={state.snaps ? 'light' : 'subtle'}
        onClick={() => store.send({ type: 'snaps', on: !state.snaps })}
      >
        <IconMagnet size={20} />
      </IconButton>
      <span className={classes.line} />
      <IconButton
        label={t('editor.list.objects')}
        size={size}
        aria-pressed={list === 'objects'}
        variant={list === 'objects' ? 'light' : 'subtle'}
        onClick={() => onList(list === 'objects' ? null : 'objects')}
      >
        <IconList size={20} />
      </IconButton>
      <IconButton
        label={t('editor.list.problems')}
        size={size}
        aria-pressed={list === 'problems'}
        variant={list === 'problems' ? 'light' : 'subtle'}
        {...(state.faults.length > 0 ? { color: 'error' } : {})}
        onClick={() => onList(list === 'problems' ? null : 'problems')}
      >
        <IconAlertTriangle size={20} />
      </IconButton>
    </>
  )
}

interface DrawMenuProps {
  readonly kinds: readonly FeatureKind[]
  readonly zoneTypes: readonly ZoneType[]
  readonly size: number
  readonly drawn: Tool
  readonly onDraw: (tool: Tool) => void
}

/** Everything that can be drawn: zones by their types, the rest by kind. */
function DrawMenu({ kinds, zoneTypes, size, drawn, onDraw }: DrawMenuProps) {
  const { t } = useTranslation()
  const type = drawn.kind === 'draw' ? zoneTypes.find(({ id }) => id === drawn.zoneTypeId) : undefined
  const name = drawn.kind !== 'draw' ? t('editor.tool.draw') : (type?.name ?? t(`map.kind.${drawn.feature}`))
  // With the focus back on the button, Enter would open the menu again instead of ending what is drawn.
  const [isPicked, setPicked] = useState(false)
  const pick = (tool: Tool): void => {
    setPicked(true)
    onDraw(tool)
  }
  return (
    <Menu position="bottom-start" withinPortal returnFocus={!isPicked} onOpen={() => setPicked(false)}>
      <Menu.Target>
        <Button
          h={size}
          px={12}
          style={{ flexShrink: 0 }}
          leftSection={<IconPlus size={18} />}
          variant={drawn.kind === 'draw' ? 'light' : 'filled'}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(70vh, 560px)" style={{ overflowY: 'auto' }}>
        {kinds.includes('zone') && (
          <>
            <Menu.Label>{t('map.kinds.zone')}</Menu.Label>
            {zoneTypes.map(({ id, name: title, color }, index) => (
              <Menu.Item
                key={id}
                leftSection={<span className={classes.swatch} style={{ background: color }} />}
                rightSection={<KeyHint of={keyOfZoneType(index)} />}
                onClick={() => pick({ kind: 'draw', feature: 'zone', zoneTypeId: id })}
              >
                {title}
              </Menu.Item>
            ))}
          </>
        )}
        {GROUPS.map(group => group.filter(kind => kinds.includes(kind)))
          .filter(group => group.length > 0)
          .map(group => (
            <div key={group[0]}>
              <Menu.Divider />
              {group.map(kind => (
                <Menu.Item
                  key={kind}
                  rightSection={<KeyHint of={keyOfKind(kind)} />}
                  onClick={() => pick({ kind: 'draw', feature: kind, zoneTypeId: null })}
                >
                  {t(`map.kind.${kind}`)}
                </Menu.Item>
              ))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The key that takes the entry's tool up, for the eye alone: a screen reader says the entry. */
export function KeyHint({ of }: { readonly of: string | undefined }) {
  return of === undefined ? null : (
    <kbd className={classes.key} aria-hidden>
      {of.toUpperCase()}
    </kbd>
  )
}

import { type FeatureKind, featureTitle } from '@greensward/domain'
import { Button, Menu, Modal } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMove,
  IconDeviceFloppy,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/index.ts'
import type { Padding } from '../canvas/scene.ts'
import classes from './EditBar.module.css'
import type { MapEditor } from './useMapEditor.ts'

interface EditBarProps {
  readonly editor: MapEditor
  readonly kinds: readonly FeatureKind[]
  readonly drawing: FeatureKind | null
  readonly movesWhole: boolean
  /** Whether something that may be changed is selected. */
  readonly hasTarget: boolean
  readonly padding: Padding
  readonly onDraw: (kind: FeatureKind | null) => void
  readonly onMoveWhole: (on: boolean) => void
  readonly onDelete: () => void
  readonly onSave: () => void
  readonly onLeave: () => void
}

/** Everything that can be done to the draft. */
export function EditBar(props: EditBarProps) {
  const { editor, kinds, drawing, movesWhole, hasTarget, padding } = props
  const { onDraw, onMoveWhole, onDelete, onSave, onLeave } = props
  const { t } = useTranslation()
  const { undoLabel, redoLabel, changes, error } = editor
  return (
    <>
      <div
        className={classes.bar}
        role="toolbar"
        aria-label={t('map.edit.title')}
        style={{ top: 16, left: 16 + padding.left, maxWidth: `calc(100% - ${padding.left + padding.right + 112}px)` }}
      >
        <Menu position="bottom-start">
          <Menu.Target>
            <Button leftSection={<IconPlus size={18} />} variant="light">
              {drawing === null ? t('map.edit.draw') : t(`map.kind.${drawing}`)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds.map(kind => (
              <Menu.Item key={kind} onClick={() => onDraw(kind)}>
                {t(`map.kind.${kind}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <IconButton
          label={t('map.edit.moveWhole')}
          aria-pressed={movesWhole}
          variant={movesWhole ? 'light' : 'subtle'}
          disabled={!hasTarget}
          onClick={() => onMoveWhole(!movesWhole)}
        >
          <IconArrowsMove size={20} />
        </IconButton>
        <IconButton label={t('map.edit.delete')} disabled={!hasTarget} onClick={onDelete}>
          <IconTrash size={20} />
        </IconButton>
        <span className={classes.line} />
        <IconButton
          label={undoLabel === null ? t('map.edit.undo') : t('map.edit.undoOf', { label: undoLabel })}
          disabled={undoLabel === null}
          onClick={editor.undo}
        >
          <IconArrowBackUp size={20} />
        </IconButton>
        <IconButton
          label={redoLabel === null ? t('map.edit.redo') : t('map.edit.redoOf', { label: redoLabel })}
          disabled={redoLabel === null}
          onClick={editor.redo}
        >
          <IconArrowForwardUp size={20} />
        </IconButton>
        <span className={classes.line} />
        <Button variant="subtle" leftSection={<IconX size={18} />} onClick={onLeave}>
          {t('map.edit.leave')}
        </Button>
        <Button
          leftSection={<IconDeviceFloppy size={18} />}
          disabled={changes === 0}
          loading={editor.busy}
          onClick={onSave}
        >
          {changes === 0 ? t('common.save') : t('map.edit.save', { count: changes })}
        </Button>
        {drawing !== null && <p className={classes.hint}>{t(`map.edit.hint.${hintOf(drawing)}`)}</p>}
        {drawing === null && hasTarget && (
          <p className={classes.hint}>{t(movesWhole ? 'map.edit.hint.whole' : 'map.edit.hint.corners')}</p>
        )}
        {error !== null && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <Modal
        opened={editor.conflicts.length > 0}
        onClose={() => editor.settle('theirs')}
        title={t('map.edit.conflictTitle')}
        closeButtonProps={{ 'aria-label': t('map.edit.theirs') }}
      >
        <p>{t('map.edit.conflictText')}</p>
        <ul>
          {editor.conflicts.map(({ id, today }) => (
            <li key={id}>{today === null ? t('map.edit.deletedMeanwhile') : featureTitle(today)}</li>
          ))}
        </ul>
        <Button variant="default" mr={8} onClick={() => editor.settle('theirs')}>
          {t('map.edit.theirs')}
        </Button>
        <Button onClick={() => editor.settle('mine')}>{t('map.edit.mine')}</Button>
      </Modal>
    </>
  )
}

const hintOf = (kind: FeatureKind): 'area' | 'line' | 'point' =>
  kind === 'road' || kind === 'hole'
    ? 'line'
    : kind === 'note' || kind === 'radius' || kind === 'garage' || kind === 'wc'
      ? 'point'
      : 'area'

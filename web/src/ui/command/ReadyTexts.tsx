/** Ready texts for a message to carts: one press takes one; those of the course are kept and changed here too. */
import { Button, Checkbox, Textarea } from '@mantine/core'
import { IconBookmark, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../IconButton.tsx'
import { notify } from '../notify.tsx'
import { SortableList } from '../table/SortableList.tsx'
import classes from './ReadyTexts.module.css'
import type { OfferedTexts } from './useReadyTexts.ts'

interface ReadyTextsProps {
  readonly texts: OfferedTexts
  /** The text of the message. */
  readonly text: string
  readonly onChoose: (text: string) => void
}

export function ReadyTexts({ texts, text, onChoose }: ReadyTextsProps) {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  return (
    <fieldset className={classes.ready}>
      <legend>{t('mapPanels.cart.ready.title')}</legend>
      {isChanging ? (
        <OwnTexts texts={texts} />
      ) : (
        texts.offered.map(words => (
          <Button key={words} h="auto" variant="light" aria-pressed={text === words} onClick={() => onChoose(words)}>
            {words}
          </Button>
        ))
      )}
      {texts.isKnown && (
        <Button
          variant="subtle"
          leftSection={isChanging ? <IconCheck size={18} /> : <IconPencil size={18} />}
          onClick={() => setChanging(!isChanging)}
        >
          {t(isChanging ? 'mapPanels.cart.ownTexts.done' : 'mapPanels.cart.ownTexts.change')}
        </Button>
      )}
    </fieldset>
  )
}

/** Keeps the text that was just written; absent where it is a ready text already. */
export function KeepText({ texts, text }: Omit<ReadyTextsProps, 'onChoose'>) {
  const { t } = useTranslation()
  const { offered, own, isKnown, isBusy, change } = texts
  const words = text.trim()
  if (!isKnown || words === '' || offered.includes(words)) return null
  const keep = async (): Promise<void> => {
    if (await change({ texts: [...own, words] })) notify.done(t('mapPanels.cart.ownTexts.kept'))
  }
  return (
    <Button variant="default" leftSection={<IconBookmark size={18} />} loading={isBusy} onClick={() => void keep()}>
      {t('mapPanels.cart.ownTexts.keep')}
    </Button>
  )
}

/** A text that was removed, and where it was. */
interface Removed {
  readonly text: string
  readonly index: number
}

function OwnTexts({ texts }: Pick<ReadyTextsProps, 'texts'>) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { own, hidesBuiltIn, isBusy, change } = texts
  const remove = async (text: string): Promise<void> => {
    const index = own.indexOf(text)
    if (await change({ texts: own.toSpliced(index, 1) })) setRemoved({ text, index })
  }
  const undo = async ({ text, index }: Removed): Promise<void> => {
    if (await change({ texts: own.toSpliced(index, 0, text) })) setRemoved(null)
  }
  const save = async (before: string, after: string): Promise<void> => {
    if (await change({ texts: own.map(text => (text === before ? after : text)) })) setEdited(null)
  }
  return (
    <>
      <Checkbox
        label={t('mapPanels.cart.ownTexts.builtIn')}
        checked={!hidesBuiltIn}
        disabled={isBusy}
        onChange={event => void change({ hidesBuiltIn: !event.currentTarget.checked })}
      />
      {own.length === 0 && <p className={classes.none}>{t('mapPanels.cart.ownTexts.none')}</p>}
      <SortableList
        items={own}
        idOf={text => text}
        nameOf={text => text}
        onSort={own.length > 1 ? sorted => change({ texts: sorted }) : undefined}
      >
        {text =>
          text === edited ? (
            <TextEditor
              text={text}
              isBusy={isBusy}
              onSave={after => void save(text, after)}
              onCancel={() => setEdited(null)}
            />
          ) : (
            <>
              <span className={classes.words}>{text}</span>
              <IconButton label={`${t('common.edit')}: ${text}`} disabled={isBusy} onClick={() => setEdited(text)}>
                <IconPencil size={20} stroke={1.75} />
              </IconButton>
              <IconButton
                label={`${t('common.delete')}: ${text}`}
                color="error"
                disabled={isBusy}
                onClick={() => void remove(text)}
              >
                <IconTrash size={20} stroke={1.75} />
              </IconButton>
            </>
          )
        }
      </SortableList>
      {removed !== null && (
        <p className={classes.undo} role="status">
          <span>{t('mapPanels.cart.ownTexts.removed', { text: removed.text })}</span>
          <Button variant="default" loading={isBusy} onClick={() => void undo(removed)}>
            {t('mapPanels.cart.ownTexts.undo')}
          </Button>
        </p>
      )}
    </>
  )
}

interface TextEditorProps {
  readonly text: string
  readonly isBusy: boolean
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

/** Once, when it appears: the button that had the focus is gone. */
const focus = (field: HTMLTextAreaElement | null): void => field?.focus()

function TextEditor({ text, isBusy, onSave, onCancel }: TextEditorProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState(text)
  return (
    <div className={classes.editor}>
      <Textarea
        ref={focus}
        aria-label={`${t('common.edit')}: ${text}`}
        value={words}
        maxLength={300}
        autosize
        minRows={2}
        onChange={event => setWords(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button loading={isBusy} disabled={words.trim() === ''} onClick={() => onSave(words)}>
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}

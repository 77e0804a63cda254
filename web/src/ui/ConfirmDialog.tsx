import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  /** States the consequence. */
  readonly text: string
  /** The objects of the question, if there are several; two may have the same name. */
  readonly things?: readonly { readonly id: string; readonly name: string }[]
  /** The verb of the action, such as 'Delete mower'. */
  readonly confirm: string
  readonly tone?: 'danger' | 'main'
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, things, confirm, tone = 'danger', busy = false, onConfirm, onClose } = props
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {things !== undefined && (
        <ul className={classes.names}>
          {things.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color={tone === 'danger' ? 'error' : 'main'} loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}

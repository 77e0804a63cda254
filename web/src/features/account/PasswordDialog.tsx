import { Button } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Dialog, PasswordField } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { useOwnForm } from './useOwnForm.ts'

interface PasswordDialogProps {
  /** Asks and names what is about to happen. */
  readonly title: string
  readonly confirm: string
  /** The message after success. */
  readonly done: string
  /** @throws where the server refuses it */
  readonly onConfirm: (currentPassword: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password before something that a stolen session alone must not do. */
export function PasswordDialog({ title, confirm, done, onConfirm, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { currentPassword: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = useOwnForm(
    form,
    async ({ currentPassword }) => {
      await onConfirm(currentPassword)
      onClose()
    },
    done,
  )
  return (
    <Dialog onClose={onClose} title={title}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.wide}>
          <PasswordField
            control={form.control}
            name="currentPassword"
            label={t('account.currentPassword')}
            autoComplete="current-password"
          />
        </div>
        {errors.root?.message !== undefined && (
          <p className={classes.refusal} role="alert">
            {errors.root.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="error" loading={isSubmitting}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

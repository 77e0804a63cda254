import { Button, CopyButton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './NewKey.module.css'

interface NewKeyProps {
  readonly label: string
  readonly value: string
  /** Says that the key is shown this once. */
  readonly note: string
}

/** A new secret key, shown once and copied with one press. */
export function NewKey({ label, value, note }: NewKeyProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.key} role="status">
      <p>{note}</p>
      <div>
        <TextInput label={label} value={value} readOnly onFocus={event => event.target.select()} />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'account.keys.copied' : 'account.keys.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  )
}

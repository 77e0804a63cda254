/** A plan from QGroundControl instead of one of our own: chosen, named, taken away again. */
import { Button, FileButton } from '@mantine/core'
import { IconFileUpload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/index.ts'
import classes from './PlanFileField.module.css'

export interface PlanFile {
  readonly name: string
  readonly content: Readonly<Record<string, unknown>>
}

interface PlanFileFieldProps {
  readonly file: PlanFile | null
  readonly onChange: (file: PlanFile | null) => void
}

/** As many bytes as the server takes. */
const MOST_BYTES = 7_500_000

export function PlanFileField({ file, onChange }: PlanFileFieldProps) {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<string | null>(null)
  const read = async (chosen: File | null): Promise<void> => {
    if (chosen === null) return
    if (chosen.size > MOST_BYTES) {
      setWrong(t('missions.file.tooLarge'))
      return
    }
    try {
      const content: unknown = JSON.parse(await chosen.text())
      if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new Error('no object')
      setWrong(null)
      onChange({ name: chosen.name, content: content as Record<string, unknown> })
    } catch {
      setWrong(t('missions.file.notJson', { name: chosen.name }))
    }
  }
  return (
    <div className={classes.field}>
      <span className={classes.label}>{t('missions.file.title')}</span>
      {file === null ? (
        <FileButton accept=".plan,.json,application/json" onChange={chosen => void read(chosen)}>
          {props => (
            <Button {...props} variant="default" leftSection={<IconFileUpload size={18} />}>
              {t('missions.file.choose')}
            </Button>
          )}
        </FileButton>
      ) : (
        <span className={classes.chosen}>
          <span>{file.name}</span>
          <IconButton label={t('missions.file.remove')} onClick={() => onChange(null)}>
            <IconX size={20} />
          </IconButton>
        </span>
      )}
      <span className={classes.note}>{t(file === null ? 'missions.file.note' : 'missions.file.used')}</span>
      {wrong !== null && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}

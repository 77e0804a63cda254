import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './FoldedFilters.module.css'

interface FoldedFiltersProps {
  /** How many of them are set. */
  readonly count: number
  readonly children: ReactNode
}

/** The filters of a list: on a phone behind one button, which counts those that are set, so that the list is in view. */
export function FoldedFilters({ count, children }: FoldedFiltersProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className={classes.fold ?? ''}
        variant="default"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? t('missions.filters') : t('missions.filtersSet', { count })}
      </Button>
      <div className={classes.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

import { NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../IconButton.tsx'
import classes from './Pager.module.css'

interface PagerProps {
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly onPage: (page: number) => void
  readonly onPerPage: (perPage: number) => void
}

const CHOICES = ['10', '25', '50', '100']

export function Pager({ page, perPage, total, onPage, onPerPage }: PagerProps) {
  const { t } = useTranslation()
  const id = useId()
  const from = total === 0 ? 0 : (page - 1) * perPage + 1
  const to = Math.min(page * perPage, total)
  return (
    <nav className={classes.pager} aria-label={t('common.pages')}>
      <label htmlFor={id}>{t('common.rowsPerPage')}</label>
      <NativeSelect
        id={id}
        data={CHOICES}
        value={String(perPage)}
        onChange={event => onPerPage(Number(event.currentTarget.value))}
      />
      <span className={classes.range}>{t('common.range', { from, to, total })}</span>
      <IconButton label={t('common.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={20} />
      </IconButton>
      <IconButton label={t('common.nextPage')} disabled={to >= total} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={20} />
      </IconButton>
    </nav>
  )
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { noteOpenedFor } from '../map-canvas/openedFor.ts'
import classes from './NewBaseMap.module.css'

interface NewBaseMapProps {
  readonly address: string
  /** Whether a reload loses no work of the person. */
  readonly isQuiet: boolean
  /** Opens this very view in a new page. */
  readonly reopen: () => void
}

/** Where the browser refuses a base map that was set after the page was opened: reloads at a quiet moment, or says that it takes one. */
export default function NewBaseMap({ address, isQuiet, reopen }: NewBaseMapProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!isQuiet) return
    noteOpenedFor(address)
    reopen()
  }, [address, isQuiet, reopen])
  return (
    <span role="status" className={classes.note}>
      {t('map.newBaseMap')}
      <button
        type="button"
        className={classes.reload}
        onClick={() => {
          noteOpenedFor(address)
          reopen()
        }}
      >
        {t('errors.reload')}
      </button>
    </span>
  )
}

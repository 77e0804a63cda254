import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LEAST_OPACITY } from '../../../map-view/mapChoice.ts'
import classes from './LayersPanel.module.css'

interface OpacityFieldProps {
  /** In percent. */
  readonly opacity: number
  readonly onChange: (part: { readonly opacity: number }) => void
}

/** How much of the ground shows through. */
export function OpacityField({ opacity, onChange }: OpacityFieldProps) {
  const { t } = useTranslation()
  // The address follows in its own time; a hand on the slider, or on its keys, is not put back to where it says.
  const [held, setHeld] = useState<number | null>(null)
  useEffect(() => setHeld(now => (now === opacity ? null : now)), [opacity])
  const shown = held ?? opacity
  return (
    <label className={classes.opacity}>
      {t('mapPanels.rasters.opacity')}
      <input
        type="range"
        className={classes.slider}
        min={LEAST_OPACITY}
        max={100}
        step={5}
        value={shown}
        aria-valuetext={t('mapPanels.rasters.opacityOf', { share: shown })}
        onChange={event => {
          const next = Number(event.currentTarget.value)
          setHeld(next)
          onChange({ opacity: next })
        }}
        onBlur={() => setHeld(null)}
      />
    </label>
  )
}

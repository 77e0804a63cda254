/** The buttons that open panels on narrow screens; on a phone they also replace the missing controls. */
import { IconCurrentLocation, IconHistory, IconMaximize, IconPencil, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './MapButtons.module.css'

interface MapButtonsProps {
  readonly isPhone: boolean
  readonly panelOpen: boolean
  readonly onPanel: () => void
  readonly onFit: () => void
  readonly onOwn: () => void
  readonly onReplay?: () => void
  readonly onEdit?: () => void
  readonly onAdd?: () => void
}

export function MapButtons(props: MapButtonsProps) {
  const { isPhone, panelOpen, onPanel, onFit, onOwn, onReplay, onEdit, onAdd } = props
  const { t } = useTranslation()
  const more = [
    { label: t('map.addMission'), icon: IconPlus, onPress: onAdd },
    { label: t('map.controls.fit'), icon: IconMaximize, onPress: onFit },
    { label: t('map.replay'), icon: IconHistory, onPress: onReplay },
    { label: t('map.edit.open'), icon: IconPencil, onPress: onEdit },
  ]
  return (
    <div className={classes.buttons}>
      <button
        type="button"
        className={classes.button}
        aria-label={t('map.layers.title')}
        aria-expanded={panelOpen}
        onClick={onPanel}
      >
        <IconStack2 size={24} aria-hidden />
      </button>
      <button type="button" className={classes.button} aria-label={t('map.controls.own')} onClick={onOwn}>
        <IconCurrentLocation size={24} aria-hidden />
      </button>
      {isPhone &&
        more.map(
          ({ label, icon: Icon, onPress }) =>
            onPress !== undefined && (
              <button key={label} type="button" className={classes.button} aria-label={label} onClick={onPress}>
                <Icon size={24} aria-hidden />
              </button>
            ),
        )}
    </div>
  )
}

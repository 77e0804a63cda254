import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './notify.module.css'

/** Shows the notes; the region is there from the start, so that screen readers announce what comes into it. */
export function Toaster() {
  return (
    <Notifications
      position="bottom-center"
      limit={4}
      zIndex={500}
      className={classes.notes ?? ''}
      aria-live="polite"
      // Keyboards reach the button; a swipe would also move the map below.
      allowScrollDismiss={false}
    />
  )
}

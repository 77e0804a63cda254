/** Short notes at the edge of the screen. */
import { notifications } from '@mantine/notifications'

export const notify = {
  done: (message: string): void => {
    notifications.show({ message, color: 'main', withBorder: true, autoClose: 4_000 })
  },
  /** A refusal stays longer, as it has to be read. */
  failed: (title: string, error: unknown): void => {
    notifications.show({
      title,
      message: error instanceof Error ? error.message : String(error),
      color: 'error',
      withBorder: true,
      autoClose: 10_000,
      role: 'alert',
    })
  },
}

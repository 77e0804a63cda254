/** Short notes at the edge of the screen; `Toaster` shows them. */
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { errorText } from '../api/failure.ts'
import classes from './notify.module.css'

type Tone = 'done' | 'failed'

/** A refusal stays longer, as it has to be read. */
const SHOWN_MS = { done: 4_000, failed: 10_000 } as const
const ICONS: Readonly<Record<Tone, ReactNode>> = {
  done: <IconCircleCheck size={20} stroke={1.75} aria-hidden />,
  failed: <IconAlertTriangle size={20} stroke={1.75} aria-hidden />,
}

const show = (tone: Tone, title: string | undefined, message: string): void => {
  notifications.show({
    title,
    message,
    icon: ICONS[tone],
    autoClose: SHOWN_MS[tone],
    role: tone === 'failed' ? 'alert' : 'status',
    closeButtonProps: { size: 40, 'aria-label': i18next.t('common.close') },
    classNames: { root: classes.note, icon: classes.icon, title: classes.title, description: classes.message },
    mod: { tone },
  })
}

export const notify = {
  done: (message: string): void => show('done', undefined, message),
  failed: (title: string, error: unknown): void => show('failed', title, errorText(error)),
}

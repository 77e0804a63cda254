import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** The accessible name, also shown on hover. */
  readonly label: string
  readonly children: ReactNode
}

export function IconButton({ label, children, size = 40, variant = 'subtle', ...others }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={size} variant={variant} {...others}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { MenuEntry } from './menuEntry.ts'

interface OpenedMenuProps {
  readonly target: ReactElement
  readonly entries: readonly MenuEntry[]
}

/** A menu that opens with its coming, and from then on by its button. */
export function OpenedMenu({ target, entries }: OpenedMenuProps) {
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ key, label, icon, checked = false, disabled = false, onPress }) => (
          <Menu.Item
            key={key}
            disabled={disabled}
            leftSection={icon}
            rightSection={checked ? <IconCheck size={16} /> : null}
            onClick={onPress}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

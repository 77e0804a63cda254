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
        {entries.map(({ key, label, icon, checked, disabled = false, onPress }) =>
          checked === undefined ? (
            <Menu.Item key={key} disabled={disabled} leftSection={icon} onClick={onPress}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.CheckboxItem
              key={key}
              checked={checked}
              checkIcon={<IconCheck size={16} />}
              disabled={disabled}
              closeMenuOnClick
              onChange={onPress}
            >
              {label}
            </Menu.CheckboxItem>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

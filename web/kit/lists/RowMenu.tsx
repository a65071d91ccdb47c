import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../ui/Icon.tsx'
import classes from './List.module.css'

/** What can be done to one row. Its button is seen on hover and focus, and always where there is no mouse. */
export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          className={classes.rowMenu}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('table.actionsFor', { name })}
        >
          <Icon of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) =>
          'to' in action ? (
            <Menu.Item key={action.label} component={Link} to={action.to}>
              {action.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={action.label} {...(action.dangerous && { color: 'red' })} onClick={action.run}>
              {action.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** An entry of the menu of a row. */
export type RowAction = { label: string } & ({ to: string } | { run: () => void; dangerous?: boolean })

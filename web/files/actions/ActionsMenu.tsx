import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Action } from './useActions.tsx'

/** What can be done to a file, behind three dots. @param actions is called once the menu is opened */
export function ActionsMenu({ name, actions, children }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    // The placeholder is no item of a menu, which screen readers stumble over.
    <Menu position="bottom-end" width={220} opened={opened} onChange={setOpened} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {children ?? (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('files:actionsFor', { name })}>
            <Icon of={IconDots} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {opened &&
          actions().map((action) => (
            <Menu.Item
              key={action.name}
              leftSection={<Icon of={action.icon} />}
              {...(action.dangerous && { c: 'var(--outside)' })}
              onClick={() => action.run()}
            >
              {t(`files:actions.${action.name}`)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = { name: string; actions: () => Action[]; children?: ReactNode }

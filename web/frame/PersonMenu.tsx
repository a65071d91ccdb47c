import { ActionIcon, Avatar, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { leave, useSession } from '../stores/session.ts'

export function PersonMenu() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  if (!user) return null
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" radius="xl" size="lg" aria-label={t('frame.person')}>
          <Avatar size={28} name={user.display_name} color="teal" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.display_name}
          <br />
          {user.email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item onClick={leave}>{t('session.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

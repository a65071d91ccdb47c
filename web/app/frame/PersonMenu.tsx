import { ActionIcon, Avatar, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { User } from '../../core/types.ts'
import classes from './PersonMenu.module.css'

export function PersonMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" radius="xl" size="lg" aria-label={t('frame.person')}>
          <Avatar size={28} color="teal">
            <span className={classes.initials} data-initials={initialsOf(user.display_name)} />
          </Avatar>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.display_name}
          <br />
          {user.email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/app/profile/edit">
          {t('frame.profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/signout">
          {t('session.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!].map((word) => [...word][0]) : [...words[0]!].slice(0, 2)
  return letters.join('').toUpperCase()
}

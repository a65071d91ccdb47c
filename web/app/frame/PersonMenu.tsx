import { ActionIcon, Avatar, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import classes from './PersonMenu.module.css'

export function PersonMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const role = useRole(user)
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
          {role && (
            <>
              <br />
              <span>{role}</span>
            </>
          )}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/app/profile/edit">
          {t('frame.profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/help">
          {t('frame.help')}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/signout">
          {t('session.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the person is here: in the current organisation, or in the whole installation. */
function useRole(user: User): string | null {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)
  if (user.platform_admin) return t('frame.platformAdministrator')
  const membership = user.memberships.find((each) => each.organisation_id === organisation_id)
  return membership ? choiceOf(t, membership.role_name) : null
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!].map((word) => [...word][0]) : [...words[0]!].slice(0, 2)
  return letters.join('').toUpperCase()
}

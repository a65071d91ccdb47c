import { IconBuilding, IconTrash, IconUser, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Files.module.css'
import { useRoot } from './usePlace.ts'

/** Links to where files are: the person's own, the organisation's, and the trash. */
export function Places({ organisation_id, current }: { organisation_id: number; current: PlaceName | null }) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const root_file_id = useRoot(organisation_id)
  const own = administers && root_file_id !== null ? paths.files({ folder: root_file_id }) : paths.files()
  const shared = paths.files(administers ? {} : { folder: 'organisation' })
  const places: [PlaceName, TablerIcon, string, string][] = [
    ['own', IconUser, own, t('files:mine')],
    ['organisation', IconBuilding, shared, t('files:organisation')],
    ['trash', IconTrash, paths.files({ view: 'trash' }), t('files:trash.title')],
  ]
  return (
    <nav className={classes.places} aria-label={t('files:places')}>
      {places.map(([name, icon, to, label]) => (
        <Link key={name} to={to} className={classes.place} aria-current={name === current ? 'page' : undefined}>
          <Icon of={icon} />
          {label}
        </Link>
      ))}
    </nav>
  )
}

export type PlaceName = 'own' | 'organisation' | 'trash'

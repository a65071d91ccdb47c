import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../kit/ui/Icon.tsx'
import { useMoveOver } from './dragging.ts'
import classes from './Files.module.css'
import type { Crumb, Place } from './usePlace.ts'

/** The folders around this one. Files can be dragged onto them. */
export function Crumbs({ place }: { place: Place }) {
  const { t } = useTranslation()
  if (place.crumbs.length < 2) return null
  const above = place.crumbs.slice(0, -1)
  return (
    <nav aria-label={t('files:crumbs')}>
      <ol className={classes.crumbs}>
        {above.map((crumb) => (
          <li key={crumb.to}>
            <CrumbLink crumb={crumb} writable={place.writable} />
            <Icon of={IconChevronRight} />
          </li>
        ))}
        <li aria-current="page">{place.crumbs.at(-1)!.label}</li>
      </ol>
    </nav>
  )
}

function CrumbLink({ crumb, writable }: { crumb: Crumb; writable: boolean }) {
  const { isOver, handlers } = useMoveOver(crumb.id ?? null, writable)
  return (
    <Link to={crumb.to} data-over={isOver || undefined} {...handlers}>
      {crumb.label}
    </Link>
  )
}

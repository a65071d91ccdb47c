import { ActionIcon, Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadTexts } from '../../core/i18n.ts'
import { useTray } from '../../core/jobs/tray.ts'
import { homeOf } from '../../core/nextPath.ts'
import { kindOf, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { useWebsite } from '../../core/website.ts'
import { Logo } from '../../kit/page/Logo.tsx'
import { menuIcons } from '../../kit/theme/menuIcons.tsx'
import { LiveDot } from '../../kit/ui/LiveStatus.tsx'
import { UnreadLink } from '../../messaging/live_notifications/UnreadLink.tsx'
import { settingsOf } from '../menu/menus.ts'
import classes from './Frame.module.css'
import { SharingMark } from './SharingMark.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import type { DrawerState } from './useDrawer.ts'

// Loaded lazily: menus weigh as much as the rest of the frame, and guests have none.
const PersonMenu = lazy(async () => ({ default: (await import('./signedIn.ts')).PersonMenu }))
const PaletteButton = lazy(async () => ({ default: (await import('./signedIn.ts')).PaletteButton }))
const OrganisationSwitch = lazy(async () => ({ default: (await import('./signedIn.ts')).OrganisationSwitch }))
const Tray = lazy(async () => {
  const [tray] = await Promise.all([import('../../files/tray/Tray.tsx'), loadTexts(['files'])])
  return tray
})

/** @param drawer null: pages for people with a link have no menu, and nothing to sign in for */
export function TopBar({ drawer }: { drawer: DrawerState | null }) {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  const features = useFeatures()
  const { data } = useWebsite()
  return (
    <header className={classes.bar}>
      {drawer && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('frame.menu')}
          aria-expanded={drawer.open}
          onClick={drawer.toggle}
        >
          {menuIcons.menu}
        </ActionIcon>
      )}
      <Link to={user ? homeOf(user, features) : '/app'} className={classes.title}>
        <Logo />
        <span className={classes.name}>{data?.name ?? t('product')}</span>
      </Link>
      <Organisation />
      <div className={classes.space} />
      {user && !user.second_factor_required && !user.password_change_required && (
        <Suspense>
          <PaletteButton />
        </Suspense>
      )}
      <LiveDot />
      <SharingMark />
      {user && <Jobs user={user} />}
      <span className={classes.desk}>
        <ThemeToggle />
      </span>
      {user && !user.second_factor_required && <UnreadLink user={user} />}
      {/* On a phone they are in the menus, which leaves room to search. */}
      {drawer && (
        <span className={user ? classes.desk : classes.links}>
          <BarLink to={settingsOf(kindOf(user))} label={t('frame.settings')} icon="settings" />
          <BarLink to="/app/help" label={t('frame.help')} icon="help" />
        </span>
      )}
      {user ? (
        <Suspense fallback={<span className={classes.person} />}>
          <PersonMenu user={user} />
        </Suspense>
      ) : (
        drawer && (
          <Button component={Link} to="/app/signin" size="xs" variant="light">
            {t('menu.signIn')}
          </Button>
        )
      )}
    </header>
  )
}

/** Nothing for people without uploads and jobs. */
function Jobs({ user: { id } }: { user: User }) {
  const wanted = useTray((tray) => tray.wanted)
  const hasFiles = useFeatures().includes('files')
  if (!wanted || !hasFiles) return null
  return (
    <Suspense>
      <Tray key={id} user_id={id} />
    </Suspense>
  )
}

function BarLink({ to, label, icon }: { to: string; label: string; icon: 'settings' | 'help' }) {
  return (
    <ActionIcon component={Link} to={to} variant="subtle" color="gray" size="lg" aria-label={label} title={label}>
      {menuIcons[icon]}
    </ActionIcon>
  )
}

function Organisation() {
  const memberships = useSession((session) => session.user?.memberships) ?? []
  if (memberships.length < 2) return <span className={classes.organisation}>{memberships[0]?.organisation_name}</span>
  return (
    <Suspense fallback={<span className={classes.switch} />}>
      <OrganisationSwitch memberships={memberships} />
    </Suspense>
  )
}

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { chooseOrganisation, useSession } from '../stores/session.ts'
import { website } from '../website.ts'
import classes from './Frame.module.css'
import { LiveDot } from './LiveStatus.tsx'
import { Logo } from './Logo.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

export function TopBar() {
  const { t } = useTranslation()
  const { data } = useQuery(website)
  return (
    <header className={classes.bar}>
      <Link to="/app/map" className={classes.title}>
        <Logo />
        <span className={classes.name}>{data?.name ?? t('product')}</span>
      </Link>
      <Organisation />
      <div className={classes.space} />
      <LiveDot />
      <ThemeToggle />
      <PersonMenu />
    </header>
  )
}

function Organisation() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user, organisation_id } = useSession()
  const memberships = user?.memberships ?? []
  if (memberships.length < 2) return <span className={classes.organisation}>{memberships[0]?.organisation_name}</span>
  return (
    <Select
      size="xs"
      className={classes.switch}
      aria-label={t('frame.organisation')}
      allowDeselect={false}
      searchable={memberships.length > 8}
      data={memberships.map((each) => ({ value: String(each.organisation_id), label: each.organisation_name }))}
      value={String(organisation_id)}
      onChange={(value) => {
        chooseOrganisation(Number(value))
        navigate('/app/map')
      }}
    />
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import type { Area } from '#db/tables/people/role.ts'
import { useRegistration } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { kindOf, PageAreas, useAllowed, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { BackLinks } from '../../kit/page/BackLinks.tsx'
import { Message } from '../../kit/page/Message.tsx'
import { menuOf } from './menus.ts'

/** Says so where the person's role of their organisation does not allow a page; home leads to the first that it does. */
export function RequireAreas({ areas, home, children }: Props) {
  const { t } = useTranslation()
  const allowed = useAllowed(areas)
  const first = useFirstPage()
  if (allowed) return <PageAreas value={areas}>{children}</PageAreas>
  if (home) return <Navigate to={first} replace />
  return (
    <Message title={t('roleClosed.title')} text={t('roleClosed.text')}>
      <BackLinks />
    </Message>
  )
}

/** The first page of the menu besides home. */
function useFirstPage(): string {
  const { user, organisation_id } = useSession()
  const registration = useRegistration()
  const features = useFeatures()
  const [first] = menuOf(kindOf(user), { registration, features, user, organisation_id }).filter(
    ({ path }) => path !== paths.home(),
  )
  return first?.path ?? paths.settings()
}

type Props = { areas: readonly Area[]; home: boolean; children: ReactNode }

import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseOrganisation, useSession } from '../../core/session.ts'
import type { Membership } from '../../core/types.ts'
import classes from './Frame.module.css'

export function OrganisationSwitch({ memberships }: { memberships: Membership[] }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)
  return (
    <Select
      size="xs"
      className={classes.switch}
      aria-label={t('frame.organisation')}
      allowDeselect={false}
      searchable={memberships.length > 8}
      data={memberships.map((each) => ({ value: String(each.organisation_id), label: each.organisation_name }))}
      value={String(organisation_id)}
      onChange={(value) => chooseOrganisation(Number(value))}
    />
  )
}

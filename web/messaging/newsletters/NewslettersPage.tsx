import schema from 'virtual:resource/newsletter'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Newsletters of the organisation; platform administrators see all. */
export function NewslettersPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const everywhere = user?.platform_admin === true
  return (
    <ListPage
      title={t('messaging:newsletters.title')}
      text={t('messaging:newsletters.text')}
      links={
        everywhere ? [{ to: paths.newsletter({ everybody: 1 }), label: t('messaging:newsletters.newForAll') }] : []
      }
      create={{ to: paths.newsletter(), label: t('messaging:newsletters.new'), whenEmpty: true }}
      resource="newsletter"
      schema={schema}
      filters={everywhere ? {} : { organisation_id: organisation_id! }}
      columns={[
        { name: 'subject' },
        {
          name: 'organisation',
          ...(!everywhere && { hidden: true as const }),
          show: (row) => row.organisation ?? t('messaging:newsletters.installation'),
        },
        { name: 'audience', show: ({ audience }) => choiceOf(t, audience) },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
        { name: 'send_at' },
        { name: 'recipients' },
      ]}
      nameOf={({ subject }) => subject}
      open={({ id }) => paths.newsletter({ id })}
      removable
      empty={t('messaging:newsletters.empty')}
    />
  )
}

import schema from 'virtual:resource/enquiry'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Enquiries from the contact form. */
export function EnquiriesPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('site:enquiries.title')}
      resource="enquiry"
      schema={schema}
      columns={[
        { name: 'subject' },
        { name: 'name' },
        { name: 'email' },
        { name: 'state' },
        { name: 'phone', hidden: true },
        { name: 'answered_at', hidden: true },
        { name: 'created_at' },
      ]}
      nameOf={({ subject }) => subject}
      open={({ id }) => paths.enquiry({ id })}
      bulk={[{ label: t('site:enquiries.close'), run: ({ id }) => client.update('enquiry', { id, state: 'closed' }) }]}
      removable
      empty={t('site:enquiries.empty')}
    />
  )
}

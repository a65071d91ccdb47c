import schema from 'virtual:resource/enquiry'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { List } from '../../kit/lists/List.tsx'
import { Page } from '../../kit/page/Page.tsx'

/** Enquiries from the contact form. */
export function EnquiriesPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('site:enquiries.title')} wide>
      <List
        resource="enquiry"
        schema={schema}
        filters={{}}
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
        bulk={[
          { label: t('site:enquiries.close'), run: ({ id }) => client.update('enquiry', { id, state: 'closed' }) },
          {
            label: t('form.remove'),
            ask: (count) => t('table.confirmRemove', { count }),
            run: ({ id }) => client.remove('enquiry', id),
          },
        ]}
        empty={t('site:enquiries.empty')}
      />
    </Page>
  )
}
